public import JSON5
public import Tables

extension DataDictionary {
  /// The tables for programs: a Data Package (Frictionless, https://specs.frictionlessdata.io) whose fields also say their
  /// unit and formula; of `table` alone, or of all that a run
  /// writes: those of a study have columns that depend on it.
  public func json(of table: TableSchema? = nil) -> JSON {
    let resources = (table.map { [$0] } ?? tablesOfRun).map(Self.resource)
    return .object([
      .init("profile", .text("tabular-data-package")), .init("name", .text("detour")),
      .init("resources", .list(resources)), .init("figures", .list(figures.columns.map(figure))),
    ])
  }

  /// A figure of the market, as people read it.
  private func figure(_ column: FigureColumn) -> JSON {
    .object([
      .init("name", .text(column.name)), .init("unit", .text(column.unit.rawValue)),
      .init("share", .boolean(column.isShare)),
      .init("headline", .boolean(figures.headline.contains(column))),
    ])
  }

  private static func resource(_ table: TableSchema) -> JSON {
    .object([
      .init("name", .text(table.name.replacing("/", with: "-").replacing("_", with: "-"))),
      .init("path", .text(table.fileName)), .init("description", .text(table.meaning)),
      .init("profile", .text("tabular-data-resource")),
      .init(
        "schema",
        .object([
          .init("fields", .list(table.columns.map(field))),
          .init("missingValues", .list([.text("")])),
          .init("primaryKey", .list(table.key.map { .text($0) })),
        ])),
    ])
  }

  private static func field(_ column: ColumnSchema) -> JSON {
    let type =
      switch column.type {
      case .integer: "integer"
      case .decimal: "number"
      case .boolean: "boolean"
      case .text, .identifier: "string"
      }
    let words = column.words.map { words in
      JSON.Member("constraints", .object([.init("enum", .list(words.map { .text($0) }))]))
    }
    return .object(
      [
        .init("name", .text(column.name)), .init("type", .text(type)),
        .init("description", .text(column.meaning)), .init("unit", .text(column.unit.rawValue)),
      ] + (column.formula.map { [.init("formula", .text($0))] } ?? []) + (words.map { [$0] } ?? []))
  }
}
