public import Quantities

/// A customer's account, with the time from which it can pay and its opening credits.
public struct Account: Hashable, Sendable, Listed {
  public typealias Index = AccountIndex

  /// The id in files, or the number of its name.
  public var id: Int64
  /// The key of its draws: the number, or a hash of the name.
  public var key: UInt64
  /// The time at which it is opened; before then, an order of it finds no account.
  public var opens: Milliseconds
  /// The opening credits; not negative.
  public var credits: Int64
  /// The pack its owner usually buys, as an index in the list of packs.
  public var usualPack: Int32
  /// The account that referred it; `.none` if it was not referred.
  public var referrer = AccountIndex.none
  /// The order before whose payment it is opened; `.none` for an account opened in another way.
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
