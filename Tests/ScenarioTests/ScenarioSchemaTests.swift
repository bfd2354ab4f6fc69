import CarpoolScenario
import Foundation
import JSON5
import Testing

@testable import Scenario

@Suite struct ScenarioSchemaTests {
  private typealias Object = [String: Any]

  private func schema() throws -> Object {
    let data = Data(Scenario.schema().indented.utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? Object)
  }

  /// The dotted paths of all properties, through `then` branches and lists.
  private func paths(_ schema: Object, _ path: String = "") -> [String] {
    var found: [String] = []
    for (name, value) in schema["properties"] as? Object ?? [:] {
      found.append(path.member(name))
      if let value = value as? Object { found += paths(value, path.member(name)) }
    }
    for key in ["allOf", "oneOf"] {
      for branch in schema[key] as? [Object] ?? [] {
        found += paths(branch["then"] as? Object ?? branch, path)
      }
    }
    if let items = schema["items"] as? Object { found += paths(items, path) }
    return found
  }

  @Test func everyFieldIsListed() throws {
    let found = Set(paths(try schema()))
    for path in Scenario.fieldPaths() { #expect(found.contains(path), "\(path)") }
    #expect(Scenario.fieldPaths().contains("supply.od.zones.radius_m"))
    #expect(Scenario.fieldPaths().contains("matching.limits.max_detour_s"))
  }

  @Test func everyObjectIsClosed() throws {
    func check(_ schema: Object, _ path: String) {
      if schema["properties"] != nil, schema["allOf"] == nil, schema["const"] == nil {
        #expect(schema["additionalProperties"] as? Bool == false, "\(path)")
      }
      for (name, value) in schema["properties"] as? Object ?? [:] {
        if let value = value as? Object { check(value, path.member(name)) }
      }
      for branch in schema["allOf"] as? [Object] ?? [] { check(branch["then"] as? Object ?? [:], path) }
    }
    check(try schema(), "")
  }

  @Test func aFieldShowsItsTypeRangeAndDefault() throws {
    let matching = try #require(Scenario.schema()["properties"]?["matching"]?["properties"])
    #expect(
      matching["radius_m"]?.compact
        == #"{"title":"radius_m","description":"r: the maximum distance from the driver to the pickup, "#
        + #"and from the driver's route to the destination.","type":"number","minimum":0,"maximum":100000000,"default":1000}"#
    )
    #expect(
      matching["limits"]?["properties"]?["max_wait_s"]?.compact
        == #"{"title":"max_wait_s","description":"The maximum time from submission to pickup.","type":["number","null"],"#
        + #""minimum":0,"maximum":1000000000,"default":900}"#)
    #expect(
      matching["insertion"]?["properties"]?["objective"]?["enum"]?.compact
        == #"["cost","added_driving","earliest_arrival"]"#)
    #expect(Scenario.schema()["required"]?.compact == #"["space","supply","demand"]"#)
  }

  @Test func theDocumentationListsEveryField() {
    let documentation = Scenario.documentation()
    for path in Scenario.fieldPaths() {
      // Kinds stand in headings of their own.
      let isKind = path.hasSuffix(".kind") || path.hasSuffix(".law")
      let place = isKind ? "`\(path.split(separator: ".").dropLast().joined(separator: "."))`" : "`\(path)`"
      #expect(documentation.contains(place), "\(path)")
    }
    #expect(
      documentation.contains(
        "| `matching.limits.max_wait_s` | a number from 0 to 1e9 (s), or `null` | `900` "
          + "| The maximum time from submission to pickup. |"))
  }
}
