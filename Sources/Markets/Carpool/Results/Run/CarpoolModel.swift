import Board
import CarpoolScenario
import Community
public import Ground
import Lifecycle
import Matching
public import Metrics
public import Models
public import Scenario
import Simulation
import Synthesis
public import Tables
import Travellers

/// The carpool market: drivers make their own trips, and passengers request seats.
public enum CarpoolModel: MarketModel {
  public static let scenarios = ScenarioMarket(CarpoolFields.self)
  public static let request = RequestWords("request", "requests", column: "request_id", table: "requests.csv")
  public static let populations = Metric.Population.ofCarpool

  public static let sameness =
    "recorded travellers are the same in every replication; to vary them, set `resample` of supply, demand or trips"

  /// The headline figures; help texts use them without building the list of all figures.
  public static let headline = [
    FigureColumn(.matchRate), FigureColumn(.serviceRate), FigureColumn(.wait, .mean),
    FigureColumn(.passengerDetourFactor, .mean), FigureColumn(.driverDetour, .mean),
    FigureColumn(.vktSavedRatio),
  ]
  /// The default figures for trade-offs in analyses.
  public static let tradeOff = [FigureColumn(.matchRate), FigureColumn(.driverDetour, .mean)]

  public static let figures = list(CarpoolFigure.all)

  public static func figures(where has: ([String]) -> Bool) -> FigureList {
    let parts = CarpoolRun.features.map { $0.members.contains(where: has) }
    return list(CarpoolFigure.all.filter { $0.applies(parts) })
  }

  private static func list(_ figures: [CarpoolFigure]) -> FigureList {
    FigureList(figures.map(\.metric), headline: headline, tradeOff: tradeOff, brief: brief)
  }

  private static let brief: [FigureList.Brief] = [
    .init(FigureColumn(.matchRate), "matched %", scale: 100, decimals: 1),
    .init(FigureColumn(.serviceRate), "served %", scale: 100, decimals: 1),
    .init(FigureColumn(.wait, .mean), "wait s"), .init(FigureColumn(.driverDetour, .mean), "detour s"),
    .init(FigureColumn(.vktSavedRatio), "VKT saved %", scale: 100, decimals: 2),
  ]

  public static let glossaries: [DataDictionary.Glossary] = [
    .init("Request outcomes", "outcome of requests.csv", of: RequestOutcome.self, \.meaning),
    .init("Attempt outcomes", "outcome of attempts.csv", of: AttemptOutcome.self, \.meaning),
    .init("Driver outcomes", "outcome of drivers.csv", of: DriverOutcome.self, \.meaning),
    .init("Stop kinds", "kind of stops.csv", of: StopKind.self, \.meaning),
    .init("Causes", "cause of requests.csv, attempts.csv and bookings.csv", of: Cause.self, \.meaning),
    .init(
      "Stages", "failed_stage of candidates.csv", Stage.allCases.map { .init($0.name, $0.meaning) }),
    .init("Events", "event of events.csv", of: EventRecord.Kind.self, \.meaning),
    .init("Limits", "binding_limit of attempts.csv and candidates.csv", of: Limit.self, \.meaning),
    .init(
      "Stages of the board", "the counts of bookings.csv, in this order",
      BoardStage.allCases.map { .init($0.name, $0.meaning) }),
    .init("Booking fates", "fate of bookings.csv", of: BookingFate.self, \.meaning),
    .init("Provisional fates", "fate of provisional.csv", of: ProvisionalFate.self, \.meaning),
    .init("Roles", "role of roles.csv", of: RoleTaken.self, \.meaning),
    .init("Transfer fates", "fate of transfers.csv", of: TransferFate.self, \.meaning),
    .init("Offer outcomes", "outcome of offers.csv", of: OfferOutcome.self, \.meaning),
    .init("Payments", "kind of payments.csv", of: MoneyTransfer.Kind.self, \.meaning),
    .init("Accounts", "account of payments.csv, pays of users.csv", of: PaymentAccount.self, \.meaning),
    .init("Sides", "side of payments.csv", of: PaymentSide.self, \.meaning),
    .init("Messages", "kind of messages.csv", those: MessageKind.self, \.meaning),
  ]

  public static var inputTables: [InputTable] { InputTable.ofCarpool }

  /// Returns the input tables. If parties may have a car, `supply` describes these cars even if drivers come from a
  /// file.
  public static func inputTables(of scenario: Scenario, folder: String) -> [InputTable] {
    guard scenario.mayHaveOwnCars(folder) else { return inputTables }
    return inputTables.map { $0.name == "drivers" ? $0.replacingNothing : $0 }
  }

  public static func inputs(of scenario: Scenario, _ digests: inout InputDigests) throws -> [InputFile] {
    try digests.inputs(of: scenario)
  }

  public static func travellers(of scenario: Scenario) -> Scenario? { scenario.ofTravellers }

  public static func controlled(_ scenario: Scenario) -> Scenario? {
    var bare = scenario.ofTravellers
    bare.time.warmUp = scenario.time.warmUp
    bare.matching.radius = scenario.matching.radius
    return bare
  }

  public static func world(
    of scenario: Scenario, folder: String, on ground: GroundSource, progress: Preparation.Progress
  ) throws -> CarpoolWorld {
    CarpoolWorld(
      try CarpoolInput(
        scenario, folder: folder, on: ground.ground(of: scenario.space, folder: folder),
        sharing: ground.inputs, progress: progress))
  }
}
