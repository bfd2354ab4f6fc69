import BenchmarkSuite
import Benchmarking
import Foundation
import JSON5

extension Command {
  static let benchRace = Command(
    name: "bench race", summary: "print the times of --pairs pairs as CSV",
    operands: [
      Operand(name: "BASE", kind: .path), Operand(name: "HEAD", kind: .path), Operand(name: "NAME@SIZE"),
    ],
    options: [
      Option(name: "--pairs", value: "N", kind: .number, help: "the number of pairs", standard: "20")
    ] + placeOptions + [benchJSONOption, plainFormatOption]
  ) { arguments, command in
    try BenchCommand(arguments, command).race()
  }

  static let benchSelfTest = Command(
    name: "bench self-test",
    summary: "estimate the error rates of the time gate from measured times",
    operands: [Operand(name: "FILE", kind: .file(["csv"]))],
    options: [benchJSONOption, plainFormatOption]
  ) { arguments, command in
    try BenchCommand(arguments, command).testItself()
  }
}

extension BenchCommand {
  /// Prints the times of many pairs of runs.
  fileprivate func race() throws -> Int32 {
    let words = arguments.operands
    guard let item = Case(name: words[2]) else {
      throw command.misuse("`\(words[2])`: give NAME@SIZE, such as kernel/hold@1000")
    }
    let race = Race(
      item: item, first: try Program(path: words[0]), second: try Program(path: words[1]),
      surroundings: surroundings)
    let pairs = try whole("--pairs", 20, from: 1)
    if try form() == .json {
      let times = try (0..<pairs).map { try race.run(pairs: 1, series: UInt64($0))[0] }
      let members = times.map { pair in
        JSON.object([.init("base_s", .number(pair.first)), .init("head_s", .number(pair.second))])
      }
      print(json: ["case": .text(item.name), "pairs": .list(members)], as: .benchRace)
      return ExitCode.success
    }
    print("pair,base_s,head_s")
    for number in 0..<pairs {
      let pair = try race.run(pairs: 1, series: UInt64(number))[0]
      print("\(number),\(pair.first),\(pair.second)")
    }
    return ExitCode.success
  }

  /// Prints how often the time gate would be wrong.
  fileprivate func testItself() throws -> Int32 {
    let file = arguments.operands[0]
    let test = try SelfTest(contentsOf: file)
    if try form() == .json {
      print(json: test.json(file: file, slowdowns: Self.slowdowns), as: .benchSelfTest)
      return ExitCode.success
    }
    print(
      "\(test.pairs.count) pairs of \(file); the gate applied to 1,000 series resampled from them in blocks"
    )
    print("slowdown      yes      no  cannot tell")
    for ratio in Self.slowdowns {
      let tally = test.tally(ratio: ratio, studies: 1000)
      func share(_ value: Int) -> String {
        String(format: "%5.1f %%", 100 * Double(value) / Double(tally.count))
      }
      print(
        String(format: "%+6.0f %%  ", (ratio - 1) * 100) + " \(share(tally.yes)) \(share(tally.no))"
          + "      \(share(tally.cannotTell))")
    }
    return ExitCode.success
  }

  /// The factors by which times are multiplied to test whether the gate notices.
  private static let slowdowns = [1.0, 1.05, 1.1]
}
