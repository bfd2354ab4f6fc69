import Foundation
import Metrics
import Quantities
import Statistics

/// A heat map of a figure over two parameters: one cell per point, labelled with its value, or contour lines if there are too many points.
struct HeatMap {
  private let request: PictureRequest
  private let figure: FigureColumn
  private let x: FieldAxis
  private let y: FieldAxis
  /// The means, one row per y with one value per x; nil for missing values.
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
        reason: "\(axis.path) has values that are not numbers; --kind curves draws one curve for each")
    }
    let cells = Dictionary(
      study.points.map { ([$0.values[axes[0]], $0.values[axes[1]]], $0) },
      uniquingKeysWith: { first, _ in first })
    guard cells.count == x.values.count * y.values.count else {
      throw .impossible(
        what: what,
        reason:
          "requires a grid, but \(study.folder) has only \(cells.count) of \(x.values.count) × \(y.values.count) pairs of values;"
          + " --kind pareto accepts any points")
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

  /// Whether the cells have room for their numbers; otherwise contour lines are drawn. With only a few cells, lines
  /// between their centres would cross cells of another colour.
  private var hasNumbers: Bool {
    guard x.values.count <= 9 && y.values.count <= 12 else { return false }
    guard request.layout.isTerse else { return true }
    let longest = numbers.map(\.count).max() ?? 0
    return plotEms.across / Double(x.values.count) >= 0.64 * Double(longest) + 0.4
      && plotEms.down / Double(y.values.count) >= 1.3
  }

  /// The available means as text.
  private var numbers: [String] {
    means.joined().compactMap { $0 }.map { Words.grouped($0, decimals: figure.decimalsInColumn) }
  }

  /// The margins around the plot, as fractions of the picture.
  private var margins: (left: Double, right: Double) {
    guard request.layout.isTerse else { return (0.16, 0.19) }
    let ems = request.layout.emsAcross
    let most = y.values.map(\.count).max() ?? 0
    let scale = Contours.roundLevels(
      from: means.joined().compactMap { $0 }.min() ?? 0, to: means.joined().compactMap { $0 }.max() ?? 1)
    let longest = scale.map { $0.formatted(.plain).count }.max() ?? 4
    return ((0.64 * Double(min(most, 12)) + 3.2) / ems, 0.05 + (0.64 * Double(longest) + 4.5) / ems)
  }

  /// The minimum size of the plot, in ems.
  private var plotEms: (across: Double, down: Double) {
    ((1 - margins.left - margins.right) * request.layout.emsAcross, request.layout.emsDown - 6)
  }

  var picture: Picture {
    let layout = request.layout
    var script = Script(layout)
    script.add("set key off")
    script.add("unset grid")
    script.add("set border 15")
    let (title, caption) = heading
    script.add(title: title)
    for (letter, axis) in [("x", x), ("y", y)] as [(GnuplotCode, FieldAxis)] {
      if axis.isLogarithmic { script.add("set logscale \(letter)") }
      let bounds = axis.bounds
      script.add("set \(letter)range [\(bounds[0]):\(bounds[bounds.count - 1])]")
      let side: Script.Axis = letter.text == "x" ? .x : .y
      script.add(label: axis.label(in: layout), of: side, in: layout)
      if let numbers = axis.numbers, numbers.count <= 12 {
        script.add(
          tics: numbers.map { $0.formatted(.plain) }, at: numbers.map { "\($0)" }, axis.shares, of: side,
          on: side == .x ? plotEms.across : plotEms.down)
      }
    }
    // Room for labels of two lines on the left and for the scale on the right.
    script.add("set ylabel offset \(layout.isTerse ? -0.5 : -1.5),0")
    script.add("set lmargin at screen \(margins.left)")
    script.add("set rmargin at screen \(1 - margins.right)")
    let scale = layout.broken(figure.label, isUpright: true)
    script.add("set cblabel \(Script.quoted(scale)) offset 0.5,0")
    // Light to medium: lightness alone shows the order, and black lines are visible everywhere.
    script.add("set palette defined (0 '#ffffff', 0.5 '#b9cfe4', 1 '#5b8fc0')")
    addData(to: &script)
    return Picture(kind: .heatmap, figures: [figure.name], script: script, caption: caption)
  }

  private var heading: (title: [String], caption: [String]) {
    let first = "\(figure.title) over \(x.title) and \(y.title)"
    let hasGaps = means.joined().contains { $0 == nil }
    let rest = request.caption(
      [
        hasNumbers ? "" : "lines of equal \(figure.title), drawn between the middles of cells",
        hasGaps ? "white: no value" : "",
        excluded.isEmpty ? "" : "×: beyond a bound",
      ]
        + (chosen?.caption ?? []))
    return request.heading(first, [rest])
  }

  private var chosenPlace: [GnuplotCode]? {
    guard let values = chosen?.point.values else { return nil }
    let places = [x, y].map { axis in
      request.study.parameters.firstIndex(of: axis.path).flatMap { StudyTable.number(values[$0]) }
    }
    return places.map(Script.number)
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
    script.add(data: "labels", [zip(cells, numbers).map { [$0[0], $0[1], Script.quoted($1)] }])
  }

  /// Returns the contour lines with their labels, as layers of the picture.
  private func addLines(to script: inout Script) -> [GnuplotCode] {
    var layers: [GnuplotCode] = []
    // On the axes' own scale, so that gaps and labels look the same everywhere.
    let contours = Contours(x: x.shares, y: y.shares, values: means).labelled(in: request.layout)
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
