import Benchmarking
import Carpool
import Foundation
import JSON5
import Metrics
import Pages
import Report
import Run
import Tables

extension Command {
  static let report = Command(
    name: "report", summary: "show a run, two runs side by side, a study or benchmarks as a web page",
    operands: [
      Operand(name: "FOLDER", kind: .folder), Operand(name: "OTHER", kind: .folder, count: 0...1),
    ],
    options: [
      Option(
        name: "--out", short: "-o", value: "FILE", kind: .file(["html", "md"]),
        help:
          "the page's file, - for standard output; default FOLDER.html, or FOLDER-and-OTHER.html for two runs"
      ),
      Option(
        name: "--stories", value: "N", kind: .number,
        help:
          "for a run, which is repeated for this: the maximum number of passengers whose closest drivers are listed, or in other "
          + "markets of requests explained; default 2000, reduced if explaining is slow"
      ),
      Option(
        name: "--methods",
        help:
          "instead of the page, write a draft of the method section of a paper on the run or study, to --out or standard output"
      ),
      allowPolicyOption, jsonOption("the page's location"), quietOption,
    ],
    discussion: """
      FOLDER is one written by `detour run`, `detour sweep`, `detour tune` or `detour bench --record`. The page is a
      single file, which any browser shows offline; an existing file of the same name is replaced. Its figures are
      those of the tables, and are visible without scripts too. Charts use D3, which is embedded in the page (Debian,
      Ubuntu: apt-get install node-d3).

      With FOLDER and OTHER, two different runs of one market, the page shows both on the same scales, with the
      fields, figures and requests in which they differ. A single run of each does not show whether a difference is
      due to chance: for intervals, and for pages that compare studies, see `detour compare --report`.

      --methods follows the STRESS-DES checklist: objectives, logic, data, experimentation, implementation and access,
      as far as they are in the manifest, in Markdown. Placeholders in brackets mark what only the author knows.
      """,
    example: "detour report Results/quickstart"
  ) { arguments, command in
    try ReportCommand(arguments, command).carryOut()
  }
}

/// Writes the page of a folder and prints its path.
private struct ReportCommand {
  private let folder: String
  /// The folder of the second run on a page of two runs; nil for a page of one folder.
  private let other: String?
  private let output: String
  private let stories: Int?
  private let allowsPolicy: Bool
  private let isQuiet: Bool
  private let printsJSON: Bool
  /// The file for the method section, `-` for standard output; nil if a page is to be written instead.
  private let methods: String?

  init(_ arguments: Arguments, _ command: Command) throws {
    folder = arguments.operands[0].droppingSlashes
    other = arguments.operands.dropFirst().first?.droppingSlashes
    output = try Self.output(arguments.value("--out"), [folder] + [other].compactMap(\.self), command)
    stories = try arguments.count("--stories", 0...100_000_000)
    allowsPolicy = arguments.has(Command.allowPolicyOption.name)
    isQuiet = arguments.has("--quiet")
    printsJSON = arguments.has("--json")
    methods = arguments.has("--methods") ? arguments.value("--out") ?? Page.standardOutput : nil
    if other != nil,
      let single = ["--stories", "--methods", Command.allowPolicyOption.name].first(where: arguments.has)
    {
      throw command.misuse("\(single) applies to a single folder; give one folder, or leave it out")
    }
    if methods != nil,
      let other = ["--stories", "--json", Command.allowPolicyOption.name].first(where: arguments.has)
    {
      throw command.misuse("\(other) applies to the page, but --methods writes text; give one of them")
    }
    if printsJSON, output == Page.standardOutput {
      throw command.misuse("--json and --out - both write to standard output; give one of them")
    }
  }

  /// Returns the path of the page: next to the first of `folders`, never inside one, since the page is not a result
  /// file.
  private static func output(_ named: String?, _ folders: [String], _ command: Command) throws(UsageError)
    -> String
  {
    // `.` and `..` get their names from the folders they refer to.
    let places = folders.map {
      URL(filePath: $0).absoluteURL.standardizedFileURL.resolvingSymlinksInPath().path.droppingSlashes
    }
    let own = ["", ".", ".."].contains((folders[0] as NSString).lastPathComponent) ? places[0] : folders[0]
    let others = places.dropFirst().map { "-and-" + ($0 as NSString).lastPathComponent }
    let output = named ?? own + others.joined() + ".html"
    if output == Page.standardOutput { return output }
    guard !output.isEmpty, !output.hasSuffix("/") else {
      throw command.misuse("--out \(output): give a file name, such as page.html")
    }
    let target = URL(filePath: output).absoluteURL.standardizedFileURL.deletingLastPathComponent()
      .resolvingSymlinksInPath()
    guard !places.contains(where: { (target.path.droppingSlashes + "/").hasPrefix($0 + "/") }) else {
      throw command.misuse(
        "--out \(output): lies in the folder of the results, which must contain only results; give another place"
      )
    }
    return output
  }

  /// Writes the method section to `place`.
  private func writeMethods(to place: String) throws {
    let text = try MethodsText(folder: folder).text
    if place == Page.standardOutput {
      print(text, terminator: "")
    } else {
      try OwnFile.check(place, for: "a method section") { $0.begins(with: MethodsText.heading) }
      try AtomicFile.write(text, to: place)
      if !isQuiet { print(place) }
    }
  }

  func carryOut() throws -> Int32 {
    if let methods {
      try writeMethods(to: methods)
      return ExitCode.success
    }
    let bar = ProgressBar(isQuiet: isQuiet || printsJSON)
    defer { bar.clear() }
    let page = try page(bar)
    bar.announce("writing")
    try page.keep(at: output)
    bar.clear()
    if printsJSON {
      let size = try FileManager.default.attributesOfItem(atPath: output)[.size] as? Int ?? 0
      let members: [JSON.Member] =
        [.init("folder", .text(folder))] + [other.map { .init("other", .text($0)) }].compactMap(\.self) + [
          .init("page", .text(output)), .init("bytes", .integer(size)),
        ]
      print(json: .object(members), as: .report)
    } else if !isQuiet, output != Page.standardOutput {
      print(output)
    }
    return ExitCode.success
  }

  private func page(_ bar: ProgressBar) throws -> Page {
    bar.announce("reading")
    if let other {
      for folder in [folder, other] {
        switch try Self.kind(of: folder) {
        case .run: break
        case .study: throw PageError.notARun(folder: folder, kind: "a study")
        case .benchmarks: throw PageError.notARun(folder: folder, kind: "benchmarks")
        }
      }
      return try PairPage(folder, other) { bar.announce($0) }.page
    }
    switch try Self.kind(of: folder) {
    case .study: return try StudyPage(folder: folder).page
    case .benchmarks: return try BenchmarksPage(folder: folder).page
    case .run:
      var limits = RunPage.Limits()
      if let stories {
        limits.stories = stories
        limits.sparesTime = false
      }
      if try MarketPage.suits(RecordedRun(folder: folder)) {
        return try MarketPage(folder: folder, limits: limits) { bar.announce($0) }.page
      }
      let page = try RunPage(folder: folder, limits: limits, allowsPolicy: allowsPolicy) { bar.announce($0) }
      if let reason = page.needsPolicy {
        bar.clear()
        Detour.warn("the page does not list the closest drivers. \(reason)")
      }
      return page.page
    }
  }

  /// The kind of content of a folder.
  private enum Kind { case run, study, benchmarks }

  private static func kind(of folder: String) throws -> Kind {
    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder + "/" + name) }
    if has("runs.csv") || has("runs.csv.gz") { return .study }
    if has(CarpoolTable.requests.schema.fileName) || has(SummaryRow.table.schema.fileName) { return .run }
    if History.isThere(folder) { return .benchmarks }
    throw PageError.notResults(folder: folder)
  }
}

extension Page {
  /// The path that stands for standard output.
  static let standardOutput = "-"

  /// Writes the page to `path`, or to standard output.
  func keep(at path: String) throws {
    if path == Self.standardOutput { Outlet.output.put(try text()) } else { try write(to: path) }
  }
}

extension String {
  /// The path without trailing slashes, except for the root.
  fileprivate var droppingSlashes: String {
    var path = self
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
