/// The description of a column, whatever its rows are: all that the header, the documentation and `detour columns` say
/// about it.
public struct ColumnSchema: Hashable, Sendable {
  /// The name in the header line; it carries the unit where it has one (`_s`, `_m`, …).
  public var name: String
  public var unit: Unit
  public var type: ColumnType
  /// The meaning of the field, in one sentence.
  public var meaning: String
  /// The formula by which the field follows from others; nil where it is observed.
  public var formula: String?
  /// The words that may stand there; nil where they are no fixed list.
  public var words: [String]?

  /// Describes a column.
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
