import Foundation
import Metrics
import Scenario
import Tables

/// Reads what a study is to be: from a study file, or from a scenario and the options.
struct PlanReader {
  private let arguments: Arguments
  private let command: Command

  init(_ arguments: Arguments, _ command: Command) {
    self.arguments = arguments
    self.command = command
  }

  /// The plan, and the path of its scenario.
  ///
  /// - Throws: `UsageError` for options that are wrong, `ScenarioError` for a study file or values that are.
  func read() throws -> (plan: StudyPlan, scenario: String) {
    let path = arguments.operands[0]
    let text = try FileBytes(contentsOf: path).text
    var plan: StudyPlan
    var scenario = path
    if StudyPlan.isStudy(text) {
      plan = try StudyPlan.load(text: text, file: path)
      if let option = ["--vary", "--design"].first(where: arguments.has) {
        throw UsageError("\(option): \(path) is a study file, which says that itself", command: command.name)
      }
      let folder = (path as NSString).deletingLastPathComponent
      let isAlone = plan.scenario.hasPrefix("/") || folder.isEmpty
      scenario = isAlone ? plan.scenario : folder + "/" + plan.scenario
    } else {
      plan = StudyPlan()
      plan.variations = try variations(path)
      let stem = (path as NSString).lastPathComponent.split(separator: ".").first.map(String.init)
      plan.name = (stem ?? "scenario") + "-sweep"
      plan.scenario = path
      try readDesign(into: &plan)
    }
    plan.overrides += arguments.all("--set")
    try readReplications(into: &plan)
    if let conflict = plan.conflict { throw UsageError(conflict, command: command.name) }
    return (plan, scenario)
  }

  /// What `--vary` says, with all faults at once.
  private func variations(_ path: String) throws(ScenarioError) -> [Variation] {
    var faults: [ScenarioFault] = []
    var variations: [Variation] = []
    for text in arguments.all("--vary") {
      do throws(ScenarioFault) { variations.append(try Variation(option: text)) } catch {
        faults.append(error)
      }
    }
    guard faults.isEmpty else { throw ScenarioError(file: path, faults: faults) }
    return variations
  }

  private func readDesign(into plan: inout StudyPlan) throws(UsageError) {
    if let seed = try arguments.unsigned("--design-seed", command: command) { plan.design.seed = seed }
    guard let text = arguments.value("--design") else { return }
    let words = text.split(separator: " ")
    guard let method = words.first.flatMap({ StudyPlan.Method(rawValue: String($0)) }), method != .grid else {
      throw UsageError("--design \(text): give lhs or sobol and the number of points", command: command.name)
    }
    guard words.count == 2, let points = Int(words[1]), (1...1_000_000).contains(points) else {
      throw UsageError(
        "--design \(text): give the number of points, from 1 to 1000000", command: command.name)
    }
    plan.design.method = method
    plan.design.points = points
  }

  private func readReplications(into plan: inout StudyPlan) throws(UsageError) {
    if let count = try arguments.count("--replications", 1...1_000_000, command: command) {
      plan.replications = count
    }
    if let text = arguments.value("--precision") {
      guard let width = Double(text), width > 0, width <= 1 else {
        throw UsageError("--precision \(text): give a number above 0, at most 1", command: command.name)
      }
      plan.precision = plan.precision ?? StudyPlan.Precision()
      plan.precision?.halfWidth = width
    }
    for option in ["--precision-of", "--max-replications"]
    where arguments.has(option) && plan.precision == nil {
      throw UsageError("\(option) belongs to --precision; give that too", command: command.name)
    }
    if let figure = arguments.value("--precision-of") {
      guard FigureColumn.named(figure) != nil else {
        throw UsageError(
          "--precision-of \(figure): give a figure, as match_rate or wait_s.mean", command: command.name)
      }
      plan.precision?.figure = figure
    }
    if let most = try arguments.count("--max-replications", 2...1_000_000, command: command) {
      plan.precision?.maxReplications = most
    }
  }
}
