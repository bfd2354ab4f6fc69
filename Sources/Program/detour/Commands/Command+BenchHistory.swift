import BenchmarkSuite
import Benchmarking
import Foundation
import Report
import Tables

extension Command {
  static let benchHistory = Command(
    name: "bench history",
    summary: "print the history in Results/benchmarks or DIR as a table, or plot it with --out",
    operands: [Operand(name: "DIR", kind: .folder, count: 0...1)],
    options: [
      Option(
        name: "--out", short: "-o", value: "FILE", kind: .path,
        help: "the picture (.svg, .png, .pdf, .tex), the table (.md, .csv, -) or the folder for all pictures"),
      Option(
        name: "--figure", value: "NAME", kind: .words(History.figures.map(\.name)),
        help:
          "the figure: \(History.figures.map(\.name).joined(separator: ", ")); default the first for a picture, all for a table"
      ),
      Option(
        name: "--machine", value: "KIND",
        help: "the kind of machine, if there are several; default the last measured"),
      benchJSONOption, plainFormatOption,
    ] + layoutOptions
  ) { arguments, command in
    try BenchCommand(arguments, command).drawHistory()
  }
}

extension BenchCommand {
  /// Prints a table of each figure over the commits at which it was measured, or writes the requested pictures or
  /// table. Writes no files unless a path is given.
  func drawHistory() throws -> Int32 {
    let folder = arguments.operands.first ?? "Results/benchmarks"
    let history = try History(folder)
    let isJSON = try form() == .json
    let place = arguments.value("--out") ?? "-"
    if ["-", ".md", ".csv"].contains(where: place.hasSuffix),
      let option = Command.layoutOptions.map(\.name).first(where: arguments.has)
    {
      throw command.misuse(
        "\(option) applies to pictures, but --out \(place) is a table; name a picture, such as --out history.svg"
      )
    }
    if place == "-", !isJSON {
      print(try filled(try table(history).markdown, history), terminator: "")
      return ExitCode.success
    }
    let files = place == "-" ? [] : try make(history, at: place)
    if isJSON {
      print(json: history.json(files: files), as: .benchHistory)
    } else {
      for file in files { print(file) }
    }
    return ExitCode.success
  }

  /// Returns `text` if the table has at least one row.
  ///
  /// - Throws: `BenchError.unreadable` if none of the requested figures was ever measured.
  private func filled(_ text: String, _ history: History) throws(BenchError) -> String {
    guard text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) > 1 else {
      throw .unreadable(
        file: history.folder,
        reason: "has no \(figure()?.name ?? "figures") to show; `detour bench --record` adds some")
    }
    return text
  }

  /// Writes the picture or table at `place`, or all pictures if it is a folder, and returns the paths of the files
  /// written.
  private func make(_ history: History, at place: String) throws -> [String] {
    switch URL(filePath: place).pathExtension {
    case "svg", "png", "pdf", "tex": try drawOne(history, to: place)
    case "md":
      let text = try filled(try table(history).markdown, history)
      try OwnFile.check(place, for: "a table") { $0.isBenchMarkdown }
      try AtomicFile.write(text, to: place)
    case "csv":
      let text = try filled(try table(history).csv, history)
      // The header is always the same.
      try OwnFile.check(place, for: "a table") { $0.begins(with: String(text.prefix { !$0.isNewline })) }
      try AtomicFile.write(text, to: place)
    default:
      let (gnuplot, pictures) = (try Gnuplot(), try history.pictures(in: layout()))
      guard !pictures.isEmpty else {
        throw BenchError.unreadable(file: history.folder, reason: "has no figures to draw")
      }
      return try pictures.flatMap { picture in
        try gnuplot.draw(picture, as: [.svg, .png], in: layout(), to: place + "/" + picture.name)
      }
    }
    return [place]
  }

  private func drawOne(_ history: History, to place: String) throws {
    let (kind, files) = try machine(history)
    let figure = figure() ?? History.figures[0]
    guard let picture = try history.picture(of: figure, kind, files, in: layout()) else {
      throw BenchError.unreadable(file: history.folder, reason: "has no \(figure.name) of \(kind)")
    }
    let format = PictureFormat.allCases.filter { place.hasSuffix("." + $0.ending) }
    _ = try Gnuplot().draw(picture, as: format, in: layout(), to: (place as NSString).deletingPathExtension)
  }

  /// Returns the layout set by the options.
  private func layout() throws(UsageError) -> PictureLayout { try PictureLayout(arguments, command) }

  private func table(_ history: History) throws -> HistoryTable {
    let machines = arguments.value("--machine") == nil ? history.byMachine : [try machine(history)]
    return HistoryTable(machines, figure().map { [$0] } ?? History.figures)
  }

  /// Returns the machine given on the command line, or else the one with the latest measurement.
  private func machine(_ history: History) throws(UsageError) -> (kind: String, files: [ResultFile]) {
    let machines = history.byMachine
    let kind = arguments.value("--machine") ?? history.files[history.files.count - 1].machine.kind
    guard let found = machines.first(where: { $0.kind == kind }) else {
      let known = machines.map(\.kind).joined(separator: ", ")
      throw command.misuse("--machine \(kind): give one of \(known)")
    }
    return found
  }

  /// Returns the figure given on the command line; nil if none is given.
  private func figure() -> History.Figure? {
    History.figures.first { $0.name == arguments.value("--figure") }
  }
}
