/// A text divided by separators of one byte each, such as the lines of a file, or the fields of a line without quotes.
///
/// The separators are found once, in optimised code: `split` takes twenty times as long in modules that are not
/// optimised.
public struct SeparatedText: Sendable {
  private let bytes: [UInt8]
  /// The offsets of the ends of the fields.
  private let ends: [Int]

  /// Finds the fields of `text`, which are empty where separators follow one another.
  ///
  /// - Parameter other: a second separator; nil: none.
  /// - Precondition: the separators are ASCII.
  public init(_ text: String, by separator: Unicode.Scalar, or other: Unicode.Scalar? = nil) {
    let separator = UInt8(ascii: separator)
    let other = other.map { UInt8(ascii: $0) } ?? separator
    let bytes = Array(text.utf8)
    var ends: [Int] = []
    for place in bytes.indices where bytes[place] == separator || bytes[place] == other { ends.append(place) }
    ends.append(bytes.count)
    self.bytes = bytes
    self.ends = ends
  }

  /// The number of fields, which is one more than that of separators.
  public var count: Int { ends.count }

  /// Returns the field at `index`.
  public subscript(index: Int) -> String { self[index..<index + 1] }

  /// Returns the fields at `range`, with the separators between them.
  ///
  /// - Precondition: `range` is not empty.
  public subscript(range: Range<Int>) -> String {
    let start = range.lowerBound == 0 ? 0 : ends[range.lowerBound - 1] + 1
    return String(decoding: bytes[start..<ends[range.upperBound - 1]], as: UTF8.self)
  }

  /// All fields.
  public var fields: [String] { (0..<count).map { self[$0] } }

  /// Returns the values of every `step`-th field from `first`; nil for a field that is empty or not a number.
  public func numbers(from first: Int = 0, every step: Int = 1) -> [Double?] {
    stride(from: first, to: count, by: step).map { Double(self[$0]) }
  }
}
