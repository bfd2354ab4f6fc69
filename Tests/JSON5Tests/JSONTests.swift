import Foundation
import Testing

@testable import JSON5

@Suite struct JSONTests {
  @Test func numbersAreTheShortestThatReadBackTheSame() {
    let numbers: [JSON] = [
      .number(0.1), .number(3), .number(1e21), .number(1e-7), .integer(.init(UInt64.max)),
    ]
    #expect(JSON.list(numbers).compact == "[0.1,3,1e+21,1e-07,18446744073709551615]")
  }

  @Test func textsAreEscaped() {
    let members = [JSON.Member("a\"", .text("\\\n\u{1}é")), JSON.Member("b", .list([.object([]), .null]))]
    #expect(JSON.object(members).compact == #"{"a\"":"\\\n\u0001é","b":[{},null]}"#)
    #expect(JSON.object(members)["b"] == .list([.object([]), .null]))
  }

  @Test func whatIsWrittenIsReadBackTheSame() throws {
    let value = JSON.object([
      .init("text", .text("\"\\\u{1}\u{2028}é")), .init("whole", .integer(-7)), .init("real", .number(0.1)),
      .init("list", .list([.null, .boolean(true), .object([])])),
    ])
    for text in [value.compact, value.indented] {
      #expect(JSON(parsing: text) == value)
      // What the house writes is JSON for other readers too.
      _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    }
    #expect(JSON(parsing: "{a: 1") == nil)
  }

  @Test func valuesAreReadByTheirKind() {
    let value = JSON(parsing: "{text: 'a', whole: 3, real: 0.5, list: [1]}")
    #expect(value?["text"]?.words == "a" && value?["text"]?.real == nil)
    #expect(value?["whole"]?.whole == 3 && value?["whole"]?.real == 3)
    #expect(value?["real"]?.real == 0.5 && value?["real"]?.whole == nil)
    #expect(value?["list"]?.items == [.integer(1)] && value?.members?.count == 4)
  }
}
