import Carpool
import JSON5
import Metrics
import Models
import Report
import RoadNetwork
import Scenario
import Study
import Tables

extension Command {
  static let sample = Command(
    name: "sample",
    summary: "estimate the bias caused by sampling a scenario, by sample share",
    operands: [Operand(name: "SCENARIO", kind: .scenario)],
    options: [
      Option(
        name: "--shares", value: "LIST",
        help: "the sample shares of drivers and requests, such as 0.01,0.1",
        standard: "0.01,0.05,0.1,0.25,0.5"),
      Option(
        name: "--exponent", value: "X", kind: .number,
        help: "correct for the sample size by stretching the service by share^(-X); 0: no correction",
        standard: "0.3333333333333333"),
      figureOption,
      setOption,
      Option(
        name: "--replications", value: "N", kind: .number,
        help: "the number of samples per share, and of full runs",
        standard: "10"),
      jobsOption, studyFolderOption, progressOption, routingOption,
      jsonOption("the bias of every figure"), quietOption,
    ],
    discussion: """
      Each sample of both sides is drawn from the full population of the same replication, smaller ones from larger
      ones, and compared with the full run, pair by pair. Each sample is also run with the service stretched: radius,
      limits, delays and all other lengths and durations are multiplied by share^(-1/3), as theory suggests, and
      resulting times and lengths are divided by the same factor. The folder is a study like any other: the same
      command resumes it, and results do not depend on --jobs. Without --figure: match_rate, wait_s.mean,
      driver_detour_s.mean. See docs/samples.md for results.
      """,
    example: "detour sample Scenarios/quickstart.json5 --shares 0.1,0.5 --replications 3"
  ) { arguments, command in
    try SampleCommand(arguments, command).carryOut()
  }
}

/// Samples a scenario and prints how its figures differ from those of the full scenario.
struct SampleCommand {
  private let request: StudyRequest
  private let design: SampleDesign
  private let figures: [String]

  init(_ arguments: Arguments, _ command: Command) throws {
    let path = arguments.operands[0]
    let text = try FileBytes(contentsOf: path).text
    guard !StudyPlan.isStudy(text) else {
      throw command.misuse("\(path) is a study file; give its scenario")
    }
    let exponent = try arguments.numberOrStandard("--exponent")
    guard (0...1).contains(exponent) else {
      throw command.misuse("--exponent \(exponent): give a number from 0 to 1, such as 0.5")
    }
    design = try SampleDesign(
      try Self.shares(arguments.valueOrStandard("--shares"), command), exponent: exponent, text: text,
      file: path,
      overrides: arguments.all("--set"))
    guard !design.isSampled else {
      throw command.misuse(
        "\(path) is itself sampled (\(SampleDesign.field)), which --shares would override; remove it from the scenario and from --set"
      )
    }
    figures =
      arguments.has("--figure")
      ? arguments.all("--figure").distinct
      : [FigureColumn(.matchRate), FigureColumn(.wait, .mean), FigureColumn(.driverDetour, .mean)].map(\.name)
    request = try StudyRequest(arguments, command)
  }

  private static func shares(_ text: String, _ command: Command) throws(UsageError) -> [Double] {
    let shares = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    guard shares.allSatisfy({ $0 > 0 && $0 < 1 }), Set(shares).count == shares.count else {
      throw command.misuse("--shares \(text): give distinct numbers between 0 and 1, such as 0.01,0.1")
    }
    return shares
  }

  func carryOut() throws -> Int32 {
    let bar = request.bar()
    defer { bar.clear() }
    bar.announce("reading")
    var plan = request.planned.plan
    plan.variations = design.variations
    let planned = PlannedStudy(plan: plan, scenario: request.planned.scenario, places: nil)
    let study = try planned.study(bar, adding: design.stretchedPoints)
    request.warn(of: study, bar)
    let columns = try figures.map { name in
      guard let column = study.figures.named(name) else {
        throw StudyError.unknownFigure(name: name, examples: study.figures.examples)
      }
      return column
    }
    var runner = try StudyRunner(study, folder: request.output, jobs: request.jobs, method: request.method)
    runner.refused = { bar.update(.refused($0)) }
    runner.progress = request.progress(bar)
    runner.isStopped = Interruption.listen()
    let results = try runner.run()
    bar.clear()
    Detour.warn(of: results, known: study.warnings)
    let finding = SampleFinding(design, of: try StudyTable(study: request.output), columns)
    request.show(finding.json, as: .sample, or: finding.text)
    return ExitCode.success
  }
}
