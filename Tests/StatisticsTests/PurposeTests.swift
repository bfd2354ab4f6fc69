import Foundation
import Testing

/// A number that is used twice would make two streams the same.
struct PurposeTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources")

  /// The texts of all source files by name.
  private static func texts() throws -> [(name: String, text: String)] {
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map {
      ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
    }
  }

  private static func declares(_ name: String) -> Bool {
    name == "Purpose.swift" || name.hasPrefix("Purpose+")
  }

  @Test
  func `no number is used twice, in whichever module`() throws {
    let registers = try Self.texts().filter { Self.declares($0.name) }
    #expect(registers.count > 10)
    let numbers = registers.flatMap {
      $0.text.matches(of: /Self\(rawValue: (\d+)\)/).map { String($0.output.1) }
    }
    #expect(numbers.count > 100)
    let counts = Dictionary(grouping: numbers, by: \.self).mapValues(\.count)
    #expect(counts.filter { $0.value > 1 } == [:])
  }

  @Test
  func `purposes are declared in files named after their module`() throws {
    for (name, text) in try Self.texts() where !Self.declares(name) {
      let makesOne =
        text.contains("Purpose(rawValue:")
        || (text.contains("extension Purpose") && text.contains("rawValue:"))
      #expect(!makesOne, "\(name)")
    }
  }
}
