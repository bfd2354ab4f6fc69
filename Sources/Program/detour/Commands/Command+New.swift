import Foundation
import Markets
import Models
import RoadNetwork
import Scenario
import Tables

extension Command {
  static let new = Command(
    name: "new", summary: "create a scenario and a study from files of trips or people",
    operands: [Operand(name: "FOLDER", kind: .folder)],
    options: [
      Option(
        name: "--network", value: "FILE", kind: .path,
        help: "the road network, in any format supported by detour network"),
      Option(
        name: "--requests", value: "FILE", kind: .path,
        help:
          "the requests, recorded trips, or a trip matrix (.csv, .omx); for other markets, the jobs, orders or volunteers"
      ),
      Option(
        name: "--drivers", value: "FILE", kind: .path,
        help: "the drivers; for other markets, the providers, accounts or posts of a festival"),
      Option(
        name: "--zones", value: "FILE", kind: .path,
        help: "the zones of a trip matrix: GeoJSON, or a table of points"),
      Option(name: "--layer", value: "NAME", help: "the matrix to use, if a file has several"),
      Option(
        name: "--lookup", value: "NAME", help: "the list of zone names to use from an OMX file of several"),
      Option(
        name: "--market", value: "NAME", kind: .words(Markets.all.map { $0.name }),
        help: "the market; by default the one to which the layout of the files belongs"),
      quietOption,
    ],
    discussion: """
      Layouts are recognised by the columns: \(InputLayout.all.map(\.name).joined(separator: ", ")); `detour columns
      input` explains them. FOLDER will contain scenario.json5, study.json5 and README.md, which refer to the input
      files where they are. Whatever the files do not determine is assumed, and the assumptions are printed. The
      scenario is validated before FOLDER appears; nothing is overwritten.
      """,
    example:
      "detour new town --network Scenarios/networks/tiny-town --requests Scenarios/examples/taxi.csv"
  ) { arguments, command in
    try NewCommand(arguments, command).carryOut()
  }
}

/// Writes the folder of a new scenario, and prints what was recognised and assumed.
private struct NewCommand {
  private let arguments: Arguments
  private let requests: String

  init(_ arguments: Arguments, _ command: Command) throws(UsageError) {
    self.arguments = arguments
    guard let requests = arguments.value("--requests") else {
      throw command.misuse("the requests are missing: give --requests FILE")
    }
    self.requests = requests
    if let option = ["--network", "--requests", "--drivers", "--zones"].first(where: {
      arguments.value($0) == "-"
    }) {
      throw command.misuse(
        "\(option) -: a scenario cannot read standard input; give the name of a file")
    }
  }

  func carryOut() throws -> Int32 {
    let folder = try NewFolder(arguments.operands[0])
    let network = try arguments.value("--network").map { try NetworkSource($0) }
    var sources = ScenarioDraft.Sources(network: network, requests: try RecordedFile(requests))
    sources.drivers = try arguments.value("--drivers").map { try RecordedFile($0) }
    sources.zones = arguments.value("--zones")
    sources.layer = arguments.value("--layer")
    sources.lookup = arguments.value("--lookup")
    try check(sources)
    let name = name(of: folder.path)
    let place = canonical(FilePath.folder(of: folder.path))
    func link(_ file: String) -> String {
      if file.hasPrefix("/") { return file }
      // The folder lies in the one from which the way begins.
      let target = canonical(FilePath.folder(of: file))
      let way = FilePath.way(from: place + "/x", to: target)
      return way + "/" + ((file as NSString).lastPathComponent)
    }
    let draft = try ScenarioDraft(name, sources, link: link)
    let files = [
      ("scenario.json5", draft.scenario), ("study.json5", draft.study), ("README.md", draft.readMe),
    ]
    var found = Validation(path: folder.path)
    try folder.write(files) { written in
      found = try validated(written)
    }
    guard !arguments.has("--quiet") else { return ExitCode.success }
    print("\(folder.path): scenario.json5, study.json5 and README.md, without faults")
    if let network { print("network    \(network.format.name): \(network.path)") }
    for file in [sources.requests, sources.drivers].compactMap(\.self) {
      print("layout     \(file.layout.name): \(file.path)\(file.rows > 0 ? ", \(file.rows) rows" : "")")
    }
    for (name, count) in found.counts { print("\(name.padded(to: 11))\(count)") }
    let paths = [sources.requests.path, sources.drivers?.path, sources.zones].compactMap(\.self)
    for text in found.notices {
      // The scenario names files relative to its folder.
      let path = paths.first { text.hasPrefix(link($0) + ":") }
      print("warning    \(path.map { $0 + text.dropFirst(link($0).count) } ?? text)")
    }
    for text in draft.assumptions { print("assumed    \(text)") }
    print("next       cd \(folder.path)")
    for command in draft.commands { print("           \(command)") }
    return ExitCode.success
  }

  /// Checks that each file was given with the option for its layout, and that all belong to the same market.
  private func check(_ sources: ScenarioDraft.Sources) throws(NewScenarioError) {
    if sources.requests.layout.isSupply {
      throw .otherRole(file: requests, layout: sources.requests.layout.name, option: "--drivers")
    }
    if let drivers = sources.drivers, !drivers.layout.isSupply {
      throw .otherRole(file: drivers.path, layout: drivers.layout.name, option: "--requests")
    }
    let wanted = arguments.value("--market") ?? sources.requests.layout.market
    for file in [sources.requests, sources.drivers].compactMap(\.self) where file.layout.market != wanted {
      throw .otherMarket(
        file: file.path, layout: file.layout.name, market: file.layout.market, wanted: wanted)
    }
    let isMatrix = sources.requests.layout.kind == .matrix
    if arguments.has("--lookup"), isMatrix, !requests.lowercased().hasSuffix(".omx") {
      throw .lacking("--lookup applies only to an OMX file, but \(requests) is a table")
    }
    if let option = ["--zones", "--layer", "--lookup"].first(where: arguments.has), !isMatrix {
      throw .lacking(
        "\(option) applies only to a matrix of trips, but \(requests) has the layout \(sources.requests.layout.name)"
      )
    }
  }

  /// Returns the scenario's name: that of the folder, with hyphens for characters that files and shells treat specially.
  private func name(of folder: String) -> String {
    let last = URL(filePath: folder).lastPathComponent
    let name = String(
      last.unicodeScalars.map { scalar in
        scalar.isASCII
          && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || "-_".unicodeScalars.contains(scalar))
          ? Character(scalar) : "-"
      }
    ).drop { $0 == "-" }
    return name.isEmpty ? "scenario" : String(name)
  }

  /// Returns `path` with symbolic links resolved.
  private func canonical(_ path: String) -> String {
    URL(filePath: path.isEmpty ? "." : path).standardizedFileURL.resolvingSymlinksInPath().path(
      percentEncoded: false)
  }

  /// Checks the study in `folder`, and returns the findings about its scenario.
  private func validated(_ folder: String) throws -> Validation {
    func validation(_ file: String) throws -> Validation {
      try Command.validate(Arguments([folder + "/" + file], for: .validate), .validate)
    }
    do {
      _ = try validation("study.json5")
      return try validation("scenario.json5")
    } catch let fault as any InputFault {
      throw NewScenarioError.invalid(Self.told(fault.description, of: folder))
    }
  }

  /// The remedy for a file of several matrices.
  private static let whichLayer = "choose the matrix of the trips with --layer"

  /// The remedy for a file of several lists of zone names.
  private static let whichLookup = "choose the one with the zone names with --lookup"

  /// Returns the message about a scenario in `draft`, reworded to refer to the given files and options, each line
  /// once.
  private static func told(_ message: String, of draft: String) -> String {
    // The scenario names files relative to its folder; users named them relative to theirs.
    let parts = draft.split(separator: "/", omittingEmptySubsequences: false)
    var lines: [String] = []
    for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
      var text = String(line)
      for count in parts.indices.reversed() {
        let way = draft + "/" + String(repeating: "../", count: count + 1)
        let rest = parts.dropLast(count + 1).map { $0 + "/" }.joined()
        if text.hasPrefix(way) { text = rest + text.dropFirst(way.count) }
      }
      text = text.replacing(#/\.[0-9]+\.partial\//#, with: "/")
      text = text.replacing(#/name those with the trips \(`layers`\)$/#, with: Self.whichLayer)
      text = text.replacing(#/choose the one with the zone names \(`lookup`\)$/#, with: Self.whichLookup)
      if !lines.contains(text) { lines.append(text) }
    }
    return lines.joined(separator: "\n")
  }
}
