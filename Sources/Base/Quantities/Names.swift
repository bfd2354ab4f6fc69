/// The names of drivers or requests in files: whole numbers, which are their ids, or texts.
///
/// Names are numbered from 1, and these numbers are the ids; what is written calls everybody by the name. Draws are keyed by the text of a
/// name, so that they depend neither on the order of rows nor on who else is there.
public struct Names: Hashable, Sendable {
  /// The name of the id that is one more than the index; nil where ids are whole numbers of the file's own.
  private let names: [String]?
  /// The key of the draws of each id, at the index one below it; empty if these are the ids themselves.
  private let keys: [UInt64]

  /// The longest name, in bytes: what tables have room for.
  public static let longest = 200

  /// Whole numbers.
  public static let numbers = Names(names: nil)

  private init(names: [String]?) {
    self.names = names
    keys = names?.map(Self.key) ?? []
  }

  /// The numbers 1, 2, …, whose draws have `keys`.
  public init(numbersWithKeys keys: [UInt64]) {
    names = nil
    self.keys = keys
  }

  /// The FNV-1a hash of a name: the same in every process and on every machine.
  public static func key(of name: String) -> UInt64 {
    name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The key of the draws of `id`: a hash of the name, the key that was given with the number, or the number itself if it has none.
  ///
  /// - Precondition: `id` is one of a name where there are names.
  @inline(__always)
  public func key(of id: Int64) -> UInt64 {
    let place = UInt64(bitPattern: id) &- 1
    return place < UInt64(keys.count) ? keys[Int(place)] : UInt64(bitPattern: id)
  }

  /// True if the keys are the ids themselves.
  public var areKeysNumbers: Bool { keys.isEmpty }

  /// The names of the ids 1, 2, ….
  ///
  /// - Precondition: none is longer than `longest`.
  public init(_ names: [String]) {
    precondition(names.allSatisfy { $0.utf8.count <= Self.longest }, "names are short")
    self.init(names: names)
  }

  /// The name of `id`; nil where it is a number.
  ///
  /// - Precondition: `id` is one of a name where there are names.
  public func name(of id: Int64) -> String? { names?[Int(id) - 1] }

  /// True if ids are whole numbers of the file's own.
  public var isNumbers: Bool { names == nil }

  /// The text for `id` in files: the name, or the digits.
  public func text(of id: Int64) -> String { name(of: id) ?? "\(id)" }

  /// The id that files call `text`; nil where they call none so.
  ///
  /// - Complexity: linear in the number of names.
  public func id(called text: String) -> Int64? {
    guard let names else { return Int64(text) }
    return names.firstIndex(of: text).map { Int64($0) + 1 }
  }
}
