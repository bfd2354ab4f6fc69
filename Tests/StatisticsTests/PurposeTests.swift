import Foundation
import Testing

/// Purposes stand in one register: a number that is used twice would make two streams the same.
struct PurposeTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources")

  @Test
  func `no number is used twice`() throws {
    let register = try String(
      contentsOf: Self.sources.appending(path: "Base/Statistics/Purpose.swift"), encoding: .utf8)
    let numbers = register.matches(of: /Self\(rawValue: (\d+)\)/).map { $0.output.1 }
    #expect(numbers.count > 20)
    #expect(Set(numbers).count == numbers.count)
  }

  @Test
  func `no other file makes one up`() throws {
    let files = try #require(
      FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard file.lastPathComponent != "Purpose.swift" else { continue }
      #expect(
        !text.contains("Purpose(rawValue:")
          && !(text.contains("extension Purpose") && text.contains("rawValue:")),
        "\(file.lastPathComponent)")
    }
  }
}
