import Carpool
import Markets
import Metrics
import RoadNetwork
import Scenario

/// Options shared by several commands.
extension Command {
  /// The options that can be given instead of a command.
  static let ownOptions = [
    Option(name: "--help", short: "-h", help: "print the list of commands"),
    Option(name: "--version", short: "-V", help: "print the version"),
  ]

  static let helpOption = Option(name: "--help", short: "-h", help: "print this help")
  static let inputLimitOption = Option(
    name: "--max-input-bytes", value: "N", kind: .number,
    help: "the maximum size of an input file, unpacked, in bytes",
    standard: "half of the memory")

  /// The options every command has.
  static let commonOptions = [inputLimitOption, helpOption]

  static let quietOption = Option(
    name: "--quiet", short: "-q", help: "print only errors and warnings")

  /// Returns the switch that makes a command print `what` as JSON.
  static func jsonOption(_ what: String) -> Option { Option(name: "--json", help: "print \(what) as JSON") }

  static let setOption = Option(
    name: "--set", value: "FIELD=VALUE", kind: .known { fieldWords },
    help: "override a field, such as matching.radius_m=800; repeatable", repeats: true)

  static let regretOption = Option(
    name: "--regret",
    help: "also compute the perfect-information optimum of served requests, and the regret")

  static let varyOption = Option(
    name: "--vary", value: "FIELD=VALUES", kind: .known { fieldWords },
    help:
      "vary a field: start:stop:count, start:stop:count:log or a,b,c; several fields form a grid; repeatable",
    repeats: true)

  static let figureOption = Option(
    name: "--figure", value: "NAME", kind: figure,
    help: "a figure, such as \(CarpoolModel.headline.examples); repeatable", repeats: true,
    former: ["--kpi", "--metric"])

  static let atOption = Option(
    name: "--at", value: "CHOICE", kind: .point,
    help: "use only the points with these values, field=value,…, and treat the fields as fixed")

  static let routingOption = Option(
    name: "--routing", value: "METHOD", kind: .words(RoutingMethod.allCases.map(\.rawValue)),
    help: "the routing algorithm: labels (default), hierarchy or dijkstra; does not change results")

  static let jobsOption = Option(
    name: "--jobs", value: "N", kind: .number, help: "the number of parallel runs; default one per processor")

  static let progressOption = Option(
    name: "--progress", value: "FORM", kind: .words(["json"]),
    help: "json: report each step as a line of JSON on standard error, instead of the progress bar")

  static let studyFolderOption = Option(
    name: "--out", short: "-o", value: "DIR", kind: .folder,
    help: "the study's folder; default Results/NAME")

  static let replicationsOption = Option(
    name: "--replications", value: "N", kind: .number, help: "the number of replications per point",
    standard: "10")

  /// Returns the option for sampling points from the ranges, to which surfaces can be fitted.
  static func drawnDesignOption(_ help: String) -> Option {
    Option(
      name: "--design", value: "KIND N",
      kind: .wordAndNumber([StudyPlan.Method.lhs, .sobol].map(\.rawValue)),
      help: help)
  }

  static let designSeedOption = Option(
    name: "--design-seed", value: "N", kind: .number, help: "the seed of the sampled points", standard: "1")

  /// A file that contains a scenario or a study.
  static let scenarioOperand = Operand(name: "FILE", kind: .scenario)

  /// The folder of a study.
  static let studyOperand = Operand(name: "STUDY", kind: .folder)

  /// The figures of all markets.
  static let figure = ValueKind.known { Markets.figures.columns.map(\.name) }

  /// All scenario fields as `FIELD=`, followed by each possible value if the values are words.
  private static let fieldWords =
    Scenario.fieldPaths(Markets.scenarios).map { $0 + "=" }
    + Scenario.fieldChoices(Markets.scenarios).flatMap { field, values in values.map { "\(field)=\($0)" } }
}
