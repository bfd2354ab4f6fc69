import Carpool
import Foundation
import JSON5
import Markets
import Metrics
import Report
import Scenario

extension Command {
  static let plot = Command(
    name: "plot", summary: "plot a study as SVG, PNG and PDF", operands: [studyOperand],
    options: [
      Option(
        name: "--kind", value: "KIND", kind: .words(Picture.Kind.allCases.map(\.rawValue)),
        help: "heatmap, curves, surface, pareto, morris or sobol; default all that the study allows"),
      Option(
        name: "--x", value: "FIELD", kind: .known { Scenario.fieldPaths(Markets.scenarios) },
        help: "the field on the horizontal axis; default the first that varies"),
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
        help: "the first line of the title; default a description of the picture"),
      Option(name: "--size", value: "WxH", help: "the size, in units of 1/96 inch; default 900x620"),
      Option(
        name: "--out", short: "-o", value: "FILE", kind: .file(PictureFormat.allCases.map(\.rawValue)),
        help:
          "for one picture: x.svg, x.png or x.pdf, or all three with x; - or -.png for standard output; default STUDY/plots/KIND-KPI"
      ),
      jsonOption("the pictures written"),
    ],
    discussion: """
      heatmap  a figure over two fields of a grid: numbers in the cells, or contour lines for large grids
      curves   a figure over a field, with bands of the 95 % intervals
      surface  the fitted surface of a figure over one or two fields, and its uncertainty
      pareto   the points in two figures, with the Pareto front, its settings and its knee
      morris   the influence of fields: the spread of their effects over the mean
      sobol    the share of variance that each field explains, alone and in total

      Pictures are drawn by gnuplot (Debian, Ubuntu: apt-get install gnuplot-nox). Other varied fields must be
      fixed with --at. Among the points that respect all bounds of --where, the best in the first figure is marked.
      """,
    example: "detour plot Results/radius --kind heatmap --figure wait_s.mean"
  ) { arguments, command in
    try PlotCommand(arguments, command).carryOut()
  }
}

/// Draws pictures of a study and prints where they are.
private struct PlotCommand {
  private let arguments: Arguments
  /// The kind of picture; if nil, every kind the study allows.
  private let kind: Picture.Kind?
  private let size: PictureSize

  init(_ arguments: Arguments, _ command: Command) throws(UsageError) {
    self.arguments = arguments
    kind = arguments.value("--kind").flatMap { Picture.Kind(rawValue: $0) }
    size = try Self.size(arguments.value("--size"), command)
    if standardOutputFormat != nil, arguments.has("--json") {
      throw command.misuse("--json and --out - both write to standard output; give one of them")
    }
    if arguments.has("--out"), kind == nil || arguments.value("--out") == "" {
      throw command.misuse("--out applies to one picture: select it with --kind, and give a file name")
    }
  }

  func carryOut() throws -> Int32 {
    let request = try request()
    try request.checkBounds()
    if let kind {
      if let format = standardOutputFormat {
        let file = try Gnuplot().drawn(request.picture(kind), as: format, size: size)
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
  private typealias Drawn = (kind: Picture.Kind, name: String, files: [String])

  /// Prints which pictures were drawn and which could not be.
  private func tell(_ pictures: [Drawn], leavingOut refusals: [(kind: Picture.Kind, error: ReportError)]) {
    guard arguments.has("--json") else {
      for file in pictures.flatMap(\.files) { print(file) }
      for refusal in refusals { print("left out  \(refusal.error)") }
      return
    }
    let drawn = pictures.map { picture in
      JSON.object([
        .init("kind", .text(picture.kind.rawValue)), .init("name", .text(picture.name)),
        .init("files", .list(picture.files.map { .text($0) })), .init("width", .integer(size.width)),
        .init("height", .integer(size.height)),
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
    return out == "-" ? .svg : PictureFormat.allCases.first { out == "-." + $0.rawValue }
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
        sentence: "name the figure with --figure: the study lacks the usual ones", command: "plot")
    }
    return PictureRequest(
      study, chosen: arguments.value("--at") ?? "", x: arguments.value("--x"), y: arguments.value("--y"),
      figures: figures, title: arguments.value("--title"),
      constraints: try arguments.all("--where").map { try Constraint($0, in: study) })
  }

  private func drawn(_ kind: Picture.Kind, _ picture: Picture, with gnuplot: Gnuplot) throws -> Drawn {
    let folder = arguments.operands[0]
    let out =
      arguments.value("--out")
      ?? "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/plots/\(picture.name)"
    let named = PictureFormat.allCases.first { arguments.has("--out") && out.hasSuffix("." + $0.rawValue) }
    let base = named.map { String(out.dropLast($0.rawValue.count + 1)) } ?? out
    let formats = named.map { [$0] } ?? PictureFormat.allCases
    return (kind, picture.name, try gnuplot.draw(picture, as: formats, size: size, to: base))
  }

  private static func size(_ text: String?, _ command: Command) throws(UsageError) -> PictureSize {
    guard let text else { return PictureSize() }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard sides.count == 2, sides.allSatisfy(PictureSize.sides.contains) else {
      let (least, most) = (PictureSize.sides.lowerBound, PictureSize.sides.upperBound)
      throw command.misuse("--size \(text): give width and height from \(least) to \(most), such as 1200x800")
    }
    return PictureSize(width: sides[0], height: sides[1])
  }
}
