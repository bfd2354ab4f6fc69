import Foundation
import Market
import Matching
import Metrics
import Quantities
import Scenario
import Simulation
import Synthesis
import Tables

extension Command {
  static let explain = Command(
    name: "explain", summary: "say why a request was matched or not, attempt by attempt",
    operands: "RUN REQUEST", operandCount: 2...2,
    options: [Option(name: "--drivers", value: "N", help: "how many drivers to show for each attempt; 5")],
    discussion: """
      RUN is a result folder, REQUEST the id of a request. The run is done again from its manifest, and for
      each attempt the drivers that came nearest to being candidates are listed with what failed for each.
      """,
    example: "detour explain Results/quickstart 17"
  ) { arguments, command in
    let shown = try arguments.unsigned("--drivers", command: command) ?? 5
    let world = try RecordedRun(folder: arguments.operands[0]).world()
    let id = world.population.requestNames.id(called: arguments.operands[1])
    guard let index = world.population.requests.firstIndex(where: { $0.id == id }).map({ RequestIndex($0) })
    else {
      throw RunFault.noRequest(folder: arguments.operands[0], id: arguments.operands[1])
    }
    var setup = world.setup
    setup.observation.inspectedRequest = index
    var simulator = Simulator(setup)
    try simulator.run()
    let explanation = Explanation(
      world: world, records: simulator.takeRecords(), request: index, shown: Int(clamping: shown))
    print(explanation.text, terminator: "")
    return ExitCode.success
  }
}

/// A result folder that holds a run to be done again.
struct RecordedRun {
  let folder: String

  /// Makes the world of the run ready again.
  ///
  /// - Throws: `RunFault` where the folder holds no run, or its inputs are not what they were.
  func world() throws -> World {
    let path = folder + "/" + ResultFolder.manifestName
    guard FileManager.default.fileExists(atPath: path) else { throw RunFault.notResults(folder: folder) }
    let text = try FileBytes(contentsOf: path).text
    guard let manifest = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
      let scenario = manifest["scenario"] as? [String: Any],
      let scenarioFolder = manifest["scenario_folder"] as? String, let runID = manifest["run_id"] as? String,
      let data = try? JSONSerialization.data(withJSONObject: scenario)
    else { throw RunFault.notAManifest(file: path) }
    let world = try World(
      Scenario.load(text: String(decoding: data, as: UTF8.self), file: path),
      folder: folder + "/" + scenarioFolder)
    guard world.identity.runID == runID else { throw RunFault.changed(folder: folder) }
    return world
  }
}

/// Why a recorded run cannot be looked at.
enum RunFault: InputFault {
  case notResults(folder: String)
  case notAManifest(file: String)
  case changed(folder: String)
  case noRequest(folder: String, id: String)

  var description: String {
    switch self {
    case .notResults(let folder):
      "\(folder): is not the result folder of a run (no \(ResultFolder.manifestName)); give the folder that"
        + " `detour run` wrote"
    case .notAManifest(let file):
      "\(file): is not the manifest of a run; give the folder that `detour run` wrote"
    case .changed(let folder):
      "\(folder): its input files are not what they were when it was run; run the scenario again"
    case .noRequest(let folder, let id):
      "\(folder): there is no request `\(id)`; the ids stand in column request_id of requests.csv"
    }
  }
}
