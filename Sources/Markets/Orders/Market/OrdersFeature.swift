import Lifecycle
import Quantities
import Statistics

/// An optional part of the market. The market calls each hook at its moment in the life of an order; by default, a
/// hook does nothing.
protocol OrdersFeature: ~Copyable {
  /// Prepares the feature for a run of `setup`; returns nil if its scenario does not use it. Nothing else
  /// checks that.
  init?(_ setup: OrdersSetup, random: RandomSource)

  /// Called when the payment of `order` is confirmed. Returns whether the feature holds back its cards, which it
  /// then sends into the line later.
  mutating func keepsBack(
    _ order: OrderIndex, at time: Milliseconds, _ core: inout OrdersCore, _ desk: inout OrdersMarket.Desk
  ) -> Bool

  /// Called when the customer cancels `order`, whose cards have not entered the line.
  mutating func cancelled(_ order: OrderIndex, at time: Milliseconds)

  /// Called when the last card of `order` leaves at `time`.
  ///
  /// - Parameter arrival: the time at which its recipients have all cards, as far as earlier features know.
  mutating func finished(
    _ order: OrderIndex, at time: Milliseconds, arrival: inout Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk)

  /// Called when the last card of `order` leaves again, after all of them were reprinted.
  mutating func reprinted(_ order: OrderIndex, at time: Milliseconds)

  /// Called when a step scheduled by a feature is due; each feature ignores the steps of others.
  mutating func take(
    _ step: OrdersMarket.Step, at time: Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk)

  /// Called when the run ends.
  mutating func close(at end: Milliseconds)

  /// Adds the feature's records to `records`.
  func leave(in records: inout OrdersRecords)
}

extension OrdersFeature where Self: ~Copyable {
  mutating func keepsBack(
    _ order: OrderIndex, at time: Milliseconds, _ core: inout OrdersCore, _ desk: inout OrdersMarket.Desk
  ) -> Bool { false }

  mutating func cancelled(_ order: OrderIndex, at time: Milliseconds) {}

  mutating func finished(
    _ order: OrderIndex, at time: Milliseconds, arrival: inout Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk
  ) {}

  mutating func reprinted(_ order: OrderIndex, at time: Milliseconds) {}

  mutating func take(
    _ step: OrdersMarket.Step, at time: Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk
  ) {}

  mutating func close(at end: Milliseconds) {}

  func leave(in records: inout OrdersRecords) {}
}

/// The features of a run that its scenario uses, always called in the same order.
///
/// The list is fixed, so that the compiler specialises each call, and a run without features only compares tags.
struct OrdersFeatures: ~Copyable {
  private var delivery: PostalLeg?
  private var photos: PhotoDesk?

  init(_ setup: OrdersSetup, random: RandomSource) {
    delivery = PostalLeg(setup, random: random)
    photos = PhotoDesk(setup, random: random)
  }

  mutating func keepsBack(
    _ order: OrderIndex, at time: Milliseconds, _ core: inout OrdersCore, _ desk: inout OrdersMarket.Desk
  ) -> Bool {
    if delivery?.keepsBack(order, at: time, &core, &desk) == true { return true }
    return photos?.keepsBack(order, at: time, &core, &desk) ?? false
  }

  mutating func cancelled(_ order: OrderIndex, at time: Milliseconds) {
    delivery?.cancelled(order, at: time)
    photos?.cancelled(order, at: time)
  }

  mutating func finished(
    _ order: OrderIndex, at time: Milliseconds, _ core: inout OrdersCore, _ desk: inout OrdersMarket.Desk
  ) {
    var arrival = time
    delivery?.finished(order, at: time, arrival: &arrival, &core, &desk)
    photos?.finished(order, at: time, arrival: &arrival, &core, &desk)
  }

  mutating func reprinted(_ order: OrderIndex, at time: Milliseconds) {
    delivery?.reprinted(order, at: time)
    photos?.reprinted(order, at: time)
  }

  mutating func take(
    _ step: OrdersMarket.Step, at time: Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk
  ) {
    delivery?.take(step, at: time, &core, &desk)
    photos?.take(step, at: time, &core, &desk)
  }

  mutating func close(at end: Milliseconds) {
    delivery?.close(at: end)
    photos?.close(at: end)
  }

  func leave(in records: inout OrdersRecords) {
    delivery?.leave(in: &records)
    photos?.leave(in: &records)
  }
}
