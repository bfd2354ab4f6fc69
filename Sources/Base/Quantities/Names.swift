/// The names of drivers or requests in files: integers, which are the ids themselves, or texts.
///
/// Texts are numbered from 1, and the numbers are the ids; output uses the names. Draws are keyed by the text of a
/// name, so that they depend neither on the order of rows nor on the other names.
public struct Names: Hashable, Sendable {
  /// The names; id = index + 1. Nil if the file's ids are integers.
  private let names: [String]?
  /// The draw key of each name, indexed like `names`; empty for integer ids.
  private let keys: [UInt64]

  /// The maximum length of a name, in bytes; tables reserve room for it.
  public static let longest = 200

  /// No names: the ids are the file's integers.
  public static let numbers = Names(names: nil)

  private init(names: [String]?) {
    self.names = names
    keys = names?.map(Self.key) ?? []
  }

  /// Creates the integer ids 1, 2, …, whose draws are keyed by `keys`.
  public init(numbersWithKeys keys: [UInt64]) {
    names = nil
    self.keys = keys
  }

  /// Returns the FNV-1a hash of a name: identical in every process and on every machine.
  public static func key(of name: String) -> UInt64 {
    name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// Returns the draw key of `id`: the id itself, or the hash of its name.
  ///
  /// - Precondition: unless ids are integers, `id` has a name.
  @inline(__always)
  public func key(of id: Int64) -> UInt64 {
    let place = UInt64(bitPattern: id) &- 1
    return place < UInt64(keys.count) ? keys[Int(place)] : UInt64(bitPattern: id)
  }

  /// Whether the keys are the ids themselves.
  public var areKeysNumbers: Bool { keys.isEmpty }

  /// Creates the names of the ids 1, 2, ….
  ///
  /// - Precondition: none is longer than `longest`.
  public init(_ names: [String]) {
    precondition(names.allSatisfy { $0.utf8.count <= Self.longest }, "names are short")
    self.init(names: names)
  }

  /// Returns the name of `id`; nil if ids are integers.
  ///
  /// - Precondition: unless ids are integers, `id` has a name.
  public func name(of id: Int64) -> String? { names?[Int(id) - 1] }

  /// Whether ids are the file's own integers.
  public var isNumbers: Bool { names == nil }

  /// Returns the text for `id` in files: its name or its digits.
  public func text(of id: Int64) -> String { name(of: id) ?? "\(id)" }

  /// Returns the id with the name `text`; nil if there is none.
  ///
  /// - Complexity: linear in the number of names.
  public func id(called text: String) -> Int64? {
    guard let names else { return Int64(text) }
    return names.firstIndex(of: text).map { Int64($0) + 1 }
  }
}
