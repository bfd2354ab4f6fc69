import Carpool
import JSON5
import Markets
import Metrics
import Report
import RoadNetwork
import Scenario
import Statistics
import Study
import Tables

extension Command {
  static let tune = Command(
    name: "tune", summary: "find the best settings subject to bounds, with a guarantee",
    operands: [scenarioOperand],
    options: [
      varyOption,
      Option(
        name: "--maximise", value: "FIGURE", kind: figure,
        help: "the objective to maximise, such as \(CarpoolModel.headline.examples.prefix { $0 != " " })"),
      Option(
        name: "--minimise", value: "FIGURE", kind: figure,
        help: "the objective to minimise, such as wait_s.mean; instead of --maximise"),
      Option(
        name: "--where", value: "BOUND", kind: figure,
        help: "a bound to respect, such as wait_s.p95<=480 or match_rate>=0.4; repeatable", repeats: true),
      Option(
        name: "--indifference", value: "X", kind: .number,
        help:
          "the indifference zone of the objective, in its unit; default 0.005 for shares, otherwise 1 % of its magnitude"
      ),
      Option(
        name: "--tolerance", value: "FIGURE=X",
        kind: .known { Markets.figures.columns.map { $0.name + "=" } },
        help:
          "the indifference zone of a bound; default 0.005 for shares, otherwise 1 % of the bound; repeatable",
        repeats: true),
      Option(
        name: "--budget", value: "N", kind: .number,
        help: "the maximum number of runs; default 100 per initial point"),
      drawnDesignOption(
        "start from N points sampled in the ranges, by lhs or sobol, and search around the best ones"),
      designSeedOption,
      setOption,
      Option(
        name: "--replications", value: "N", kind: .number,
        help: "the number of replications per point before the first elimination", standard: "10"
      ),
      jobsOption, studyFolderOption,
      routingOption,
      progressOption,
      Option(name: "--json", help: "print the findings as JSON"),
      tableFormatOption,
      quietOption,
    ],
    discussion: """
      FILE is a scenario or a study file. Each point is run ten times. Points that violate a bound, or that another
      point beats or equals in every run, are then eliminated until one remains: the best simulated point, with a
      probability of at least 95 %, up to --indifference and --tolerance. A run without a figure, such as waits when
      nobody is matched, does not count towards it; points lacking a figure in more than half of their runs are
      excluded. The folder is a study like any other; the same command resumes it, and the runs do not depend on
      --jobs. tuning.csv and tune.json in it record the fate of each point. If standard error is not a terminal,
      progress is reported every half minute.

      Exit codes: 0 selected, 1 no point respects the bounds, 3 undecided: budget used up, or too many runs lack a figure.
      """,
    example:
      "detour tune Scenarios/quickstart.json5 --vary matching.radius_m=500:1500:3 --maximise match_rate"
      + " --where 'driver_detour_s.mean<=240'"
  ) { arguments, command in
    try TuneCommand(arguments, command).carryOut()
  }
}

/// Tunes a scenario and prints the result.
struct TuneCommand {
  private let request: StudyRequest
  private let goal: Goal
  private let budget: Int?
  private let format: PaperTable.Format?

  init(_ arguments: Arguments, _ command: Command) throws {
    request = try StudyRequest(arguments, command)
    try Self.check(request.planned.plan, command)
    goal = try Self.goal(arguments, command)
    format = try arguments.tableFormat()
    budget = try arguments.count("--budget", 1...1_000_000_000)
  }

  /// Rejects plans with nothing to choose between.
  private static func check(_ plan: StudyPlan, _ command: Command) throws(UsageError) {
    guard !plan.variations.isEmpty else {
      throw command.misuse("no field varies; give --vary FIELD=VALUES with two values or more")
    }
    if let single = plan.variations.first(where: \.isSingle) {
      throw command.misuse("`\(single.field)` has only one value; give two or more, or fix it with --set")
    }
    guard ![.morris, .saltelli].contains(plan.design.method) else {
      throw command.misuse(
        "the design \(plan.design.method.rawValue) is for screening; give lhs or sobol, or a grid")
    }
    guard plan.precision == nil else {
      throw command.misuse(
        "only `detour sweep` supports a precision; `detour tune` determines the number of runs per point")
    }
    guard plan.replications >= 5 else {
      throw command.misuse(
        "--replications \(plan.replications): too few runs to estimate the variance; give 5 or more, preferably 10"
      )
    }
  }

  private static func goal(_ arguments: Arguments, _ command: Command) throws -> Goal {
    func zone(_ text: String, _ option: String) throws(UsageError) -> Double {
      guard let zone = Double(text), zone > 0, zone.isFinite else {
        throw command.misuse("\(option) \(text): give a number above 0")
      }
      return zone
    }
    let figure: FigureColumn
    let direction: Direction
    switch (arguments.value("--maximise"), arguments.value("--minimise")) {
    case (let name?, nil): (figure, direction) = (try FigureColumn(reading: name), .higherIsBetter)
    case (nil, let name?): (figure, direction) = (try FigureColumn(reading: name), .lowerIsBetter)
    default:
      throw command.misuse(
        "the objective is missing or ambiguous: give either --maximise FIGURE or --minimise FIGURE")
    }
    let constraints = try arguments.all("--where").map { try Constraint($0) }
    var tolerances: [FigureColumn: Double] = [:]
    for text in arguments.all("--tolerance") {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw command.misuse("--tolerance \(text): give FIGURE=X, such as wait_s.p95=5")
      }
      let held = try FigureColumn(reading: parts[0])
      guard constraints.contains(where: { $0.figure == held }) else {
        throw command.misuse(
          "--tolerance \(text): no --where bounds \(held.name); give one, or leave the tolerance out")
      }
      tolerances[held] = try zone(parts[1], "--tolerance \(parts[0])")
    }
    let goal = Goal(
      figure, direction, subjectTo: constraints,
      indifference: try arguments.value("--indifference").map { try zone($0, "--indifference") },
      tolerances: tolerances)
    if let conflict = goal.conflict { throw command.misuse(conflict) }
    return goal
  }

  func carryOut() throws -> Int32 {
    let (planned, output) = (request.planned, request.output)
    let bar = request.bar()
    defer { bar.clear() }
    bar.announce("reading")
    let study = try planned.study(bar)
    request.warn(of: study, bar)
    let budget = self.budget ?? 100 * study.points.count
    let tuner = Tuner(goal, budget: budget) { more in try planned.study(bar, adding: more) }
    let (tuning, results) = try tuner.carryOut(
      in: output, jobs: request.jobs, method: request.method, refused: { bar.update(.refused($0)) },
      progress: request.progress(bar), isStopped: Interruption.listen())
    bar.clear()
    Detour.warn(of: results, known: study.warnings)
    let finding = TuningFinding(tuning, of: try StudyTable(study: output))
    try WrittenFiles(study: output).write([
      ("tuning.csv", finding.writeTable),
      ("tune.json", { path throws(TableError) in try AtomicFile.write(finding.file.indented, to: path) }),
    ])
    if let format {
      print(PaperTable(finding).text(format), terminator: "")
    } else {
      request.show(finding.json, as: .tune, or: finding.text)
    }
    switch finding.verdict {
    case .selected: return ExitCode.success
    case .nothingKeeps: return ExitCode.failure
    case .lacking, .undecided: return ExitCode.cannotTell
    }
  }
}
