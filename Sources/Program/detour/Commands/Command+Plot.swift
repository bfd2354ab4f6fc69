import Carpool
import Foundation
import JSON5
import Markets
import Metrics
import Report
import Scenario

extension Command {
  static let plot = Command(
    name: "plot", summary: "draw pictures of a study as SVG, PNG, PDF and TikZ", operands: [studyOperand],
    options: [
      Option(
        name: "--kind", value: "KIND", kind: .words(Picture.Kind.allCases.map(\.rawValue)),
        help:
          "the kind of picture: heatmap, curves, surface, pareto, morris or sobol; default all that the study allows"
      ),
      Option(
        name: "--x", value: "FIELD", kind: .known { Scenario.fieldPaths(Markets.scenarios) },
        help: "the field on the horizontal axis; default the first varied field"),
      Option(
        name: "--y", value: "FIELD", kind: .known { Scenario.fieldPaths(Markets.scenarios) },
        help: "heatmap: the field on the vertical axis; curves: one curve per value of the field"),
      Option(
        name: "--figure", value: "NAME", kind: figure,
        help: "the figure, such as \(CarpoolModel.headline.examples); two for pareto; repeatable",
        repeats: true,
        former: figureOption.former),
      atOption,
      Option(
        name: "--where", value: "BOUND", kind: figure,
        help: "mark the best point that respects a bound, such as 'driver_detour_s.mean<=240'; repeatable",
        repeats: true),
      Option(
        name: "--title", value: "TEXT",
        help: "the first line of the title; by default a description on pages, and no title elsewhere"),
    ] + layoutOptions + [
      Option(
        name: "--format", value: "FORMATS", kind: .list(PictureFormat.allCases.map(\.rawValue)),
        help: "the formats, such as pdf or svg,tikz; default svg,png,pdf"),
      Option(
        name: "--out", short: "-o", value: "FILE", kind: .file(PictureFormat.allCases.map(\.ending)),
        help:
          "the file of a single picture: x.svg, x.png, x.pdf, x.tex, or x for all formats; - or -.png for standard output; default STUDY/plots/KIND-FIGURE"
      ),
      jsonOption("the pictures written"),
    ],
    discussion: """
      heatmap  a figure over two fields of a grid: numbers, or contour lines
      curves   a figure over a field, with bands of the 95 % intervals
      surface  the fitted surface of a figure over one or two fields, with its error
      pareto   the points in two figures, with the Pareto front and its knee
      morris   the influence of fields: the spread of their effects over the mean
      sobol    the share of variance that each field explains, alone and in total

      In the page style, the title says what the picture shows. In the paper and slides styles there is no title; the
      text for a caption is printed instead. With --width, --height, --font-size or --format tikz the default style is
      paper.

      Pictures are drawn by gnuplot (Debian, Ubuntu: apt-get install gnuplot-nox). Other varied fields must be
      fixed with --at. Among the points that respect all bounds of --where, the best in the first figure is marked.
      """,
    example: "detour plot Results/radius --kind heatmap --width 3.5in --format pdf"
  ) { arguments, command in
    try PlotCommand(arguments, command).carryOut()
  }
}

/// Draws pictures of a study and prints their paths.
private struct PlotCommand {
  private let arguments: Arguments
  /// The kind of picture; if nil, every kind the study allows.
  private let kind: Picture.Kind?
  private let layout: PictureLayout
  private let formats: [PictureFormat]

  init(_ arguments: Arguments, _ command: Command) throws(UsageError) {
    self.arguments = arguments
    kind = arguments.value("--kind").flatMap { Picture.Kind(rawValue: $0) }
    formats =
      arguments.value("--format").map {
        $0.split(separator: ",").compactMap { PictureFormat(rawValue: String($0)) }
      }
      ?? PictureFormat.usual
    layout = try PictureLayout(arguments, command, isForPaper: formats == [.tikz])
    if standardOutputFormat != nil, arguments.has("--json") {
      throw command.misuse("--json and --out - both write to standard output; give one of them")
    }
    if arguments.has("--out"), kind == nil || arguments.value("--out") == "" {
      throw command.misuse("--out applies to one picture: select it with --kind, and give a file name")
    }
    try checkFormat(command)
  }

  /// Checks that `--format` agrees with the format implied by `--out`.
  private func checkFormat(_ command: Command) throws(UsageError) {
    guard let out = arguments.value("--out"), let text = arguments.value("--format") else { return }
    if out == "-", formats.count > 1 {
      throw command.misuse("--format \(text): standard output takes one picture; give one format")
    }
    if let named = PictureFormat(ofFile: out), formats != [named] {
      throw command.misuse(
        "--format \(text) and --out \(out) name different formats; leave out --format, or the extension of --out"
      )
    }
  }

  func carryOut() throws -> Int32 {
    let request = try request()
    try request.checkBounds()
    if let kind {
      if let format = standardOutputFormat {
        let file = try Gnuplot().drawn(request.picture(kind), as: format, in: layout)
        file.withUnsafeBytes { Outlet.output.put($0) }
      } else {
        try tell([drawn(kind, request.picture(kind), with: Gnuplot())], leavingOut: [])
      }
      return ExitCode.success
    }
    var refusals: [(kind: Picture.Kind, error: ReportError)] = []
    var pictures: [(kind: Picture.Kind, picture: Picture)] = []
    for kind in Picture.Kind.allCases {
      do throws(ReportError) {
        pictures.append((kind, try request.picture(kind)))
      } catch {
        refusals.append((kind, error))
      }
    }
    guard !pictures.isEmpty else { throw refusals[0].error }
    let gnuplot = try Gnuplot()
    try tell(pictures.map { try drawn($0.kind, $0.picture, with: gnuplot) }, leavingOut: refusals)
    return ExitCode.success
  }

  /// A picture that was drawn, with its files.
  private typealias Drawn = (kind: Picture.Kind, picture: Picture, files: [String])

  /// Prints which pictures were drawn and which could not be.
  private func tell(_ pictures: [Drawn], leavingOut refusals: [(kind: Picture.Kind, error: ReportError)]) {
    guard arguments.has("--json") else {
      for drawn in pictures {
        for file in drawn.files { print(file) }
        if !drawn.picture.caption.isEmpty {
          print("caption  \(drawn.picture.caption.joined(separator: " · "))")
        }
      }
      for refusal in refusals { print("left out  \(refusal.error)") }
      return
    }
    let drawn = pictures.map { picture in
      JSON.object([
        .init("kind", .text(picture.kind.rawValue)), .init("name", .text(picture.picture.name)),
        .init("files", .list(picture.files.map { .text($0) })),
        .init("width", .integer(Int((96 * layout.width).rounded()))),
        .init("height", .integer(Int((96 * layout.height).rounded()))),
        .init("style", .text(layout.style.rawValue)), .init("font_size_pt", .number(layout.fontSize)),
        .init("caption", .list(picture.picture.caption.map { .text($0) })),
      ])
    }
    let left = refusals.map { refusal in
      JSON.object([
        .init("kind", .text(refusal.kind.rawValue)), .init("reason", .text(refusal.error.description)),
      ])
    }
    print(json: ["pictures": .list(drawn), "left_out": .list(left)], as: .plot)
  }

  /// The format of the picture written to standard output: SVG unless the path's extension says otherwise; nil if
  /// the picture goes to files.
  private var standardOutputFormat: PictureFormat? {
    guard let out = arguments.value("--out"), out.hasPrefix("-") else { return nil }
    if out == "-" { return arguments.has("--format") ? formats[0] : .svg }
    return PictureFormat.allCases.first { out == "-." + $0.ending }
  }

  private func request() throws -> PictureRequest {
    let whole = try StudyTable(study: arguments.operands[0])
    let study = try whole.at(arguments.value("--at"))
    let names = arguments.all("--figure").distinct
    var figures = names.isEmpty ? study.figures.tradeOff.filter(study.has) : try names.map(study.figure)
    // A front needs two figures; the second defaults to the usual one that was not given.
    if figures.count == 1 {
      figures += study.figures.tradeOff.filter { $0 != figures[0] && study.has($0) }.prefix(1)
    }
    guard !figures.isEmpty else {
      throw UsageError(
        sentence: "the study has none of the default figures; name one with --figure", command: "plot")
    }
    var request = PictureRequest(
      study, chosen: arguments.value("--at") ?? "", x: arguments.value("--x"), y: arguments.value("--y"),
      figures: figures, title: arguments.value("--title"),
      constraints: try arguments.all("--where").map { try Constraint($0, in: study) })
    request.layout = layout
    return request
  }

  private func drawn(_ kind: Picture.Kind, _ picture: Picture, with gnuplot: Gnuplot) throws -> Drawn {
    let folder = arguments.operands[0]
    let out =
      arguments.value("--out")
      ?? "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/plots/\(picture.name)"
    let named = arguments.has("--out") ? PictureFormat(ofFile: out) : nil
    let base = named.map { String(out.dropLast($0.ending.count + 1)) } ?? out
    return (kind, picture, try gnuplot.draw(picture, as: named.map { [$0] } ?? formats, in: layout, to: base))
  }
}
