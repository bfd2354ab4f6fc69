import Foundation
import Quantities
import RoundingProof
import TestSupport
import Testing

@Suite struct RoundedTests {
  /// Special arguments, the hardest that are known, and some thousand others; `make rounding` takes ten million.
  @Test(arguments: 0..<Int32(detour_function_count))
  func theResultIsThatOfMPFR(_ function: Int32) {
    #expect(
      detour_rounding_prove(function, 6000, 0) == 0, "\(String(cString: detour_function_name(function)))")
  }

  @Test func eachNameIsItsFunction() {
    #expect(Rounded.exp(1) == M_E && Rounded.exp2(-3) == 0.125)
    #expect(Rounded.log(2) == M_LN2 && Rounded.log2(0x1p-1074) == -1074 && Rounded.log10(1000) == 3)
    #expect(Rounded.log1p(0x1p-60) == 0x1p-60 && Rounded.pow(3, 4) == 81)
    #expect(Rounded.sin(.pi / 6) == 0.49999999999999994 && Rounded.cos(.pi / 3) == 0.5000000000000001)
    #expect(Rounded.asin(1) == .pi / 2 && Rounded.atan2(1, -1) == 2.356194490192345)
    #expect(Rounded.cbrt(-27) == -3 && Rounded.hypot(-5, 12) == 13)
  }

  @Test func noSourceCallsTheFunctionsOfTheCLibrary() throws {
    let names: Set = [
      "acos", "asin", "atan", "atan2", "cbrt", "cos", "cosh", "erf", "erfc", "exp", "exp2", "expm1", "hypot",
      "lgamma", "log", "log10",
      "log1p", "log2", "pow", "sin", "sinh", "tan", "tanh", "tgamma",
    ]
    // What these files call so is a function of their own or a parameter.
    let allowed: Set = ["Rounded.swift", "ClusterSubmission.swift", "Program.swift"]
    let sources = SharedData.checkout.appending(path: "Sources")
    let paths = try #require(FileManager.default.enumerator(atPath: sources.path)).compactMap {
      $0 as? String
    }
    .filter { path in path.hasSuffix(".swift") && !allowed.contains { path.hasSuffix("/" + $0) } }
    var calls: [String] = []
    for path in paths {
      let text = try Data(contentsOf: sources.appending(path: path))
      for line in text.split(separator: UInt8(ascii: "\n")) {
        calls += Self.calledNames(in: line).filter(names.contains).map { "\(path): \($0)" }
      }
    }
    #expect(paths.count > 500 && calls.sorted() == [])
  }

  /// The names before an opening bracket in `line`, up to its first string or comment, except those of members.
  private static func calledNames(in line: Data) -> [String] {
    var names: [String] = []
    var name: [UInt8] = []
    var isMember = false
    var (last, beforeLast) = (UInt8(ascii: " "), UInt8(ascii: " "))
    for byte in line {
      if byte == UInt8(ascii: "\"") || (byte == last && byte == UInt8(ascii: "/")) { break }
      let isPart = byte == UInt8(ascii: "_") || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
      if isPart {
        // Two dots or more are a range.
        if name.isEmpty { isMember = last == UInt8(ascii: ".") && beforeLast != UInt8(ascii: ".") }
        name.append(byte)
      } else {
        if byte == UInt8(ascii: "("), !isMember, !name.isEmpty {
          names.append(String(decoding: name, as: UTF8.self))
        }
        name.removeAll(keepingCapacity: true)
      }
      (last, beforeLast) = (byte, last)
    }
    return names
  }
}
