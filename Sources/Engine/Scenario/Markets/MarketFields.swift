import JSON5
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

  /// Returns the text shown in tables for `value`, a value of `field` as written after `--set field=`; usually the
  /// value itself.
  static func shown(_ value: String, of field: String) -> String

  /// Creates the defaults.
  init()

  /// Returns the length of the stationary period from simulated time 0 on; nil if there is none.
  func stationaryPeriod(in scenario: Scenario) -> Milliseconds?

  /// Returns whether requests arrive at the same rates every week, apart from one-off events.
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

extension Scenario {
  /// The first fields of every scenario; the field `market` follows `description`.
  private static let name: [Field<Self>] = [
    Field(
      "name", \.name, .name, entersIdentity: false,
      "The name used in results and tables; by default the file's name without its extension."),
    Field("description", \.description, .text(), entersIdentity: false, "A description for readers."),
    schemaVersionField,
  ]

  private static let draws: [Field<Self>] = [
    Field("seed", \.seed, .integer(0, to: .max), "The master seed of all random draws."),
    Field(
      "replication", \.replication, .integer(0, to: UInt64(UInt32.max)),
      "The replication number; replications are independent."),
    Field("time", \.time, .object(Time.members), "The clock and the simulated period."),
  ]

  private static let place = Field<Self>(
    "space", \.space, Space.shape, isRequired: true, "The space in which people travel.")

  /// The fields common to all markets, with the same form in all of them.
  static var commonMembers: Members<Self> { Members(Scenario(of: NoFields()), name + draws) }

  /// The newest schema version that this program reads. A new version adds or changes fields in a way that would make
  /// older programs misread a scenario.
  package static let schemaVersion = 1

  /// The name of the field that states the schema version.
  static let schemaVersionName = "schema_version"

  /// The field that states the schema version. It is never written, because a scenario without it is equivalent.
  private static let schemaVersionField = Field<Self>(
    name: schemaVersionName,
    summary:
      "The version of the scenario format; a version newer than the program supports is refused. `null`: 1.",
    isRequired: false, declaration: versionShape.declaration,
    read: { node, path, _, faults in _ = versionShape.read(node, path, &faults) }, write: { _, _ in nil })

  private static var versionShape: Shape<Int?> { Shape<Int>.integer(1, to: schemaVersion).orNull }

  /// Returns whether `root` states a schema version newer than `schemaVersion`; if so, reports it as a fault.
  static func isNewer(_ root: Node, _ faults: inout Faults) -> Bool {
    guard let node = root[schemaVersionName], case .number(let value, _) = node.value,
      value > Double(schemaVersion), value == value.rounded()
    else { return false }
    let sentence =
      "the scenario is written for version \(node.shown) of the fields, and this program reads version"
      + " \(schemaVersion); install a newer Detour, or remove the field if the scenario uses no newer features"
    faults.add(.conflict(sentence), at: schemaVersionName, node.origin)
    return true
  }

  /// The names of the fields with the same meaning in every market.
  static var commonNames: [String] { ["market"] + (name + draws).map(\.name) }

  /// Returns every field of a scenario of the market `Own`, common and own.
  ///
  /// - Parameter names: the market names allowed in a scenario.
  package static func members<Own: MarketFields>(of market: Own.Type, among names: [String]) -> Members<Self>
  {
    let common = name + [marketField(among: names)] + draws + (Own.takesPlace ? [place] : [])
    let own = Own.members
    let results = Results.members(of: market)
    return Members(
      Scenario(of: own.prototype),
      common + own.fields.map(Field.init(own:))
        + [Field("results", group: results, "The output of a run.")],
      check: { checked, faults in
        own.check(
          Checked(value: checked.value.fields(of: market), node: checked.node, path: checked.path), &faults)
        Own.check(checked, &faults)
        checkRows(checked, &faults)
      })
  }

  /// Returns the field `market`. It has been read already, because it determines the other fields.
  ///
  /// The identity omits the default market, so that its runs keep the ids from before other markets existed.
  private static func marketField(among names: [String]) -> Field<Self> {
    Field(
      name: "market", summary: "The market to simulate; it determines the other fields.",
      isRequired: false, declaration: .choice(names), read: { _, _, _, _ in },
      write: { scenario, writing in
        writing == .identity && type(of: scenario.own).isStandard ? nil : .text(scenario.market)
      })
  }

  /// Checks the number of rows of the time series.
  private static func checkRows(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    let scenario = checked.value
    let period = max(scenario.time.duration ?? .zero, scenario.time.horizon ?? .zero)
    let rows = period.rawValue / max(1, scenario.results.interval.rawValue)
    guard rows > Results.mostIntervals else { return }
    let most = Int64(Results.mostIntervals)
    let least = Milliseconds((period.rawValue + most - 1) / most).seconds
    checked.conflict(
      "timeseries.csv would have \(rows) rows over the period, and the maximum is \(Results.mostIntervals);"
        + " give \(JSON.number(least).compact) or more",
      ["results.interval_s", "results", "time.duration_s", "time.horizon_s", "time"], &faults)
  }
}

extension Scenario.Results {
  /// Returns the fields of `results` in scenarios of `market`, read into the scenario.
  fileprivate static func members<Own: MarketFields>(of market: Own.Type) -> Members<Scenario> {
    let record = Shape<String>.choice(Own.recordable).list(counts: 0...Own.recordable.count)
    return Members(
      Scenario(of: Own()),
      [
        Field(
          "interval_s", \.results.interval, .seconds(.from(0.001, to: 1e9)),
          "The interval covered by each row of the time series.")
      ] + Own.resultFields.map(Field.init(own:)) + [
        Field(
          "record", \.results.record, record, entersIdentity: false,
          "The optional tables to write; recording them changes no result.")
      ])
  }
}

extension Field<Scenario> {
  /// Converts a field of a market into one of the scenario that contains the market's fields.
  package init<Own: MarketFields>(own field: Field<Own>) {
    self.init(
      name: field.name, summary: field.summary, isRequired: field.isRequired, declaration: field.declaration,
      read: { node, path, scenario, faults in
        var own = scenario.fields(of: Own.self)
        field.read(node, path, &own, &faults)
        scenario.setFields(own)
      },
      write: { scenario, writing in field.write(scenario.fields(of: Own.self), writing) })
    idleRule = field.idleRule.map { rule in
      { rule($0.fields(of: Own.self), $1) }
    }
  }
}

/// The fields of a scenario of an unknown market: none.
struct NoFields: MarketFields {
  static let market = ""
  static let sentence = ""
  static let takesPlace = false
  static let members = Members(Self(), [])
}

extension Scenario {
  /// Every field of the market's scenarios.
  var members: Members<Self> { type(of: own).whole }

  /// The market's name, such as `carpool`.
  public var market: String { type(of: own).market }

  /// Returns the fields of the scenario's market.
  ///
  /// - Precondition: the scenario belongs to this market.
  package func fields<Own: MarketFields>(of market: Own.Type) -> Own {
    guard let own = own as? Own else {
      preconditionFailure(
        "a scenario of the market \(self.market) has no fields of the market \(Own.market)")
    }
    return own
  }

  /// Changes the scenario to the market of `fields`, and sets them.
  package mutating func setFields(_ fields: some MarketFields) { own = fields }

  public static func == (a: Self, b: Self) -> Bool {
    a.name == b.name && a.description == b.description && a.seed == b.seed
      && a.replication == b.replication && a.time == b.time && a.space == b.space
      && a.results == b.results && a.own.equals(b.own)
  }
}

extension MarketFields {
  fileprivate func equals(_ other: any MarketFields) -> Bool { self == other as? Self }
}
