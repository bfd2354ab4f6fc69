import Foundation
import JSON5
import Testing

/// What a program that started a study hears of how far it is.
@Suite(.waitsForPrograms) struct ProgressStreamTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  /// The members of `progress` of each line on standard error, in which nothing else stands.
  private func lines(of call: Program.Call) throws -> [JSON] {
    #expect(call.status == 0)
    return try call.errors.split(separator: "\n").map {
      try #require(JSON(parsing: String($0))?["progress"])
    }
  }

  @Test
  func `what is finished is told, and what was there`() throws {
    let first = try lines(
      of: TownStudy.run("--progress", "json", "--shard", "1/3", out: "study", in: scratch))
    #expect(first.last?["done"]?.whole == 4 && first.last?["share"]?.real == 1)
    let rest = try lines(of: TownStudy.run("--progress", "json", out: "study", in: scratch))
    #expect(rest.allSatisfy { $0["total"]?.whole == TownStudy.runs && $0["before"]?.whole == 4 })
    let done = rest.compactMap { $0["done"]?.whole }
    // Two that are finished in one moment are told at once.
    #expect(done == done.sorted() && done.last == 8)
    let shares = rest.compactMap { $0["share"]?.real }
    #expect(shares.count == rest.count && shares.allSatisfy { (0...1).contains($0) })
  }

  @Test
  func `another form is refused`() throws {
    try TownStudy.run("--progress", "xml", out: "study", in: scratch).expectFailure(
      64, "--progress xml: give one of json")
  }
}
