import Lifecycle
import Quantities

/// An optional part of the market. The market calls each hook when the corresponding event occurs; by default, a hook
/// does nothing.
protocol ShiftsFeature {
  /// Prepares the feature for a run of `festival`; returns nil if the scenario does not use it, which is checked only
  /// here.
  init?(_ rules: ShiftRules, _ festival: Festival)

  /// Called when the run begins.
  mutating func open(_ core: inout ShiftsCore, _ desk: inout ShiftsMarket.Desk)

  /// Called when the coordinator has confirmed `request` at `time`.
  mutating func confirmed(
    _ request: SignUpIndex, at time: Milliseconds, _ core: inout ShiftsCore,
    _ desk: inout ShiftsMarket.Desk)

  /// Called when a step scheduled by a feature is due; each feature ignores the steps of others.
  mutating func take(
    _ step: ShiftsMarket.Step, at time: Milliseconds, _ core: inout ShiftsCore,
    _ desk: inout ShiftsMarket.Desk)

  /// Adds the feature's results to `records`.
  func leave(in records: inout ShiftsRecords)
}

extension ShiftsFeature {
  mutating func open(_ core: inout ShiftsCore, _ desk: inout ShiftsMarket.Desk) {}
}

/// The features used by a run, always called in the same order.
///
/// The list is fixed, so that the compiler specialises each call and a run without features only compares tags. Sets of
/// posts have no hooks, since they are decided with the assignment.
struct ShiftsFeatures {
  private var betterPlaces: BetterPlaceDesk?
  private var zones: ZoneDesk?
  private var changes: RebookingDesk?

  init(_ rules: ShiftRules, _ festival: Festival) {
    betterPlaces = BetterPlaceDesk(rules, festival)
    zones = ZoneDesk(rules, festival)
    changes = RebookingDesk(rules, festival)
  }

  mutating func open(_ core: inout ShiftsCore, _ desk: inout ShiftsMarket.Desk) {
    zones?.open(&core, &desk)
    changes?.open(&core, &desk)
  }

  mutating func confirmed(
    _ request: SignUpIndex, at time: Milliseconds, _ core: inout ShiftsCore,
    _ desk: inout ShiftsMarket.Desk
  ) {
    betterPlaces?.confirmed(request, at: time, &core, &desk)
    zones?.confirmed(request, at: time, &core, &desk)
    changes?.confirmed(request, at: time, &core, &desk)
  }

  mutating func take(
    _ step: ShiftsMarket.Step, at time: Milliseconds, _ core: inout ShiftsCore,
    _ desk: inout ShiftsMarket.Desk
  ) {
    betterPlaces?.take(step, at: time, &core, &desk)
    zones?.take(step, at: time, &core, &desk)
    changes?.take(step, at: time, &core, &desk)
  }

  func leave(in records: inout ShiftsRecords) {
    zones?.leave(in: &records)
    changes?.leave(in: &records)
  }
}
