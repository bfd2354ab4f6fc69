package import Quantities

/// The part of a scenario that only one market has: its fields with their defaults, and what is checked in them.
///
///     struct FerryFields: MarketFields {
///       static let market = "ferries"
///       static let sentence = "Travellers look for a place on a ferry that sails at their hour."
///       static let takesPlace = false
///       var matching = FerryMatching()
///
///       static let members = Members(
///         Self(), [Field("matching", \.matching, .object(FerryMatching.members), "How places are found.")])
///     }
///
/// Loader, schema, documentation and studies follow. Common to all markets are name, description, market, seed,
/// replication, time, results, and space in those that take place in one.
package protocol MarketFields: Equatable, Sendable {
  /// The name of the market in scenarios, as `services`.
  static var market: String { get }
  /// The participants of the market, in one sentence.
  static var sentence: String { get }
  /// True if it takes place in a space, so that its scenarios have the field `space`.
  static var takesPlace: Bool { get }
  /// True if a scenario that names no market is of this one; true of one market at the most.
  static var isStandard: Bool { get }
  /// The tables that `results.record` may name.
  static var recordable: [String] { get }
  /// The members of the object `results` that only this market has, behind `interval_s`.
  static var resultFields: [Field<Self>] { get }
  /// The fields of its own, on the level of `time`.
  static var members: Members<Self> { get }

  /// Every field of scenarios of this market, common and own; made once where there may be many of them.
  static var whole: Members<Scenario> { get }

  /// Checks what common and own fields say together: `checked` holds the whole scenario.
  static func check(_ checked: Checked<Scenario>, _ faults: inout Faults)

  /// The text in tables for the `value` of `field`, as it would stand after `--set field=`, where that is not the text
  /// itself.
  static func shown(_ value: String, of field: String) -> String

  /// Creates the defaults.
  init()

  /// The time from second 0 on in which nothing changes by the clock; nil where there is none.
  func stationaryPeriod(in scenario: Scenario) -> Milliseconds?
}

extension MarketFields {
  package static var recordable: [String] { ["candidates", "events"] }
  package static var resultFields: [Field<Self>] { [] }
  package static var whole: Members<Scenario> { Scenario.members(of: Self.self, among: [market]) }
  package static var isStandard: Bool { false }
  package static func shown(_ value: String, of field: String) -> String { value }
  package static func check(_ checked: Checked<Scenario>, _ faults: inout Faults) {}
  package func stationaryPeriod(in scenario: Scenario) -> Milliseconds? { nil }
}
