import JSON5
import Metrics
import Report
import RoadNetwork
import Scenario
import Statistics
import Study
import Tables

extension Command {
  static let calibrate = Command(
    name: "calibrate", summary: "find the settings that reproduce the figures of an observed day",
    operands: [scenarioOperand],
    options: [
      Option(
        name: "--observed", value: "FILE", kind: .file(["csv"]),
        help:
          "the observed figures: a table with figure, value, and optionally standard_error and days; or a summary.csv"
      ),
      Option(
        name: "--figure", value: "NAME", kind: figure,
        help:
          "use only this figure of the table; default all, or the headline figures of a summary.csv; repeatable",
        repeats: true, former: figureOption.former),
      Option(
        name: "--vary", value: "FIELD=LOW:HIGH", kind: varyOption.kind,
        help:
          "a field and its range, with a uniform prior; LOW:HIGH:log for a log-uniform prior; repeatable",
        repeats: true),
      drawnDesignOption(
        "the design and number N of points of the first wave, lhs or sobol; default lhs, 10 points per field"),
      Option(
        name: "--waves", value: "N", kind: .number,
        help: "the maximum number of waves, each sampling the region not ruled out by earlier waves",
        standard: "3"),
      designSeedOption, setOption, replicationsOption, jobsOption, studyFolderOption, routingOption,
      progressOption,
      jsonOption("the findings"), quietOption,
    ],
    discussion: """
      A surface is fitted to each observed figure over all points run so far. A setting is implausible if a figure
      would deviate from its observation by more than three standard deviations, which combine the uncertainty of the
      surface, the variation between days (from the replications) and the error of the observation (standard_error).
      Further waves sample the plausible region. Settings are then drawn from it by their likelihood given the
      observed figures, and the most likely one is run. Fields that the figures cannot identify are reported. The
      folder is a study like any other; the same command resumes it, and results do not depend on --jobs. It contains
      calibration.csv, calibrate.json and calibrated.json5, the scenario at the most likely point.

      Exit codes: 0 calibrated, 1 no setting reproduces the observations.
      """,
    example:
      "detour calibrate Scenarios/quickstart.json5 --observed Examples/observed.csv --vary behaviour.decline_probability=0:0.5"
      + " --vary matching.radius_m=300:1500"
  ) { arguments, command in
    try CalibrateCommand(arguments, command).carryOut()
  }
}

/// Calibrates a scenario and prints the result.
struct CalibrateCommand {
  private let request: StudyRequest
  private let planned: PlannedStudy
  private let observed: String
  /// The figures to print; if empty, the default ones.
  private let figures: [String]
  private let waves: Int

  init(_ arguments: Arguments, _ command: Command) throws {
    guard let observed = arguments.value("--observed") else {
      throw command.misuse(
        "--observed FILE is missing: give a table with the columns figure and value")
    }
    self.observed = observed
    figures = arguments.all("--figure").distinct
    request = try StudyRequest(arguments, command)
    waves = try arguments.count("--waves", 1...20) ?? 3
    var plan = request.planned.plan
    try Self.check(plan, command)
    if plan.design.method == .grid {
      plan.design.method = .lhs
      plan.design.points = Calibrator.firstPoints(fields: plan.variations.count)
    }
    let points = plan.design.points ?? 0
    guard points >= Calibrator.leastPoints(fields: plan.variations.count) else {
      throw command.misuse(
        "--design \(plan.design.method.rawValue) \(points): a surface over \(plan.variations.count) fields requires"
          + " \(Calibrator.leastPoints(fields: plan.variations.count)) points or more; give"
          + " \(Calibrator.firstPoints(fields: plan.variations.count))")
    }
    planned = PlannedStudy(
      plan: plan, scenario: request.planned.scenario, places: request.planned.places)
  }

  /// Rejects plans with nothing to calibrate, or with too few replications to estimate the spread.
  private static func check(_ plan: StudyPlan, _ command: Command) throws(UsageError) {
    guard !plan.variations.isEmpty else {
      throw command.misuse("no field varies; give --vary FIELD=LOW:HIGH")
    }
    if let other = plan.variations.first(where: { !$0.isRange || $0.isSingle }) {
      throw command.misuse("`\(other.field)` has no range; give --vary \(other.field)=LOW:HIGH")
    }
    guard [.grid, .lhs, .sobol].contains(plan.design.method) else {
      throw command.misuse(
        "the design \(plan.design.method.rawValue) is not suited to surfaces; give lhs or sobol")
    }
    guard plan.precision == nil else {
      throw command.misuse("only `detour sweep` supports a precision; give --replications")
    }
    guard plan.replications >= 5 else {
      throw command.misuse(
        "--replications \(plan.replications): too few runs to estimate the variation between days; give 5 or more, preferably 10"
      )
    }
  }

  func carryOut() throws -> Int32 {
    let bar = request.bar()
    defer { bar.clear() }
    bar.announce("reading")
    let observed = try ObservedFigure.table(
      contentsOf: observed, among: planned.study(bar).figures, named: figures)
    bar.clear()
    let calibrator = Calibrator(to: observed, waves: waves) { more in try planned.study(bar, adding: more) }
    let (calibration, scenario, results) = try calibrator.carryOut(
      in: request.output, jobs: request.jobs, method: request.method, refused: { bar.update(.refused($0)) },
      progress: request.progress(bar), isStopped: Interruption.listen())
    bar.clear()
    Detour.warn(of: results)
    let finding = CalibrationFinding(calibration, of: try StudyTable(study: request.output))
    try WrittenFiles(study: request.output).write([
      ("calibration.csv", finding.writeTable),
      (
        "calibrate.json", { path throws(TableError) in try AtomicFile.write(finding.file.indented, to: path) }
      ),
      ("calibrated.json5", { path throws(TableError) in try AtomicFile.write(scenario.indented, to: path) }),
    ])
    request.show(finding.json, as: .calibrate, or: finding.text)
    return finding.isReproduced ? ExitCode.success : ExitCode.failure
  }
}
