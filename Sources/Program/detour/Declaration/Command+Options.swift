import Carpool
import Markets
import Metrics
import RoadNetwork
import Scenario

/// Options that several commands take.
extension Command {
  /// The options that may stand in place of a command.
  static let ownOptions = [
    Option(name: "--help", short: "-h", help: "print the commands"),
    Option(name: "--version", short: "-V", help: "print the version"),
  ]

  static let helpOption = Option(name: "--help", short: "-h", help: "print this help")
  static let inputLimitOption = Option(
    name: "--max-input-bytes", value: "N", kind: .number,
    help: "the maximum size of an input file, unpacked, in bytes",
    standard: "half of the memory")

  /// The options that every command takes.
  static let commonOptions = [inputLimitOption, helpOption]

  static let quietOption = Option(
    name: "--quiet", short: "-q", help: "print only errors and warnings")

  /// The switch by which a command prints `what` for programs.
  static func jsonOption(_ what: String) -> Option { Option(name: "--json", help: "print \(what) as JSON") }

  static let setOption = Option(
    name: "--set", value: "FIELD=VALUE", kind: .known { fields },
    help: "override a field, such as matching.radius_m=800; repeatable", repeats: true)

  static let regretOption = Option(
    name: "--regret",
    help: "also compute what could have been served with perfect information, and the regret")

  static let varyOption = Option(
    name: "--vary", value: "FIELD=VALUES", kind: .known { fields },
    help: "start:stop:count, start:stop:count:log or a,b,c; several make a grid; repeatable", repeats: true)

  static let figureOption = Option(
    name: "--figure", value: "NAME", kind: figure,
    help: "a figure, such as \(CarpoolModel.headline.examples); repeatable", repeats: true,
    former: ["--kpi", "--metric"])

  static let atOption = Option(
    name: "--at", value: "CHOICE", kind: .point,
    help: "only the points with field=value,…; these fields no longer vary")

  static let routingOption = Option(
    name: "--routing", value: "METHOD", kind: .words(RoutingMethod.allCases.map(\.rawValue)),
    help: "the routing algorithm: labels (default), hierarchy or dijkstra; does not change results")

  static let jobsOption = Option(
    name: "--jobs", value: "N", kind: .number, help: "parallel runs; default one per processor")

  static let progressOption = Option(
    name: "--progress", value: "FORM", kind: .words(["json"]),
    help: "json: a line of JSON on standard error for each step, instead of the bar")

  static let studyFolderOption = Option(
    name: "--out", short: "-o", value: "DIR", kind: .folder,
    help: "the study's folder; default Results/NAME")

  static let replicationsOption = Option(
    name: "--replications", value: "N", kind: .number, help: "replications per point", standard: "10")

  /// The option that draws points in the ranges for surfaces.
  static func drawnDesignOption(_ help: String) -> Option {
    Option(
      name: "--design", value: "KIND N",
      kind: .wordAndNumber([StudyPlan.Method.lhs, .sobol].map(\.rawValue)),
      help: help)
  }

  static let designSeedOption = Option(
    name: "--design-seed", value: "N", kind: .number, help: "the seed of the sampled points", standard: "1")

  /// A file that holds a scenario or a study.
  static let scenarioOperand = Operand(name: "FILE", kind: .scenario)

  /// A folder that a study is in.
  static let studyOperand = Operand(name: "STUDY", kind: .folder)

  /// The figures of all markets.
  static let figure = ValueKind.known { Markets.figures.columns.map(\.name) }

  /// Every field of a scenario, up to its value, and with each of its values where those are words.
  private static let fields =
    Scenario.fieldPaths(Markets.scenarios).map { $0 + "=" }
    + Scenario.fieldChoices(Markets.scenarios).flatMap { field, values in values.map { "\(field)=\($0)" } }
}
