import JSON5
import Metrics
import Models
import Quoting
import Report
import RoadNetwork
import Scenario
import Study

extension Command {
  static let sweep = Command(
    name: "sweep", summary: "run a scenario at many points, with replications",
    operands: [scenarioOperand],
    options: [
      varyOption,
      Option(
        name: "--design", value: "KIND N", kind: .wordAndNumber(PlanReader.designs.map(\.rawValue)),
        help:
          "the design: lhs or sobol, N points sampled in the ranges; morris, N trajectories; saltelli, N rows; default a grid"
      ),
      Option(
        name: "--design-levels", value: "P", kind: .number,
        help: "the number of levels of each range in a morris design", standard: "4"),
      designSeedOption,
      setOption,
      replicationsOption,
      Option(
        name: "--precision", value: "X", kind: .number,
        help:
          "add replications until the half-width of the 95 % interval is at most X (such as 0.02) times the mean"
      ),
      Option(
        name: "--precision-of", value: "FIGURE", kind: figure,
        help: "the figure to which --precision applies",
        standard: StudyPlan.Precision().figure),
      Option(
        name: "--max-replications", value: "N", kind: .number,
        help: "the maximum number of replications per point under --precision",
        standard: "1000"),
      Option(
        name: "--figure", value: "NAME", kind: figure,
        help: "a figure to print instead of the default ones; repeatable; summary.csv contains all",
        repeats: true,
        former: figureOption.former),
      jobsOption, studyFolderOption,
      Option(
        name: "--shard", value: "I/N",
        help: "run only every N-th run, starting with the I-th; see detour merge"),
      Option(
        name: "--reuse", value: "DIR", kind: .folder,
        help: "reuse finished runs from another folder of the same study"),
      Option(
        name: "--slurm", value: "N", kind: .number,
        help: "submit the study to Slurm as N shards and a merge job"),
      Option(
        name: "--slurm-option", value: "WORDS",
        help: "options for sbatch, such as '--partition=long --time=8:00:00'; repeatable", repeats: true),
      Option(
        name: "--only", value: "RUN_ID", help: "repeat only this run and compare it with the stored one"),
      Option(
        name: "--keep-tables", help: "keep the result folder of every run, packed; see detour unpack"),
      Option(
        name: "--runs-only",
        help:
          "for one of several workers: store the runs, but leave the study's tables, such as runs.csv, to detour merge"
      ),
      progressOption,
      routingOption,
      jsonOption("every point with its figures"), tableFormatOption,
      quietOption,
    ],
    discussion: """
      FILE is a scenario, or a study file that sets these options. Replication k uses the same random numbers at every
      point. A stopped study resumes: finished runs are never repeated, and several processes may share a folder.
      Results do not depend on --jobs. Under --slurm each shard uses --jobs processors, default one, and scripts and
      logs are in DIR/slurm; `detour progress DIR` shows the progress. If standard error is not a terminal, progress
      is reported every half minute, or every DETOUR_PROGRESS_S seconds.
      """,
    example:
      "detour sweep Scenarios/quickstart.json5 --vary matching.radius_m=500:1500:3 --replications 3"
  ) { arguments, command in
    try SweepCommand(arguments, command).carryOut()
  }
}

/// Runs a study, or one run of it, and prints the result.
struct SweepCommand {
  private let request: StudyRequest
  private let shard: Shard
  private let only: String?
  private let reused: String?
  private let slurm: SlurmRequest?
  private let keepsTables: Bool
  private let isRunsOnly: Bool
  /// The names of the figures to print; if empty, the usual ones.
  private let figures: [String]
  private let format: PaperTable.Format?

  init(_ arguments: Arguments, _ command: Command) throws {
    request = try StudyRequest(arguments, command)
    shard = try Self.shard(arguments.value("--shard"), command)
    only = arguments.value("--only")
    if only != nil, arguments.has("--shard") {
      throw command.misuse("--only and --shard exclude each other; give one of them")
    }
    reused = arguments.value("--reuse")
    slurm = try SlurmRequest(arguments, command)
    keepsTables = arguments.has("--keep-tables")
    isRunsOnly = arguments.has("--runs-only")
    if isRunsOnly, let other = ["--only", "--json", "--format", "--figure"].first(where: arguments.has) {
      throw command.misuse("--runs-only writes no tables, but \(other) shows one; leave out one of them")
    }
    figures = arguments.all("--figure").distinct
    format = try arguments.tableFormat()
    if format != nil, let other = ["--only", "--slurm"].first(where: arguments.has) {
      throw command.misuse("\(other) prints no table; leave out --format")
    }
  }

  private static func shard(_ text: String?, _ command: Command) throws(UsageError) -> Shard {
    guard let text else { return .whole }
    guard let shard = Shard(text) else {
      throw command.misuse("--shard \(text): give I/N with I from 1 to N, such as 3/40")
    }
    return shard
  }

  func carryOut() throws -> Int32 {
    if let slurm { return try slurm.carryOut(request) }
    let bar = request.bar()
    defer { bar.clear() }
    bar.announce("reading")
    let study = try request.planned.study(bar)
    // Before anything is run: a name that is wrong would be told after hours otherwise.
    request.warn(of: study, bar)
    let columns = try figures.map { try FigureColumn(reading: $0, among: study.figures) }
    var runner = try StudyRunner(
      study, folder: request.output, jobs: request.jobs, method: request.method)
    runner.keepsTables = keepsTables
    runner.writesTables = !isRunsOnly
    runner.shard = shard
    runner.reused = reused
    if let only { return try repeatRun(only, runner, bar) }
    runner.refused = { bar.update(.refused($0)) }
    runner.progress = request.progress(bar)
    runner.isStopped = Interruption.listen()
    let results = try runner.run()
    bar.clear()
    Detour.warn(of: results, known: study.warnings)
    if request.printsJSON {
      print(
        json: results.json(
          name: study.plan.name, seed: study.base.seed, folder: request.output,
          findings: Detour.findings(of: results, in: request.output)), as: .sweep)
    } else if let format {
      let table = try StudyTable(study: request.output)
      let shown = columns.isEmpty ? table.figures.headline.filter(table.has) : columns
      print(PaperTable(points: table, shown).text(format), terminator: "")
    } else if isRunsOnly {
      let call: ShellCode = "detour merge \(request.output.asOperand)"
      if !request.isQuiet { print("results      \(request.output); `\(call.text)` writes the tables") }
    } else if !request.isQuiet {
      show(results, study, columns)
    }
    return ExitCode.success
  }

  private func repeatRun(_ id: String, _ runner: borrowing StudyRunner, _ bar: ProgressBar) throws -> Int32 {
    let repetition = try runner.run(only: id) { bar.update(phase: "looking for the run", share: $0) }
    bar.clear()
    if request.printsJSON {
      let members: [JSON.Member] = [.init("run_id", .text(id)), .init("repetition", .text("\(repetition)"))]
      print(json: .object(members), as: .sweepOnly)
    }
    let isQuiet = request.isQuiet || request.printsJSON
    let place = runner.place(of: id)
    switch repetition {
    case .first: if !isQuiet { print("run \(id): done") }
    case .same: if !isQuiet { print("run \(id): identical, byte for byte") }
    case .different:
      Detour.complain(
        "the result differs from the one in \(place), which was kept; the same version gives the same"
          + " bytes on any processor, so another build made one of them")
      return ExitCode.failure
    case .damaged:
      Detour.complain(
        "\(place) is not as written by the program; it was kept, and the sweep without --only repeats it")
      return ExitCode.failure
    }
    return ExitCode.success
  }

  private func show(_ results: StudyResults, _ study: Study, _ figures: [FigureColumn]) {
    print(
      StudyText(results, name: study.plan.name, seed: study.base.seed, figures: figures).text, terminator: "")
    for line in Detour.findings(of: results, in: request.output) {
      for part in DataDictionary.wrapped(line + ".", width: 80) { print(part) }
    }
    if let words = results.startUpWords {
      for (number, line) in DataDictionary.wrapped(words, width: 67).enumerated() {
        print((number == 0 ? "warm-up" : "").padded(to: 13) + line)
      }
    }
    if results.missing > 0 {
      print("missing      \(results.missing) runs; \(shard == .whole ? "run again" : "run the other shards")")
    }
    print("results      \(request.output)")
  }
}

extension Detour {
  /// Warns of problems with `results`: damaged runs, replications without variation, and anomalies of the input.
  ///
  /// - Parameter known: the notices already shown before the runs.
  static func warn(of results: StudyResults, known: [String] = []) {
    if !results.damaged.isEmpty { complain(results.damagedWords + "; they were repeated") }
    let identical = results.points.count(where: \.isWithoutSpread)
    if identical > 0 {
      warn(
        "all replications are identical at \(identical) of \(results.points.count) points, so their intervals"
          + " are meaningless; \(results.market.sameness)")
    }
    let kinds = kinds(of: results.notices.filter { !known.contains($0) })
    for (notice, others) in kinds.prefix(shownNotices) {
      let more = "; \(others) similar with other numbers: see manifest.json"
      warn(notice + (others == 0 ? "" : more))
    }
    if kinds.count > shownNotices {
      warn("and \(kinds.count - shownNotices) similar ones; manifest.json has all")
    }
  }

  /// Groups the `notices` that differ only in numbers, as those of replications do.
  ///
  /// - Returns: the first notice of each group and the number of further notices in it, in order of appearance.
  private static func kinds(of notices: [String]) -> [(notice: String, others: Int)] {
    var places: [[UInt8]: Int] = [:]
    var kinds: [(notice: String, others: Int)] = []
    for notice in notices {
      let words = notice.utf8.filter { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if let place = places[words] {
        kinds[place].others += 1
      } else {
        places[words] = kinds.count
        kinds.append((notice, 0))
      }
    }
    return kinds
  }

  /// Returns a sentence on each group of values with identical runs and each binding limit in the study in `folder`;
  /// empty while runs of other shards are missing.
  static func findings(of results: StudyResults, in folder: String) -> [String] {
    guard results.missing == 0, let table = try? StudyTable(study: folder) else { return [] }
    return EqualRuns(table).lines
  }

  private static let shownNotices = 10
}
