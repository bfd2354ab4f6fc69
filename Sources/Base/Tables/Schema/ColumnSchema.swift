/// The description of a column without its rows: the source of the header, the documentation and `detour columns`.
public struct ColumnSchema: Hashable, Sendable {
  /// The name in the header line, with the unit as a suffix if there is one (`_s`, `_m`, …).
  public var name: String
  public var unit: Unit
  public var type: ColumnType
  /// The meaning of the field, in one sentence.
  public var meaning: String
  /// The formula that derives the field from others; nil if it is observed.
  public var formula: String?
  /// The possible words; nil if the field is not from a fixed list.
  public var words: [String]?

  /// Creates the description of a column.
  public init(
    _ name: String, _ unit: Unit, _ type: ColumnType, _ meaning: String, formula: String? = nil,
    words: [String]? = nil
  ) {
    self.name = name
    self.unit = unit
    self.type = type
    self.meaning = meaning
    self.formula = formula
    self.words = words
  }
}
