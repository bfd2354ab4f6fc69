import Foundation
import Metrics
import Quantities
import Statistics

/// A figure over two parameters: one cell per point with its number, or contour lines if there are too many.
struct HeatMap {
  private let request: PictureRequest
  private let figure: FigureColumn
  private let x: FieldAxis
  private let y: FieldAxis
  /// The means, one row per y with one value per x; nil without a value.
  private let means: [[Double?]]
  private let chosen: ChosenPoint?
  /// The coordinates of the points that violate a bound.
  private let excluded: [(x: Double, y: Double)]

  init(_ request: PictureRequest) throws(ReportError) {
    let what = "a heat map"
    let study = request.study
    let axes = try request.axes(2, for: what)
    guard axes.count == 2 else {
      throw .impossible(what: what, reason: "needs two fields that vary; \(study.folder) has \(axes.count)")
    }
    figure = request.figures[0]
    x = FieldAxis(study, axes[0])
    y = FieldAxis(study, axes[1])
    for axis in [x, y] where axis.numbers == nil {
      throw .impossible(
        what: what,
        reason: "\(axis.path) has values that are no numbers; --kind curves takes them, one curve each")
    }
    let cells = Dictionary(
      study.points.map { ([$0.values[axes[0]], $0.values[axes[1]]], $0) },
      uniquingKeysWith: { first, _ in first })
    guard cells.count == x.values.count * y.values.count else {
      throw .impossible(
        what: what,
        reason:
          "needs a grid, and of \(x.values.count) × \(y.values.count) pairs of values \(study.folder) has"
          + " \(cells.count); --kind pareto takes any points")
    }
    self.request = request
    chosen = try request.chosenPoint()
    let (figure, x, y) = (figure, x, y)
    excluded = (y.numbers ?? []).enumerated().flatMap { row, v in
      (x.numbers ?? []).enumerated().compactMap { column, u in
        guard let point = cells[[x.values[column], y.values[row]]] else { return nil }
        return request.limits.allSatisfy { $0.holds(at: point) } ? nil : (u, v)
      }
    }
    means = y.values.map { v in
      x.values.map { u in cells[[u, v]]?.statistics(figure).mean.map(figure.onAxis) }
    }
  }

  /// Whether cells have room for their numbers. Lines between their centres would cross cells of another colour.
  private var hasNumbers: Bool { x.values.count <= 9 && y.values.count <= 12 }

  var picture: Picture {
    var script = Script()
    script.add("set key off")
    script.add("unset grid")
    script.add("set border 15")
    script.add(title)
    for (letter, axis) in [("x", x), ("y", y)] as [(GnuplotCode, FieldAxis)] {
      if axis.isLogarithmic { script.add("set logscale \(letter)") }
      let bounds = axis.bounds
      script.add("set \(letter)range [\(bounds[0]):\(bounds[bounds.count - 1])]")
      script.add("set \(letter)label \(Script.quoted(axis.label))")
      if axis.values.count <= 12 { script.add("set \(letter)tics (\(Self.tics(axis)))") }
    }
    script.add("set ylabel offset -1.5,0")
    // Room for labels of two lines on the left and for the scale on the right.
    script.add("set lmargin at screen 0.16")
    script.add("set rmargin at screen 0.81")
    script.add("set cblabel \(Script.quoted(figure.label)) offset 0.5,0")
    // Light to medium: lightness alone shows the order, and black lines are visible everywhere.
    script.add("set palette defined (0 '#ffffff', 0.5 '#b9cfe4', 1 '#5b8fc0')")
    addData(to: &script)
    return Picture(kind: .heatmap, figures: [figure.name], script: script)
  }

  private var title: GnuplotCode {
    let first = "\(figure.title) over \(x.title) and \(y.title)"
    let hasGaps = means.joined().contains { $0 == nil }
    let rest = request.caption(
      [
        hasNumbers ? "" : "lines of equal \(figure.title), drawn between the middles of cells",
        hasGaps ? "white: no value" : "",
        excluded.isEmpty ? "" : "×: beyond a bound",
      ]
        + (chosen?.caption ?? []))
    return "set title \(Script.quoted(request.heading(first) + rest))"
  }

  private var chosenPlace: [GnuplotCode]? {
    guard let values = chosen?.point.values else { return nil }
    let places = [x, y].map { axis in
      request.study.parameters.firstIndex(of: axis.path).flatMap { StudyTable.number(values[$0]) }
    }
    return places.map(Script.number)
  }

  private static func tics(_ axis: FieldAxis) -> GnuplotCode {
    (axis.numbers ?? []).map { "\(Script.tic($0.formatted(.plain))) \($0)" as GnuplotCode }
      .joined(separator: ", ")
  }

  private func addData(to script: inout Script) {
    let (u, v) = (x.bounds, y.bounds)
    let (xs, ys) = (x.numbers ?? [], y.numbers ?? [])
    let cells = ys.indices.flatMap { row in
      xs.indices.compactMap { column in
        means[row][column].map { mean in
          [xs[column], ys[row], u[column], u[column + 1], v[row], v[row + 1], mean].map(Script.number)
        }
      }
    }
    script.add(data: "cells", [cells])
    var layers: [GnuplotCode] = [
      "$cells using 1:2:3:4:5:6:7 with boxxyerror fillstyle solid noborder fc palette"
    ]
    if hasNumbers {
      add(numbersOf: cells, to: &script)
      // Above the marks in the centres of cells, if there are any.
      let shift: GnuplotCode = excluded.isEmpty && chosen == nil ? "" : " offset 0,0.8"
      layers.append("$labels using 1:2:3 with labels\(shift)")
    } else {
      layers += addLines(to: &script)
    }
    if !excluded.isEmpty {
      script.add(data: "excluded", [excluded.map { [Script.number($0.x), Script.number($0.y)] }])
      layers.append("$excluded using 1:2 with points pt 2 ps 0.9*S lw 1.2 lc rgb '#808080'")
    }
    if let place = chosenPlace {
      script.add(data: "chosen", [[place]])
      layers.append("$chosen using 1:2 with points pt 3 ps 2.2*S lw 2.5 lc rgb '#a02020'")
    }
    script.plot(layers)
  }

  /// Adds the means as numbers in the centres of their cells.
  private func add(numbersOf cells: [[GnuplotCode]], to script: inout Script) {
    let texts = means.joined().compactMap { $0 }.map { Words.grouped($0, decimals: figure.decimalsInColumn) }
    script.add(data: "labels", [zip(cells, texts).map { [$0[0], $0[1], Script.quoted($1)] }])
  }

  /// Returns the contour lines with their labels, as layers of the picture.
  private func addLines(to script: inout Script) -> [GnuplotCode] {
    var layers: [GnuplotCode] = []
    // On the axes' own scale, so that gaps and labels look the same everywhere.
    let contours = Contours(x: x.shares, y: y.shares, values: means).labelled()
    func row(_ point: Contours.Point) -> [GnuplotCode] {
      [Script.number(x.value(atShare: point.x)), Script.number(y.value(atShare: point.y))]
    }
    if !contours.lines.isEmpty {
      script.add(data: "lines", contours.lines.map { $0.map(row) })
      layers.append("$lines using 1:2 with lines lt 1 lc rgb 'black' lw 1.2")
    }
    if !contours.labels.isEmpty {
      script.add(
        data: "labels", [contours.labels.map { row($0.place) + [Script.quoted($0.value.formatted(.plain))] }])
      layers.append("$labels using 1:2:3 with labels")
    }
    return layers
  }
}
