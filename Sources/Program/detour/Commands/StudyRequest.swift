import Foundation
import JSON5
import RoadNetwork
import Scenario
import Study

/// The arguments that the verbs that run studies have in common.
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

  /// Prints `json` if JSON was requested; otherwise, unless the command is quiet, `text` and where the results are.
  func show(_ json: @autoclosure () -> JSON, as form: Output, or text: @autoclosure () -> String) {
    if printsJSON { print(json: json(), as: form) } else if !isQuiet { print(text() + "results  \(output)") }
  }

  /// Warns of what `study` varies in vain, before anything is run.
  func warn(of study: Study, _ bar: ProgressBar) {
    guard !study.warnings.isEmpty else { return }
    bar.clear()
    for warning in study.warnings { Detour.warn(warning) }
  }

  /// Returns a bar that shows the progress of the study, unless it is shown in some other way.
  func bar() -> ProgressBar { ProgressBar(isQuiet: isQuiet || printsJSON || stream != nil) }

  /// Returns the function that receives the progress: that of the stream or of `bar`; nil if neither shows
  /// it.
  func progress(_ bar: ProgressBar) -> (@Sendable (StudyProgress) -> Void)? {
    if let stream { return { stream.update($0) } }
    guard bar.tellsOfStudies else { return nil }
    return { bar.update($0) }
  }
}
