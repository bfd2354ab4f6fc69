import Community
public import Ground
import Lifecycle
public import Metrics
public import Models
import RoadNetwork
public import Scenario
public import Tables

/// The services market: clients search for providers who come to them to do a job.
public enum ServicesModel: MarketModel {
  public static let scenarios = ScenarioMarket(ServicesFields.self)
  public static let request = RequestWords("job", "jobs", column: "job_id", table: "jobs.csv")
  public static let populations = Metric.Population.ofServices

  public static let figures = list(ServicesFigure.features)

  public static func figures(where has: ([String]) -> Bool) -> FigureList {
    list(ServicesFigure.features.filter { has($0.member) })
  }

  private static func list(_ features: [ServicesFigure.Feature]) -> FigureList {
    FigureList(
      (ServicesFigure.usual + features.flatMap(\.figures)).map(\.metric), headline: headline,
      tradeOff: [FigureColumn(.matchRate), FigureColumn(.travel, .mean)], brief: brief)
  }

  private static let headline: [FigureColumn] = [
    FigureColumn(.matchRate), FigureColumn(.serviceRate), FigureColumn(.timeToConfirm, .mean),
    FigureColumn(.wait, .mean), FigureColumn(.lateness, .mean), FigureColumn(.travel, .mean),
    FigureColumn(.utilisation), FigureColumn(.jobsGini),
  ]

  private static let brief: [FigureList.Brief] = [
    .init(FigureColumn(.matchRate), "matched %", scale: 100, decimals: 1),
    .init(FigureColumn(.serviceRate), "done %", scale: 100, decimals: 1),
    .init(FigureColumn(.timeToConfirm, .mean), "confirmed s"),
    .init(FigureColumn(.lateness, .mean), "late s"), .init(FigureColumn(.travel, .mean), "way m"),
    .init(FigureColumn(.utilisation), "at work %", scale: 100, decimals: 1),
  ]

  public static let glossaries = coreGlossaries.with(
    ServicesRun.features.flatMap(\.glossaries), named: \.title)

  private static let coreGlossaries: [DataDictionary.Glossary] = [
    .init("Job outcomes", "outcome of jobs.csv", of: JobOutcome.self, \.meaning),
    .init("Attempt outcomes", "outcome of attempts.csv", those: AttemptOutcome.self, \.servicesMeaning),
    .init("Appointment outcomes", "outcome of appointments.csv", of: Appointment.Outcome.self, \.meaning),
    .init("Causes", "cause of jobs.csv and attempts.csv", of: JobCause.self, \.meaning),
    .init(
      "Stages", "columns of attempts.csv, in order", JobStage.allCases.map { .init($0.name, $0.meaning) }),
    .init("Purposes", "purpose of payments.csv", of: ServiceTransfer.Purpose.self, \.meaning),
    .init("Events", "event of events.csv", of: JobEvent.Kind.self, \.meaning),
    .init("Reasons for leaving", "reason of users.csv", of: Departures.Reason.self, \.meaning),
    .init("Messages", "kind of messages.csv", those: MessageKind.self, \.servicesMeaning),
  ]

  public static var inputTables: [InputTable] { InputTable.ofServices }

  public static func inputs(of scenario: Scenario, _ digests: inout InputDigests) throws -> [InputFile] {
    let fields = scenario.fields(of: ServicesFields.self)
    var inputs = try digests.inputs(ofSpaceIn: scenario)
    if case .recorded(let providers) = fields.supply {
      inputs.append(try digests.input("providers", providers.file))
    }
    if case .recorded(let jobs) = fields.demand { inputs.append(try digests.input("jobs", jobs.file)) }
    return inputs
  }

  public static func world(
    of scenario: Scenario, folder: String, on ground: GroundSource, progress: Preparation.Progress
  ) throws -> ServicesWorld {
    try ServicesWorld(
      scenario, folder: folder, on: ground.ground(of: scenario.space, folder: folder),
      preparing: { progress(.network($0)) })
  }
}
