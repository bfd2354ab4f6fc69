import Foundation
import JSON5
import Scenario
import TestSupport
import Testing

@testable import Markets

/// Every field of every market stands in a scenario or a study that comes with the project, so that each has an example to copy.
struct ShownFieldsTests {
  /// A policy in a library has to be built first (Examples/LibraryPolicy), and its parameters are its own.
  private static let elsewhere: Set = ["$schema", "matching.policy.library", "matching.policy.parameters"]

  @Test
  func `every field stands in a shipped scenario or study`() throws {
    let folder = SharedData.checkout.appending(path: "Scenarios")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "json5" }
    #expect(files.count > 60)
    var shown: Set<String> = []
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      Self.collect(try #require(JSON(parsing: text), "\(file.path)"), [], into: &shown)
    }
    var declared: [Field: Set<String>] = [:]
    let schema = Scenario.schema(Markets.scenarios)
    Self.leaves(of: schema, in: schema, [], into: &declared)
    #expect(declared.count > 500)
    // Delays have the fields of their law and people those of persons, wherever they stand: one place that shows them will do.
    let ends = Set(shown.map(Self.end))
    let missing = declared.values.filter { paths in !paths.contains { ends.contains(Self.end(of: $0)) } }
      .compactMap { $0.min() }
    #expect(Set(missing).subtracting(Self.elsewhere).sorted() == [])
  }

  /// A field as it is declared, whichever objects have it.
  private struct Field: Hashable {
    let name: String
    let meaning: String
  }

  /// The name of the field at `path` with that of the object in which it stands.
  private static func end(of path: String) -> String {
    path.split(separator: ".").suffix(2).joined(separator: ".")
  }

  /// Adds the paths of all fields below `value`; a key such as `matching.radius_m`, as studies write them, is a path itself.
  private static func collect(_ value: JSON, _ path: [String], into paths: inout Set<String>) {
    for member in value.members ?? [] {
      let below = member.key.contains(".") ? [member.key] : path + [member.key]
      paths.insert(below.joined(separator: "."))
      collect(member.value, below, into: &paths)
    }
    for item in value.items ?? [] { collect(item, path, into: &paths) }
  }

  /// Adds the paths of the fields of `schema` that have no fields of their own.
  private static func leaves(
    of schema: JSON, in document: JSON, _ path: [String], into fields: inout [Field: Set<String>]
  ) {
    if let reference = schema["$ref"]?.words {
      let names = reference.split(separator: "/").dropFirst()
      guard let target = names.reduce(document, { $0?[String($1)] } as (JSON?, Substring) -> JSON?) else {
        return
      }
      return leaves(of: target, in: document, path, into: &fields)
    }
    let members = schema["properties"]?.members ?? []
    for field in members { leaves(of: field.value, in: document, path + [field.key], into: &fields) }
    let forms = ["anyOf", "oneOf", "allOf"].flatMap { schema[$0]?.items ?? [] }
    let parts = ["then", "else", "items"].compactMap { schema[$0] }
    for part in forms + parts { leaves(of: part, in: document, path, into: &fields) }
    guard members.isEmpty, schema["items"] == nil, let name = path.last else { return }
    fields[Field(name: name, meaning: schema["description"]?.words ?? ""), default: []].insert(
      path.joined(separator: "."))
  }
}
