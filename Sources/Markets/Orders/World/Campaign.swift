public import Quantities

/// Cards that a partner pays for: a quota of them, for orders that come by a channel, from its beginning to its end.
public struct Campaign: Hashable, Sendable {
  public var name: String
  /// The partner who pays.
  public var partner: String
  /// The channel of the orders that it pays for; nil for all.
  public var channel: String?
  /// The number of cards it pays for in all; `.max` for any number.
  public var quota: Int64
  /// The number of cards it pays for of an order.
  public var perOrder: Int64
  /// The price that the partner pays for a card, in the smallest unit of money.
  public var price: Int64
  /// The times from which and until which it runs, the latter left out; `.never` for no end.
  public var begin: Milliseconds
  public var end: Milliseconds

  /// Creates a campaign that always runs.
  public init(
    name: String, partner: String = "", channel: String? = nil, quota: Int64 = .max, perOrder: Int64 = .max,
    price: Int64 = 0, begin: Milliseconds = .zero, end: Milliseconds = .never
  ) {
    self.name = name
    self.partner = partner
    self.channel = channel
    self.quota = quota
    self.perOrder = perOrder
    self.price = price
    self.begin = begin
    self.end = end
  }

  /// Tells whether it pays at `time` for orders that come by `channel`, nil for one that nobody knows.
  func pays(for channel: String?, at time: Milliseconds) -> Bool {
    begin <= time && time < end && (self.channel == nil || self.channel == channel)
  }
}

/// A way by which orders come: a shop's window, a newsletter, a partner's counter.
public struct OrderChannel: Hashable, Sendable {
  public var name: String
  /// The weight with which an order that is drawn comes by it, against the others.
  public var weight: Double

  /// Creates a channel.
  public init(name: String = "", weight: Double = 1) {
    self.name = name
    self.weight = weight
  }
}
