import Carpool
import Metrics
import Report

extension Command {
  static let analyse = Command(
    name: "analyse", summary: "find a study's Pareto front, best point and influential fields",
    operands: [studyOperand],
    options: [
      figureOption,
      Option(
        name: "--where", value: "BOUND", kind: figure,
        help: "a bound on the best point, such as wait_s.p95<=600 or match_rate>=0.4; repeatable",
        repeats: true),
      Option(
        name: "--probability", value: "P", kind: .number,
        help: "the minimum probability that a bound holds at the best point of the surface",
        standard: "0.95"
      ),
      atOption,
      Option(
        name: "--control", value: "WHICH", kind: .words(["auto", "none"]),
        help:
          "auto: also estimate means with control variates, chosen among statistics of each run's input",
        standard: "none"),
      tableFormatOption,
      Option(
        name: "--table", value: "NAME", kind: .words(PaperTable.Finding.allCases.map(\.rawValue)),
        help:
          "the table that --format prints: the Pareto front, all points, or the screening or Sobol' indices for the first figure",
        standard: "front"),
      Option(name: "--json", help: "print the findings as JSON"),
    ],
    discussion: """
      The first --figure is the objective of the best point; all --figures define the Pareto front. Without --figure:
      \(CarpoolModel.tradeOff.map(\.name).joined(separator: ", ")). The best point is the optimum, within the range of
      the study, of a surface fitted to the figure: a quadratic if that suffices, otherwise a Gaussian process through
      the means (stochastic kriging). Every bound must hold there with the given probability, according to the surface
      of its figure, and at the nearest simulated points. The leave-one-out accuracy of each surface is reported. --at
      selects a part of the study; if it fixes all varied fields at a point that was not simulated, the surfaces
      predict its figures, with intervals. The control variates are the numbers of requests and drivers, if the input
      gives rates, and statistics of the input of each run; for their means, the input is drawn again, twenty times as
      often. For stationary scenarios, figures that differ between the halves of the run are listed (matches; with
      tables kept, all columns of timeseries.csv). Median and p95 over the runs of a point have distribution-free
      intervals. The screening (Morris) uses the trajectories of a morris design, or else points that differ in a
      single field, as in a grid.
      """,
    example:
      "detour analyse Results/radius --figure match_rate --figure wait_s.mean --where 'wait_s.mean<=300'"
  ) { arguments, command in
    let whole = try StudyTable(study: arguments.operands[0])
    var (study, point): (StudyTable, [String: Double]?) = (whole, nil)
    if let choice = arguments.value("--at") { (study, point) = try whole.choosing(choice) }
    let names = arguments.all("--figure").distinct
    let figures = names.isEmpty ? study.figures.tradeOff.filter(study.has) : try names.map(study.figure)
    guard !figures.isEmpty else {
      throw command.misuse("the study has none of the default figures; name some with --figure")
    }
    let constraints = try arguments.all("--where").map { try Constraint($0, in: study) }
    let words = arguments.valueOrStandard("--probability")
    guard let probability = Double(words), probability > 0, probability < 1 else {
      throw command.misuse("--probability \(words): give a number between 0 and 1, such as 0.95")
    }
    let format = try arguments.tableFormat()
    if format == nil, arguments.has("--table") {
      throw command.misuse(
        "--table selects the table printed by --format; give --format too, such as --format latex")
    }
    let isControlled = arguments.value("--control") == "auto"
    var sample: InputSample?
    if isControlled {
      do { sample = try InputSample(study) } catch {
        Detour.warn(
          "--control auto: only the numbers of requests and drivers can serve as controls; \(error)")
      }
    }
    let analysis = Analysis(
      study, figures, subjectTo: constraints, at: point, controlled: isControlled, by: sample,
      confidence: probability)
    if let format, let table = PaperTable.Finding(rawValue: arguments.valueOrStandard("--table")) {
      print(try PaperTable(table, of: analysis).text(format), terminator: "")
      return ExitCode.success
    }
    return arguments.show(analysis.json, as: .analyse, or: analysis.text)
  }
}

extension StudyTable {
  /// Returns the table of the points selected by `choice`, or of all points if `choice` is nil.
  func at(_ choice: String?) throws(ReportError) -> StudyTable {
    guard let choice else { return self }
    return try selecting(choice)
  }
}
