/// A part of a study's runs: every `count`-th, starting with number `number`, from 1.
public struct Shard: Hashable, Sendable {
  public let number: Int
  public let count: Int

  /// The whole study.
  public static let whole = Shard(number: 1, count: 1)

  /// Creates shard `number` of `count`.
  ///
  /// - Precondition: `number` is in 1 … `count`.
  public init(number: Int, count: Int) {
    precondition(count >= 1 && (1...count).contains(number), "a shard lies in 1 … count")
    self.number = number
    self.count = count
  }

  /// Parses `3/40`; nil if the text has another form, or the number lies outside 1 … count.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1,
      (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  /// Returns whether the item at `index`, from 0, belongs to the shard.
  func holds(_ index: Int) -> Bool { index % count == number - 1 }
}
