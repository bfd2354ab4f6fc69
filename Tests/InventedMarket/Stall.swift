public import Ground
import JSON5
public import Metrics
public import Models
import Quantities
public import Scenario
import Statistics
public import Tables

/// A market that nobody has: a stall that sells lemonade to every guest but each third, for tests of what any market
/// gets for nothing.
public enum Stall: MarketModel {
  public static let scenarios = ScenarioMarket(StallFields.self)
  public static let request = RequestWords("guest", "guests", column: "guest_id", table: "guests.csv")

  public static let soldRatio = Metric(
    "sold_ratio", .ratio, over: guests, better: .higherIsBetter, "Guests who got a cup ÷ guests.")
  public static let wait = Metric(
    "wait_s", .seconds, over: guests, better: .lowerIsBetter, isDistribution: true,
    "How long guests who got a cup waited for it.")
  private static let guests = Metric.Population("guests", "All guests who came.")

  public static let populations = [guests]
  public static let figures = FigureList(
    StallRun.figures.map(\.metric), headline: [FigureColumn(soldRatio), FigureColumn(wait, .mean)],
    tradeOff: [FigureColumn(soldRatio), FigureColumn(wait, .mean)],
    brief: [.init(FigureColumn(soldRatio), "sold %", scale: 100, decimals: 1)])
  public static let glossaries: [DataDictionary.Glossary] = [
    .init("Guest outcomes", "outcome of guests.csv", of: StallRun.Outcome.self, \.meaning)
  ]

  public static func inputs(of scenario: Scenario, _ digests: inout InputDigests) throws -> [InputFile] { [] }

  public static func world(
    of scenario: Scenario, folder: String, on ground: GroundSource, progress: Preparation.Progress
  ) throws -> StallWorld {
    StallWorld(scenario: scenario, folder: folder)
  }
}

/// What only the stall has in a scenario.
public struct StallFields: MarketFields {
  package static let market = "stall"
  package static let sentence = "Guests look for a cup of lemonade at a stall."
  package static let takesPlace = false
  package static let recordable = ["cups"]
  package static let members = Members(
    Self(), [Field("rain", \.rain, .boolean, "Whether it rains; then nobody waits.")])

  package var rain = false

  package init() {}
}

/// The stall before it opens.
public struct StallWorld: MarketWorld {
  public let scenario: Scenario
  public let folder: String

  public var inputs: [InputFile] { [] }
  public var notices: [String] { ["it may rain"] }
  public var counts: [(name: String, count: Int)] { [("guests", StallRun.guests)] }

  public func run(_ observation: RunObservation) throws -> StallRun {
    observation.progress?(1, 12)
    return StallRun(identity: identity, seed: scenario.seed)
  }

  public func explanation(ofRequest id: String, showing shown: Int) throws -> RequestAccount? {
    guard let guest = Int(id), (1...StallRun.guests).contains(guest) else { return nil }
    return RequestAccount("guest \(guest): \(try run(RunObservation()).rows[guest - 1].outcome.rawValue)\n")
  }
}

/// The stall after it has closed.
public struct StallRun: MarketRun, Sendable {
  public static let guests = 12

  /// How guests leave.
  public enum Outcome: String, CaseIterable, Sendable {
    case sold, empty

    var meaning: String { self == .sold ? "the guest got a cup" : "there was none left" }
  }

  /// A guest.
  public struct Row: Sendable {
    let number: Int
    let time: Milliseconds
    public let outcome: Outcome
    let wait: Milliseconds?
  }

  public let identity: RunIdentity
  public let rows: [Row]

  /// The day of the stall under `seed`.
  public init(identity: RunIdentity, seed: UInt64 = 1) {
    self.identity = identity
    rows = (1...Self.guests).map { number in
      let isSold = (number + Int(seed % 3)) % 3 != 0
      return Row(
        number: number, time: Milliseconds(Int64(number) * 60_000), outcome: isSold ? .sold : .empty,
        wait: isSold ? Milliseconds(Int64(number) * 1000) : nil)
    }
  }

  static let figures: [Figure<StallRun>] = [
    Figure(Stall.soldRatio) { run in
      .share(run.rows.count { $0.outcome == .sold }, of: run.rows.count)
    },
    Figure(Stall.wait) { run in .sample(run.rows.compactMap { $0.wait?.seconds }) },
  ]

  public static let guestsTable = Table<Row>(
    "guests", "A row per guest.", key: ["guest_id"], constant: .runID,
    columns: [
      .identifier("guest_id", "The guest.") { (Int64($0.number), .numbers) },
      .seconds("time_s", "When the guest came.") { $0.time },
      .word("outcome", "How the guest left; see the list of guest outcomes.") { $0.outcome },
    ])
  public static let cupsTable = Table<Row>(
    "cups", "A row per cup sold (on request).", key: ["guest_id"], constant: .runID,
    columns: [
      .identifier("guest_id", "Who got it.") { (Int64($0.number), .numbers) },
      .seconds("wait_s", "How long the guest waited.") { $0.wait },
    ])
  public static let clockTable = Table<Row>(
    "clock", "A row per guest: what the machine says.", key: ["guest_id"], isDeterministic: false,
    columns: [.identifier("guest_id", "The guest.") { (Int64($0.number), .numbers) }])

  public static let tables = RunTables<StallRun>(
    [RunTable("guests", guestsTable) { $0.rows }],
    onRequest: [RunTable("cups", cupsTable) { run in run.rows.filter { $0.outcome == .sold } }],
    ofMachine: [RunTable("clock", clockTable) { $0.rows }])

  public func measured() -> Figures {
    Figures(
      of: self, by: Self.figures,
      outcomes: Outcome.allCases.map { outcome in
        .init(outcome.rawValue, rows.count { $0.outcome == outcome })
      }, settled: rows.count)
  }

  public var effort: Performance.Effort { Performance.Effort(events: rows.count, requests: rows.count) }
  public var refused: [RefusedRows] { [RefusedRows("guests", [(7, "rude")], causes: ["late", "rude"])] }

  public func summary(of figures: Figures) -> SummaryText.Body {
    SummaryText.Body(
      [
        .init("sold", SummaryText.share(figures[Stall.soldRatio], of: figures.settled, "guests")),
        .init("rain", nil),
      ], members: [.init("cups", .integer(Int128(figures.count("sold"))))], requests: "guests")
  }
}
