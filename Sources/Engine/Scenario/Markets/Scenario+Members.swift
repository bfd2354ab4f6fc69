import JSON5
import Quantities

extension Scenario {
  /// The beginning of every scenario; the field `market` stands behind `description`.
  private static let name: [Field<Self>] = [
    Field(
      "name", \.name, .name, entersIdentity: false,
      "The name of results and tables; by default the file's name without its extension."),
    Field("description", \.description, .text(), entersIdentity: false, "A sentence for people."),
  ]

  private static let draws: [Field<Self>] = [
    Field("seed", \.seed, .integer(0, to: .max), "The master seed of everything that is drawn."),
    Field(
      "replication", \.replication, .integer(0, to: UInt64(UInt32.max)),
      "The number of the replication; replications are independent."),
    Field("time", \.time, .object(Time.members), "When things happen."),
  ]

  private static let place = Field<Self>(
    "space", \.space, Space.shape, isRequired: true, "Where people travel.")

  /// The fields that scenarios of every market have and that are read alike in all of them.
  static var commonMembers: Members<Self> { Members(Scenario(of: NoFields()), name + draws) }

  /// The names of the fields that mean the same in every market.
  static var commonNames: [String] { ["market"] + (name + draws).map(\.name) }

  /// Every field of a scenario of the market `Own`, common and own.
  ///
  /// - Parameter names: the markets that a scenario may name.
  package static func members<Own: MarketFields>(of market: Own.Type, among names: [String]) -> Members<Self>
  {
    let common = name + [marketField(among: names)] + draws + (Own.takesPlace ? [place] : [])
    let own = Own.members
    let results = Results.members(of: market)
    return Members(
      Scenario(of: own.prototype),
      common + own.fields.map(Field.init(own:))
        + [Field("results", group: results, "What is written.")],
      check: { checked, faults in
        own.check(
          Checked(value: checked.value.fields(of: market), node: checked.node, path: checked.path), &faults)
        Own.check(checked, &faults)
        checkRows(checked, &faults)
      })
  }

  /// The field `market`. It has been read already, since it decides what else there is.
  ///
  /// The identity does not name the standard market: its runs keep the ids that they had before there was another one.
  private static func marketField(among names: [String]) -> Field<Self> {
    Field(
      name: "market", summary: "The market simulated: it determines the other fields.",
      isRequired: false, declaration: .choice(names), read: { _, _, _, _ in },
      write: { scenario, writing in
        writing == .identity && type(of: scenario.own).isStandard ? nil : .text(scenario.market)
      })
  }

  /// Checks that the time series has not too many rows.
  private static func checkRows(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    let scenario = checked.value
    let period = max(scenario.time.duration ?? .zero, scenario.time.horizon ?? .zero)
    let rows = period.rawValue / max(1, scenario.results.interval.rawValue)
    guard rows > Results.mostIntervals else { return }
    let most = Int64(Results.mostIntervals)
    let least = Milliseconds((period.rawValue + most - 1) / most).seconds
    checked.conflict(
      "the period would give \(rows) rows of timeseries.csv, and at most \(Results.mostIntervals) are written;"
        + " give \(JSON.number(least).compact) or more",
      ["results.interval_s", "results", "time.duration_s", "time.horizon_s", "time"], &faults)
  }
}

extension Scenario.Results {
  /// The fields of `results` in scenarios of `market`, read into the scenario.
  fileprivate static func members<Own: MarketFields>(of market: Own.Type) -> Members<Scenario> {
    let record = Shape<String>.choice(Own.recordable).list(counts: 0...Own.recordable.count)
    return Members(
      Scenario(of: Own()),
      [
        Field(
          "interval_s", \.results.interval, .seconds(.from(0.001, to: 1e9)),
          "The length of a row of the time series.")
      ] + Own.resultFields.map(Field.init(own:)) + [
        Field(
          "record", \.results.record, record, entersIdentity: false,
          "The tables that are written on request; what is recorded changes no result.")
      ])
  }
}

extension Field<Scenario> {
  /// The field of a market, as one of the scenario that the market's own fields stand in.
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

/// The own fields of a scenario of a market that nobody knows: none.
struct NoFields: MarketFields {
  static let market = ""
  static let sentence = ""
  static let takesPlace = false
  static let members = Members(Self(), [])
}
