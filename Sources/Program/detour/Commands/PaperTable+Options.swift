import Report

extension Command {
  /// The option for printing a table instead of text.
  static let tableFormatOption = Option(
    name: "--format", value: "FORM", kind: .words(PaperTable.Format.allCases.map(\.rawValue)),
    help: "print the numbers as a table: latex (with booktabs), markdown or csv")
}

extension Arguments {
  /// Returns the requested table format; nil for text or JSON.
  func tableFormat() throws(UsageError) -> PaperTable.Format? {
    guard let format = value(Command.tableFormatOption.name).flatMap({ PaperTable.Format(rawValue: $0) })
    else {
      return nil
    }
    if has("--json") { throw command.misuse("--json and --format exclude each other; give one of them") }
    return format
  }
}
