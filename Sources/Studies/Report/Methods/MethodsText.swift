import Foundation
import JSON5
import Quantities
import Quoting
import Tables

/// The method section of a paper on a run or a study, following the STRESS-DES checklist (Monks et al. 2019,
/// doi:10.1080/17477778.2018.1442155), in Markdown.
///
/// Items not contained in any file are left to the author, as placeholders in brackets.
public struct MethodsText {
  private let folder: String
  private let manifest: JSON
  private let scenario: JSON
  /// The plan of a study; nil for a run.
  private let plan: JSON?

  /// Reads the manifest of the run or study in `folder`.
  ///
  /// - Throws: `ReportError` if it has none.
  public init(folder: String) throws(ReportError) {
    self.folder = folder
    guard let data = FileManager.default.contents(atPath: folder + "/manifest.json") else {
      throw .notResults(folder: folder)
    }
    guard let manifest = JSON(parsing: String(decoding: data, as: UTF8.self)),
      let scenario = manifest["scenario"]
    else {
      throw .damaged(file: folder + "/manifest.json", reason: "is no manifest that detour has written")
    }
    self.manifest = manifest
    self.scenario = scenario
    plan = manifest["plan"]
  }

  /// The first line of every such text.
  public static let heading = "# Method"

  /// The text of the section.
  public var text: String {
    let sections = [
      ("1. Objectives", objectives), ("2. Logic", logic), ("3. Data", data),
      ("4. Experimentation", experimentation), ("5. Implementation", implementation),
      ("6. Code access", access),
    ]
    let body = sections.map { title, items in
      "## \(title)\n\n" + items.map { "**\($0.0).** \($0.1)\n" }.joined(separator: "\n")
    }
    return Self.heading + "\n\n" + body.joined(separator: "\n") + "\n## Parameters\n\n" + parameters
      + "\n## References\n\n"
      + references
  }

  private typealias Item = (String, String)

  private func word(_ path: String...) -> String? { scenario.at(path)?.shown }

  private var market: String { word("market") ?? "carpool" }

  private func quoted(_ text: String) -> String { ("\(text)" as Markdown).text }

  private static func code(_ text: String) -> String { "`\(text.visible.replacingScalars(["`": "'"]))`" }

  // MARK: Sections

  private var varied: [(field: String, values: String)] {
    (plan?["vary"]?.items ?? []).map { item in
      let values = item["values"]?.items ?? []
      let words =
        values.isEmpty
        ? "\(item["count"]?.shown ?? "several") values from \(item["from"]?.shown ?? "?") to \(item["to"]?.shown ?? "?")"
        : values.map(\.shown).joined(separator: ", ")
      return (item["field"]?.shown ?? "", words)
    }
  }

  private var objectives: [Item] {
    let description = word("description").flatMap { $0.isEmpty ? nil : quoted($0) }
    let aims = varied.map { "\(Self.code($0.field)) (\(quoted($0.values)))" }
    return [
      (
        "Purpose",
        description.map { "\($0). [Say which question the model answers, and for whom.]" }
          ?? "[Say which question the model answers, and for whom.]"
      ),
      (
        "Outputs",
        "The figures of `summary.csv`, as defined in docs/columns.md. [Name those that the paper reports.]"
      ),
      (
        "Aims of the experiment",
        aims.isEmpty
          ? "One scenario was simulated; nothing was varied."
          : "The effect of \(aims.joined(separator: ", ")) on these figures."
      ),
    ]
  }

  private var logic: [Item] {
    let entities = [
      "carpool": "Drivers with trips of their own, and passengers who request a seat",
      "services": "Providers, and clients who request a job",
      "shifts": "Posts of a programme, and volunteers",
      "orders": "Accounts, orders, and a line of stations",
    ]
    let document = market == "carpool" ? "docs/model.md" : "docs/\(market).md"
    var rules = "The model is that of the market `\(market)` of Detour, which \(document) specifies."
    if let policy = word("matching", "policy") {
      rules += " Requests are matched by the policy \(Self.code(policy))."
    }
    return [
      ("Base model", rules),
      (
        "Scenario logic",
        (plan?["set"]?.items ?? []).isEmpty
          ? "All points have the rules of the base model."
          : "All points have \((plan?["set"]?.items ?? []).map { Self.code($0.shown) }.joined(separator: ", "))."
      ),
      (
        "Components",
        (entities[market] ?? "[Name the entities]")
          + "; events are processed in the order of simulated time, in whole milliseconds."
      ),
      (
        "Entry and exit",
        "Participants appear during the duration of the run and leave as \(document) says; [describe what is particular]."
      ),
    ]
  }

  private var data: [Item] {
    let files = (manifest["inputs"]?.items ?? []).map { file in
      let rows = file["rows"]?.whole.flatMap { $0 > 0 ? ", \(Words.grouped($0)) rows" : nil } ?? ""
      return
        "\(Self.code(file["path"]?.shown ?? "")) (\(file["role"]?.shown ?? "input")\(rows), SHA-256 \(String((file["sha256"]?.shown ?? "").prefix(16)))…)"
    }
    // Supply and demand may be drawn from the same file.
    var listed: Set<String> = []
    let distinct = files.filter { listed.insert($0).inserted }
    let kinds = ["supply", "demand", "accounts", "volunteers", "programme"].compactMap { side in
      word(side, "kind").map { "\(side) is \($0)" }
    }
    return [
      (
        "Sources",
        files.isEmpty
          ? "No file was read; the input is drawn from the distributions of the scenario."
          : distinct.joined(separator: "; ") + ". [Cite the publishers.]"
      ),
      (
        "Preprocessing",
        "[Say what was done to the files before they were read.] Rows that cannot take part are refused and counted in `manifest.json`."
      ),
      (
        "Input parameters",
        (kinds.isEmpty ? "" : kinds.joined(separator: ", ") + "; ") + "all parameters are listed below."
      ),
      (
        "Assumptions",
        "Those of docs/model.md and docs/departures.md. [Name those that matter for the question.]"
      ),
    ]
  }

  private var experimentation: [Item] {
    let time = scenario["time"]
    let warmUp = time?["warm_up_s"]?.real ?? 0
    let length =
      time?["duration_s"]?.real.map { "Participants appear for \(Words.grouped($0, decimals: 0)) s" }
      ?? "All recorded participants take part"
    let cut =
      time?["horizon_s"]?.real.map { ", and the run is cut off at \(Words.grouped($0, decimals: 0)) s" }
      ?? ", and the run then drains"
    let points = manifest["points"]?.items?.count
    let replications = plan?["replications"]?.whole
    let design = plan?["design"]?["method"]?.shown
    return [
      (
        "Initialisation",
        warmUp > 0
          ? "The model starts empty; requests of the first \(Words.grouped(warmUp, decimals: 0)) s are left out of the figures."
          : "The model starts empty, without a warm-up; MSER-5 (White 1997) is reported for stationary scenarios."
      ),
      ("Run length", length + cut + "."),
      (
        "Estimation",
        plan == nil
          ? "One run; no interval."
          : "\(points.map { Words.grouped($0) } ?? "Several") points (design \(design ?? "grid")) with"
            + " \(replications.map { "\($0)" } ?? "several") replications each; means have 95 % intervals by Student's t."
            + " Replication k has the same random numbers at every point (common random numbers), so that points are"
            + " compared in pairs, with p-values after Holm (1979)."
      ),
    ]
  }

  private var implementation: [Item] {
    let version = manifest["versions"]?["detour"]?.shown ?? manifest["version"]?.shown ?? "[version]"
    let swift = (manifest["versions"]?["swift"]?.shown).map { " (Swift \($0))" } ?? ""
    let print = manifest["fingerprint"]?.shown
    let id = manifest["run_id"]?.shown ?? manifest["scenario_id"]?.shown
    return [
      ("Software", "Detour \(version)\(swift), a discrete-event simulator."),
      (
        "Random numbers",
        "Philox4x64-10 (Salmon et al. 2011), keyed by seed (\(scenario["seed"]?.shown ?? "1")), replication, purpose"
          + " and entity, so that a change of one rule leaves all other draws as they were."
      ),
      (
        "Execution",
        "Event by event; results do not depend on the number of threads or parallel runs."
          + (id.map { " The identity is \(Self.code($0))." } ?? "")
          + (print.map { " The fingerprint of the tables is \(Self.code($0))." } ?? "")
      ),
      ("System", "[Name processor, memory and operating system; `performance.json` has the times.]"),
    ]
  }

  private var access: [Item] {
    let repeated =
      plan == nil ? "`detour run` of that scenario" : "`detour sweep` of that plan"
    return [
      ("Software", "GPL 3.0 or later. [Give the address and the commit.]"),
      (
        "Model and data",
        "The manifest holds the scenario\(plan == nil ? "" : " and the plan of the study") and the digests of all files; \(repeated) repeats \(plan == nil ? "the run" : "it"). [Say where scenario, data and results are deposited.]"
      ),
    ]
  }

  private var parameters: String {
    var rows: [(String, String)] = []
    scenario.collect("", into: &rows)
    return "| field | value |\n|---|---|\n"
      + rows.map { "| \(Self.code($0.0)) | \(quoted($0.1)) |\n" }.joined()
  }

  private var references: String {
    let common = [
      "Monks, T., Currie, C. S. M., Onggo, B. S., Robinson, S., Kunc, M., Taylor, S. J. E. (2019)."
        + " Strengthening the reporting of empirical simulation studies: introducing the STRESS guidelines."
        + " Journal of Simulation 13(1), 55–67. doi:10.1080/17477778.2018.1442155",
      "Salmon, J. K., Moraes, M. A., Dror, R. O., Shaw, D. E. (2011). Parallel random numbers: as easy as"
        + " 1, 2, 3. SC ’11. doi:10.1145/2063384.2063405",
    ]
    let ofStudies = [
      "Holm, S. (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics 6(2), 65–70."
    ]
    let ofStart = [
      "White, K. P. (1997). An effective truncation heuristic for bias reduction in simulation output."
        + " Simulation 69(6), 323–334. doi:10.1177/003754979706900601"
    ]
    let warmUp = scenario["time"]?["warm_up_s"]?.real ?? 0
    return (common + (plan == nil ? [] : ofStudies) + (warmUp > 0 ? [] : ofStart)).map { "* \($0)\n" }
      .joined()
  }
}

extension JSON {
  /// The member called `name`; nil if there is none, or if it is null.
  fileprivate subscript(name: String) -> JSON? {
    members?.first { $0.key == name }.flatMap { $0.value == .null ? nil : $0.value }
  }

  fileprivate func at(_ path: [String]) -> JSON? {
    path.reduce(Optional(self)) { $0?[$1] }
  }

  /// The value as a word, without quotation marks.
  fileprivate var shown: String { words ?? compact }

  /// Collects the leaves that are not null; a list of objects is represented by its length.
  fileprivate func collect(_ path: String, into rows: inout [(String, String)]) {
    switch self {
    case .object(let members) where !members.isEmpty:
      for member in members {
        member.value.collect(path.isEmpty ? member.key : path + "." + member.key, into: &rows)
      }
    case .list(let items) where items.contains { $0.members != nil }:
      rows.append((path, "\(items.count) entries, as in the scenario"))
    case .null, .object: break
    default: rows.append((path, shown))
    }
  }
}
