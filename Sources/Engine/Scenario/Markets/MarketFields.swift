package import Quantities

/// The market-specific part of a scenario: its fields with defaults and checks.
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
/// Loader, schema, documentation and studies are derived from it. Common to all markets are name, description,
/// market, seed, replication, time, results, and, in spatial markets, space.
package protocol MarketFields: Equatable, Sendable {
  /// The market's name in scenarios, such as `services`.
  static var market: String { get }
  /// The participants of the market, in one sentence.
  static var sentence: String { get }
  /// Whether the market is spatial, so that its scenarios have the field `space`.
  static var takesPlace: Bool { get }
  /// Whether this is the default market of scenarios without `market`; true for at most one.
  static var isStandard: Bool { get }
  /// The tables allowed in `results.record`.
  static var recordable: [String] { get }
  /// The market's own members of the object `results`, after `interval_s`.
  static var resultFields: [Field<Self>] { get }
  /// The market's own fields, at the level of `time`.
  static var members: Members<Self> { get }

  /// Every field of the market's scenarios, common and own; cached if there are many.
  static var whole: Members<Scenario> { get }

  /// Checks common and own fields together: `checked` contains the whole scenario.
  static func check(_ checked: Checked<Scenario>, _ faults: inout Faults)

  /// Returns the text in tables for the `value` of `field`, as after `--set field=`, if it differs from the value
  /// itself.
  static func shown(_ value: String, of field: String) -> String

  /// Creates the defaults.
  init()

  /// Returns the length of the stationary period from simulated time 0 on; nil if there is none.
  func stationaryPeriod(in scenario: Scenario) -> Milliseconds?

  /// Returns whether requests arrive at the same rates every week, whatever events happen once.
  func repeatsWeekly(in scenario: Scenario) -> Bool
}

extension MarketFields {
  package static var recordable: [String] { ["candidates", "events"] }
  package static var resultFields: [Field<Self>] { [] }
  package static var whole: Members<Scenario> { Scenario.members(of: Self.self, among: [market]) }
  package static var isStandard: Bool { false }
  package static func shown(_ value: String, of field: String) -> String { value }
  package static func check(_ checked: Checked<Scenario>, _ faults: inout Faults) {}
  package func stationaryPeriod(in scenario: Scenario) -> Milliseconds? { nil }
  package func repeatsWeekly(in scenario: Scenario) -> Bool { false }
}
