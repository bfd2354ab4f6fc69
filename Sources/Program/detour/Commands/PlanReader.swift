import Carpool
import Foundation
import JSON5
import Markets
import Metrics
import RoadNetwork
import Scenario
import Study
import Tables

/// Reads the plan of a study, either from a study file or from a scenario and options.
struct PlanReader {
  private let arguments: Arguments
  private let command: Command

  init(_ arguments: Arguments, _ command: Command) {
    self.arguments = arguments
    self.command = command
  }

  /// The designs `--design` accepts; without the option, the design is a grid.
  static let designs = StudyPlan.Method.allCases.filter(\.isDrawn)

  /// Returns the plan and the path of its scenario.
  ///
  /// - Throws: `UsageError` for wrong options, `ScenarioError` for faults in a study file or in values.
  func read() throws -> PlannedStudy {
    let path = arguments.operands[0]
    let text = try FileBytes(contentsOf: path).text
    var plan: StudyPlan
    var scenario = path
    var places: StudyPlaces?
    if StudyPlan.isStudy(text) {
      plan = try StudyPlan.load(text: text, file: path, markets: Markets.scenarios)
      places = StudyPlaces(text: text, file: path)
      if let option = ["--vary", "--design", "--design-levels"].first(where: arguments.has) {
        throw command.misuse("\(option): \(path) is a study file, which contains this setting")
      }
      scenario = FilePath.path(of: plan.scenario, in: FilePath.folder(of: path))
    } else {
      plan = StudyPlan()
      plan.variations = try variations(path)
      plan.name = Scenario.defaultName(file: path) + "-\(command.name)"
      plan.scenario = path
      try readDesign(into: &plan)
    }
    plan.overrides += arguments.all("--set")
    try readReplications(into: &plan)
    if let conflict = plan.conflict { throw command.misuse(conflict) }
    return PlannedStudy(plan: plan, scenario: scenario, places: places)
  }

  /// Returns the variations given with `--vary`, reporting all faults at once.
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
    if let seed = try arguments.unsigned("--design-seed") { plan.design.seed = seed }
    let levels = try arguments.count("--design-levels", 2...100)
    guard let text = arguments.value("--design") else {
      if levels != nil { throw Self.levelsAlone(command) }
      return
    }
    let words = text.split(separator: " ")
    guard let method = words.first.flatMap({ StudyPlan.Method(rawValue: String($0)) }),
      Self.designs.contains(method)
    else {
      throw command.misuse(
        "--design \(text): give \(Self.designs.map(\.rawValue).alternatives), and a number")
    }
    let (things, most) =
      method == .morris
      ? ("trajectories", 10_000) : method == .saltelli ? ("rows", 40_000) : ("points", 1_000_000)
    guard words.count == 2, let number = Int(words[1]), (1...most).contains(number) else {
      throw command.misuse("--design \(text): give the number of \(things), from 1 to \(most)")
    }
    plan.design.method = method
    if method == .morris {
      plan.design.trajectories = number
      if let levels { plan.design.levels = levels }
      guard plan.design.levels.isMultiple(of: 2) else {
        throw command.misuse("--design-levels \(plan.design.levels): give an even number, such as 4")
      }
    } else {
      if levels != nil { throw Self.levelsAlone(command) }
      plan.design.points = number
    }
  }

  private static func levelsAlone(_ command: Command) -> UsageError {
    command.misuse("--design-levels requires --design morris N")
  }

  private func readReplications(into plan: inout StudyPlan) throws(UsageError) {
    if let count = try arguments.count("--replications", 1...1_000_000) {
      plan.replications = count
    }
    if let text = arguments.value("--precision") {
      guard let width = Double(text), width > 0, width <= 1 else {
        throw command.misuse("--precision \(text): give a number above 0, at most 1")
      }
      plan.precision = plan.precision ?? StudyPlan.Precision()
      plan.precision?.halfWidth = width
    }
    for option in ["--precision-of", "--max-replications"]
    where arguments.has(option) && plan.precision == nil {
      throw command.misuse("\(option) requires --precision")
    }
    if let figure = arguments.value("--precision-of") {
      guard Markets.figures.named(figure) != nil else {
        throw command.misuse(
          "--precision-of \(figure): give a figure, such as \(CarpoolModel.headline.examples)")
      }
      plan.precision?.figure = figure
    }
    if let most = try arguments.count("--max-replications", 2...1_000_000) {
      plan.precision?.maxReplications = most
    }
  }
}

/// A plan of a study before its scenario is read.
struct PlannedStudy {
  let plan: StudyPlan
  /// The path of the scenario.
  let scenario: String
  /// The positions of all values in the study file; nil if the plan comes from options.
  let places: StudyPlaces?

  /// Returns the study with all of its points, followed by points with the values `more`, each checked.
  ///
  /// - Parameter bar: shows how many points have been checked.
  /// - Throws: `StudyFileFault` for faults in a study file; otherwise the errors of `Study`.
  func study(_ bar: ProgressBar, adding more: [[String]] = []) throws -> Study {
    func study() throws -> Study {
      try Study(plan, scenario: scenario, version: Detour.version, adding: more) {
        bar.update(phase: "checking points", share: $0)
      }
    }
    guard let places else { return try study() }
    do {
      return try study()
    } catch let error as ScenarioError {
      throw StudyFileFault(description: places.sentences(error).joined(separator: "\n"))
    } catch let error as StudyError {
      if case .unknownFigure = error {
        throw StudyFileFault(description: places.sentence(error.description, about: "precision", "of"))
      }
      throw StudyFileFault(description: places.sentence(error.description, about: "vary"))
    }
  }
}

/// The faults of a study file, one line each, with their positions.
struct StudyFileFault: InputFault {
  let description: String
}

/// The arguments common to the commands that run studies.
struct StudyRequest {
  let planned: PlannedStudy
  let output: String
  let jobs: Int
  let method: RoutingMethod
  let isQuiet: Bool
  let printsJSON: Bool
  private let stream: ProgressStream?

  init(_ arguments: Arguments, _ command: Command) throws {
    planned = try PlanReader(arguments, command).read()
    output = arguments.value("--out") ?? "Results/" + planned.plan.name
    if output.isEmpty { throw command.misuse("--out is empty: give the name of a folder") }
    jobs =
      try arguments.count("--jobs", 1...4096)
      ?? ProcessInfo.processInfo.activeProcessorCount
    method = RunCommand.method(arguments)
    isQuiet = arguments.has("--quiet")
    printsJSON = arguments.has("--json")
    stream = arguments.has("--progress") ? ProgressStream() : nil
  }

  /// Prints `json` if JSON was requested; otherwise, unless the command is quiet, `text` and the path of the results.
  func show(_ json: @autoclosure () -> JSON, as form: Output, or text: @autoclosure () -> String) {
    if printsJSON { print(json: json(), as: form) } else if !isQuiet { print(text() + "results  \(output)") }
  }

  /// Warns, before any run, of fields that `study` varies without effect.
  func warn(of study: Study, _ bar: ProgressBar) {
    guard !study.warnings.isEmpty else { return }
    bar.clear()
    for warning in study.warnings { Detour.warn(warning) }
  }

  /// Returns a progress bar for the study, which is hidden if progress is reported in another way or not at all.
  func bar() -> ProgressBar { ProgressBar(isQuiet: isQuiet || printsJSON || stream != nil) }

  /// Returns the function to call with the progress, which updates the stream or `bar`; nil if neither shows it.
  func progress(_ bar: ProgressBar) -> (@Sendable (StudyProgress) -> Void)? {
    if let stream { return { stream.update($0) } }
    guard bar.tellsOfStudies else { return nil }
    return { bar.update($0) }
  }
}
