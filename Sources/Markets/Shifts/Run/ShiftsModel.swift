import Community
public import Ground
public import JSON5
import Lifecycle
public import Metrics
public import Models
public import Scenario
public import Tables

/// The shifts market: volunteers sign up for posts in slots, first come, first served; flexible volunteers are assigned
/// at the deadline.
public enum ShiftsModel: MarketModel {
  public static let scenarios = ScenarioMarket(ShiftsFields.self)
  public static let request = RequestWords("sign-up", "sign-ups", column: "signup_id", table: "signups.csv")

  public static let populations: [Metric.Population] = [
    .settledSignUps, .placedSignUps, .refusedSignUps, .volunteers, .allPlaces, .needs, .run,
  ]

  public static let figures = list { _ in true }

  public static func figures(where has: ([String]) -> Bool) -> FigureList { list(where: has) }

  private static func list(where has: ([String]) -> Bool) -> FigureList {
    FigureList(
      ShiftsRun.figures.map(\.metric) + (has(["needs"]) ? NeedsFigure.common.map(\.metric) : [])
        + (has(["channel"]) ? ShiftsRun.messageFigures.map(\.metric) : [])
        + ShiftsRun.features.filter { $0.members.contains(where: has) }.flatMap(\.figures).map(\.metric),
      headline: [
        FigureColumn(ShiftsMetric.fillRatio), FigureColumn(ShiftsMetric.fullShiftsRatio),
        FigureColumn(ShiftsMetric.matchRate), FigureColumn(ShiftsMetric.wishMet(1)),
        FigureColumn(ShiftsMetric.wishRank, .mean), FigureColumn(ShiftsMetric.placesEmpty),
      ],
      tradeOff: [FigureColumn(ShiftsMetric.fillRatio), FigureColumn(ShiftsMetric.wishRank, .mean)],
      brief: [
        .init(FigureColumn(ShiftsMetric.fillRatio), "filled %", scale: 100, decimals: 1),
        .init(FigureColumn(ShiftsMetric.fullShiftsRatio), "full posts %", scale: 100, decimals: 1),
        .init(FigureColumn(ShiftsMetric.matchRate), "matched %", scale: 100, decimals: 1),
        .init(FigureColumn(ShiftsMetric.wishMet(1)), "first wish %", scale: 100, decimals: 1),
        .init(FigureColumn(ShiftsMetric.placesEmpty), "empty"),
      ])
  }

  public static func metrics(namedBy scenario: JSON) -> [Metric] {
    guard scenario["needs"] != nil else { return [] }
    let scenario = try? Scenario.load(
      text: scenario.compact, file: "", markets: ScenarioMarkets([scenarios]))
    return scenario.map { NeedsFigure.named(by: $0).map(\.metric) } ?? []
  }

  public static let glossaries = coreGlossaries.with(
    ShiftsRun.features.flatMap(\.glossaries), named: \.title)

  private static let coreGlossaries: [DataDictionary.Glossary] = [
    .init("Sign-up outcomes", "outcome of signups.csv", of: SignUpOutcome.self, \.meaning),
    .init("Attempt outcomes", "outcome of attempts.csv", those: AttemptOutcome.self, \.ofSignUp),
    .init("Causes", "cause of signups.csv and attempts.csv", of: ShiftCause.self, \.meaning),
    .init("Stages", "funnel of attempts.csv", ShiftStage.allCases.map { .init($0.name, $0.meaning) }),
    .init("Needs", "need of needs.csv", of: Need.self, \.meaning),
    .init("Changes of places", "change of places.csv", of: PlaceChange.Kind.self, \.meaning),
    .init("Events", "event of events.csv", of: ShiftEventRecord.Kind.self, \.meaning),
    .init("Messages", "kind of messages.csv", those: MessageKind.self, \.shiftsMeaning),
  ]

  public static var inputTables: [InputTable] { InputTable.ofShifts }

  public static func inputs(of scenario: Scenario, _ digests: inout InputDigests) throws -> [InputFile] {
    let fields = scenario.fields(of: ShiftsFields.self)
    var inputs: [InputFile] = []
    if case .recorded(let file, _) = fields.programme {
      inputs.append(try digests.input("programme", file))
    }
    if case .recorded(let file, _) = fields.volunteers {
      inputs.append(try digests.input("volunteers", file))
    }
    return inputs
  }

  public static func world(
    of scenario: Scenario, folder: String, on ground: GroundSource, progress: Preparation.Progress
  ) throws -> ShiftsWorld {
    try ShiftsWorld(scenario, folder: folder)
  }
}

extension AttemptOutcome {
  /// The meaning of the outcome for a sign-up, in one sentence.
  fileprivate var ofSignUp: String? {
    switch self {
    case .accepted: "A place was found, and the coordinator confirmed it."
    case .declined: "The coordinator refused the place."
    case .lapsed: "The slot had begun when the coordinator answered."
    case .withdrawn: "The volunteer left before the answer."
    case .noCandidate: "No place was found."
    case .refused, .undelivered, .unanswered: nil
    case .inProgress: "The answer was still pending when the run ended."
    case .probeHit: "A probe found a place."
    case .probeMiss: "A probe found no place."
    }
  }
}
