public import Quantities

/// A customer's account, with the time from which it can pay and the holdings that it begins with.
public struct Account: Hashable, Sendable, Listed {
  public typealias Index = AccountIndex

  /// The whole number that files call it by, or that of its name.
  public var id: Int64
  /// The key of its draws: the number, or a hash of the name.
  public var key: UInt64
  /// The time at which it is opened; before then, an order of it finds no account.
  public var opens: Milliseconds
  /// The credits that it begins with; not negative.
  public var credits: Int64
  /// The pack that its owner is used to buying, as an offset in the list of packs.
  public var usualPack: Int32
  /// The account that has brought it; `.none` for one that came by itself.
  public var referrer = AccountIndex.none
  /// The order on the way to whose payment it is opened; `.none` for one that is opened otherwise.
  public var openedWith = OrderIndex.none

  /// Creates an account that is open from the start.
  public init(id: Int64, opens: Milliseconds = .zero, credits: Int64 = 0, usualPack: Int32 = 0) {
    self.id = id
    key = UInt64(bitPattern: id)
    self.opens = opens
    self.credits = credits
    self.usualPack = usualPack
  }
}
