import Carpool
import Metrics
import Pages
import Report

extension Command {
  static let compare = Command(
    name: "compare", summary: "compare runs, studies or points of a study, pair by pair",
    operands: [Operand(name: "A", kind: .folder), Operand(name: "B", kind: .folder, count: 0...1)],
    options: [
      Option(
        name: "--a", value: "CHOICE", kind: .point,
        help: "the points of A to compare: field=value,… or a run id"),
      Option(
        name: "--b", value: "CHOICE", kind: .point,
        help: "the points of B to compare, or of A if B is not given"),
      figureOption,
      Option(
        name: "--confidence", value: "X", kind: .number,
        help: "the confidence level of intervals and verdicts",
        standard: "0.95"),
      Option(name: "--json", help: "print the comparison as JSON"),
      tableFormatOption,
      Option(
        name: "--report", value: "FILE", kind: .file(["html"]),
        help: "also write a web page; see detour report"),
    ],
    discussion: """
      A and B are folders written by `detour run` or `detour sweep`. Runs are paired by seed and replication; the
      verdict applies to B: better, worse, no difference shown, too few runs (fewer than \(Comparison.leastPairs)
      pairs), or no value (the figure is missing from all runs of one side). The points selected from A are paired
      with those of B that agree in all other fields. Without --figure:
      \(CarpoolModel.headline.prefix(3).map(\.name).joined(separator: ", ")),
      \(CarpoolModel.headline.dropFirst(3).map(\.name).joined(separator: ", ")); `--figure all` compares all figures
      for which higher or lower is better. Verdicts are corrected for the number of comparisons (Holm).

      Exit codes: 0 better or no difference shown, 1 worse in some figure, 3 too few runs or no value, but no figure
      worse.
      """,
    example: "detour compare Results/radius --a matching.radius_m=500 --b matching.radius_m=1000"
  ) { arguments, command in
    try CompareCommand(arguments, command).carryOut()
  }
}

/// Compares two sides and prints the result.
private struct CompareCommand {
  private let arguments: Arguments
  private let confidence: Double
  private let format: PaperTable.Format?

  init(_ arguments: Arguments, _ command: Command) throws(UsageError) {
    self.arguments = arguments
    if arguments.operands.count == 1, !arguments.has("--a") || !arguments.has("--b") {
      throw command.misuse("give two folders, or one with --a and --b for two of its points")
    }
    format = try arguments.tableFormat()
    let text = arguments.valueOrStandard("--confidence")
    guard let number = Double(text), number > 0, number < 1 else {
      throw command.misuse("--confidence \(text): give a number between 0 and 1, such as 0.95")
    }
    confidence = number
  }

  func carryOut() throws -> Int32 {
    let (a, nameA) = try side(0, "--a")
    let (b, nameB) = try side(arguments.operands.count - 1, "--b")
    let comparison = try Comparison(a, b, figures(a, b), confidence: confidence)
    var text = ComparisonText(comparison, nameA: nameA, nameB: nameB)
    if !arguments.has("--figure") { text.oneSided = a.figures.headline.filter { a.has($0) != b.has($0) } }
    if let page = arguments.value("--report") { try ComparisonPage(text).page.keep(at: page) }
    // Otherwise standard output carries the page.
    if arguments.value("--report") != Page.standardOutput {
      if arguments.has("--json") {
        print(json: text.json, as: .compare)
      } else if let format {
        print(PaperTable(text).text(format), terminator: "")
      } else {
        print(text.text, terminator: "")
      }
    }
    return switch comparison.verdict {
    case .worse: ExitCode.failure
    case .tooFewRuns, .noSpread, .noValueAtA, .noValueAtB, .noValue: ExitCode.cannotTell
    case .better, .different, .noDifference: ExitCode.success
    }
  }

  private func side(_ operand: Int, _ option: String) throws -> (study: StudyTable, name: String) {
    let folder = arguments.operands[operand]
    let study = try StudyTable(contentsOf: folder)
    guard let choice = arguments.value(option) else { return (study, folder) }
    return (try study.selecting(choice), "\(folder) at \(choice)")
  }

  /// Returns the requested figures, or by default the usual figures available on both sides.
  private func figures(_ a: StudyTable, _ b: StudyTable) throws -> [FigureColumn] {
    let names = arguments.all("--figure")
    if names == ["all"] { return Comparison.judged(a, b) }
    return names.isEmpty
      ? a.figures.headline.filter { a.has($0) && b.has($0) }
      : try names.distinct.map { try FigureColumn(reading: $0, among: a.figures) }
  }
}

extension [String] {
  /// The texts without duplicates, in order of first appearance.
  var distinct: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
