public import JSON5
public import Tables

extension DataDictionary {
  /// Returns the tables as a Data Package (Frictionless, https://specs.frictionlessdata.io) with additional units
  /// and formulas: `table` alone, or all tables of a run; those of a study have columns that depend on it.
  public func json(of table: TableSchema? = nil) -> JSON {
    let resources = (table.map { [$0] } ?? tablesOfRun).map(Self.resource)
    return [
      "profile": .text("tabular-data-package"), "name": .text("detour"),
      "resources": .list(resources), "figures": .list(figures.columns.map(figure)),
    ]
  }

  /// Returns a figure of the market in readable form.
  private func figure(_ column: FigureColumn) -> JSON {
    [
      "name": .text(column.name), "unit": .text(column.unit.rawValue),
      "share": .boolean(column.isShare),
      "headline": .boolean(figures.headline.contains(column)),
    ]
  }

  private static func resource(_ table: TableSchema) -> JSON {
    [
      "name": .text(table.name.replacing("/", with: "-").replacing("_", with: "-")),
      "path": .text(table.fileName), "description": .text(table.meaning),
      "profile": .text("tabular-data-resource"),
      "schema": [
        "fields": .list(table.columns.map(field)),
        "missingValues": .list([.text("")]),
        "primaryKey": .list(table.key.map { .text($0) }),
      ],
    ]
  }

  private static func field(_ column: ColumnSchema) -> JSON {
    let words = column.words.map { words in
      JSON.Member("constraints", ["enum": .list(words.map { .text($0) })])
    }
    return .object(
      [
        .init("name", .text(column.name)), .init("type", .text(column.type.jsonName)),
        .init("description", .text(column.meaning)), .init("unit", .text(column.unit.rawValue)),
      ] + (column.formula.map { [.init("formula", .text($0))] } ?? []) + (words.map { [$0] } ?? []))
  }
}
