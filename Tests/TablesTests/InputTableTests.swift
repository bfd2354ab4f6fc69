import Foundation
import Testing

@testable import Tables

/// Descriptions of tables that are read, and how far their columns take the place of fields.
struct InputTableTests {
  private static let table = InputTable(
    "cars", "A row per car.",
    [
      InputColumn("car_id", .identifier, .identifier, .required, "The car."),
      InputColumn("seats", .count, .integer, .optional, "Its seats.", replaces: ["supply.seats"]),
      InputColumn("age_min", .years, .integer, .optional, "An age.", replaces: ["supply.wishes.age"]),
      InputColumn("age_max", .years, .integer, .optional, "An age.", replaces: ["supply.wishes.age"]),
      InputColumn("time_s", .seconds, .decimal, .requiredUnless("`speed` is given"), "The time."),
    ])

  private func coverage(_ text: String, _ fields: [String], columns: [String: String] = [:]) throws
    -> [InputTable.Coverage]
  {
    let path = FileManager.default.temporaryDirectory.appending(path: "detour-\(UUID().uuidString).csv").path
    try Data(text.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try Self.table.coverage(of: fields, inFile: path, columns: columns)
  }

  @Test func `rows are counted that fill all columns which take the place of a field`() throws {
    let text = "car_id,seats,age_min,age_max\n1,2,20,\n2,,20,30\n3,4,,\n"
    let found = try coverage(text, ["supply.seats", "supply.wishes.age.span", "supply.radius_m"])
    #expect(found.map(\.field) == ["supply.seats", "supply.wishes.age.span"])
    #expect(found.map(\.filled) == [2, 1] && found.map(\.rows) == [3, 3])
    #expect(found[1].columns == ["age_min", "age_max"])
  }

  @Test func `a file without one of the columns takes the place of nothing`() throws {
    #expect(try coverage("car_id,age_min\n1,20\n", ["supply.seats", "supply.wishes.age"]) == [])
    #expect(try coverage("car_id,places\n1,2\n", ["supply.seats"]) == [])
    #expect(
      try coverage("car_id,places\n1,2\n", ["supply.seats"], columns: ["seats": "places"])[0].filled == 1)
  }

  @Test func `a missing column is told with the table that explains it`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "detour-\(UUID().uuidString).csv").path
    try Data("car\n1\n".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var rows = try CSVReader(contentsOf: path, as: Self.table)
    _ = rows.column("car_id")
    do {
      try rows.checkColumns()
      Issue.record("the column is missing")
    } catch {
      #expect(error.description.hasSuffix("; `detour columns input/cars` describes its columns"))
    }
  }

  @Test func `a column of several names is described by each of them`() {
    #expect(
      Self.table.has("time_s") && Self.table.has("time_s or seats") && !Self.table.has("time_s or speed"))
    #expect(Self.table.replacingNothing.columns.allSatisfy { $0.replaces.isEmpty })
    #expect(Self.table.replacingNothing.columns.map(\.fallback) == Self.table.columns.map(\.fallback))
  }

  #if DEBUG
    @Test func `a reader that asks for a column which is not described is a fault of the program`() async {
      await #expect(processExitsWith: .failure) {
        let path = FileManager.default.temporaryDirectory.appending(path: "detour-\(UUID().uuidString).csv")
          .path
        try Data("car_id\n1\n".utf8).write(to: URL(filePath: path))
        var rows = try CSVReader(
          contentsOf: path,
          as: InputTable("cars", "A row.", [.init("car_id", .identifier, .text, .required, "It.")]))
        _ = rows.optionalColumn("colour")
      }
    }
  #endif
}
