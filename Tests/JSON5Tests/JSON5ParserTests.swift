import TestSupport
import Testing

@testable import JSON5

@Suite struct JSON5ParserTests {
  private func parse(_ text: String) throws -> Node {
    var parser = JSON5Parser(text)
    return try parser.parse()
  }

  private func fault(_ text: String) -> String? {
    do {
      _ = try parse(text)
      return nil
    } catch let malformation as Malformation {
      return "\(malformation.origin.place(in: "f")): \(malformation.kind.description)"
    } catch {
      return "another error"
    }
  }

  @Test("a number that is none is looked at once, however long it is, and shown cut")
  func longFaults() {
    #expect(
      fault("[" + String(repeating: "1e+", count: 500_000) + "]")
        == "f:1:2: `\(String(repeating: "1e+", count: 20))…` is not a number; put quotes around a text")
    #expect(
      fault("{" + String(repeating: "k", count: 1000))
        == "f:1:1002: the text ends where `:` after the key `\(String(repeating: "k", count: 60))…` is expected"
    )
    #expect(fault("[0x1e+1]") != nil && fault("[+0x1e+1]") != nil && fault("[1e+1]") == nil)
  }

  @Test func everythingThatJSON5AddsIsRead() throws {
    let text = """
      // a comment
      {
        unquoted: 'single "quotes"', /* another */ "quoted": "x\\
      y",
        $_ü: [+1, -.5, 5., 0xFF, 1e3, -Infinity,],
        'a b': null, t: true, f: false,
      }
      """
    let node = try parse(text)
    #expect(node["unquoted"]?.shown == #""single \"quotes\"""#)
    #expect(node["quoted"]?.shown == "\"xy\"")
    #expect(node["t"]?.shown == "true")
    guard case .list(let items)? = node["$_ü"]?.value else {
      Issue.record("no list")
      return
    }
    #expect(items.map(\.shown) == ["1", "-0.5", "5", "255", "1000", "-Infinity"])
  }

  @Test func valuesAndKeysKnowTheirPlace() throws {
    let node = try parse("{\r\n  é: 1, b: [\n 'ü', 2]\n}")
    #expect(node.members?.map(\.origin) == [.file(line: 2, column: 3), .file(line: 2, column: 9)])
    guard case .list(let items)? = node["b"]?.value else {
      Issue.record("no list")
      return
    }
    #expect(items.map(\.origin) == [.file(line: 3, column: 2), .file(line: 3, column: 7)])
  }

  @Test(arguments: [
    (#""\u0041\x42\t\0\'\q""#, "AB\t\0'q"), (#""\uD83D\uDE00""#, "😀"), ("'\\\r\nx'", "x"),
  ])
  func escapesAreResolved(text: String, value: String) throws {
    guard case .text(let found) = try parse(text).value else {
      Issue.record("no text")
      return
    }
    #expect(found == value)
  }

  @Test func wholeNumbersKeepEveryDigit() throws {
    #expect(try parse("18446744073709551615").shown == "18446744073709551615")
    #expect(try parse("-0x10").shown == "-16")
  }

  @Test(arguments: [
    ("", "f:1:1: the text ends where a value is expected"),
    ("{a 1}", "f:1:4: found `1` where `:` after the key `a` is expected"),
    ("{a: 1\n b: 2}", "f:2:2: found `b` where `,` or `}` is expected"),
    ("[1 2]", "f:1:4: found `2` where `,` or `]` is expected"),
    ("{} x", "f:1:4: found `x` where the end of the text is expected"),
    ("{a: 'x\n'}", "f:1:5: a text is not closed on its line; close it with the quote that opens it"),
    ("/* x", "f:1:1: a comment is not closed; close it with `*/`"),
    ("{a: 012}", "f:1:5: `012` is not a number; put quotes around a text"),
    ("{a: 1.2.3}", "f:1:5: `1.2.3` is not a number; put quotes around a text"),
    ("{a: 1e}", "f:1:5: `1e` is not a number; put quotes around a text"),
    ("{a: 0x}", "f:1:5: `0x` is not a number; put quotes around a text"),
    ("{a: .}", "f:1:5: `.` is not a number; put quotes around a text"),
    ("{a: nearest}", "f:1:5: found `n` where a value is expected"),
    ("'\\u12'", "f:1:2: a text contains an escape that JSON5 does not have; write `\\\\` for a backslash"),
    ("'\\uD800x'", "f:1:2: a text contains an escape that JSON5 does not have; write `\\\\` for a backslash"),
    ("{1: 2}", "f:1:2: found `1` where a key or `}` is expected"),
    ("[,]", "f:1:2: found `,` where a value is expected"),
    ("/", "f:1:1: found `/` where a value, a key, or a comment is expected"),
    ("{é: \u{1}}", "f:1:5: found a control character where a value is expected"),
  ])
  func malformedTextIsNamedWithItsPlace(text: String, sentence: String) {
    #expect(fault(text) == sentence)
  }

  @Test func deepNestingIsAFaultAndNotACrash() throws {
    let limit = JSON5Parser.deepest
    _ = try parse(String(repeating: "[", count: limit) + String(repeating: "]", count: limit))
    #expect(fault(String(repeating: "[", count: 100_000))?.contains("more than 64") == true)
    #expect(fault(String(repeating: "{a:", count: 100_000))?.contains("more than 64") == true)
  }

  @Test func doubledKeysAreCollected() throws {
    var parser = JSON5Parser("{a: 1, b: 2,\n a: 3}")
    let node = try parser.parse()
    #expect(node["a"]?.shown == "1")
    #expect(parser.duplicates.map(\.key) == ["a"])
    #expect(parser.duplicates.map(\.origin) == [.file(line: 2, column: 2)])
  }
}
