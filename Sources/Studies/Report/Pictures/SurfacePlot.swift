import Foundation
import Metrics
import Quantities
import Statistics

/// The surface of a figure and its uncertainty: over one field a curve with a band, over two fields a map of the mean
/// and a map of the half-width of its 95 % interval.
struct SurfacePlot {
  /// The number of evaluations of the surface along an axis.
  private static let steps = 41
  private static let mostNames = 5

  private let request: PictureRequest
  private let finding: SurfaceFinding
  /// The fields along the axes, by index among the surface's parameters.
  private let axes: [FieldAxis]
  private let order: [Int]
  private let chosen: ChosenPoint?

  init(_ request: PictureRequest) throws(ReportError) {
    let what = "a picture of a surface"
    let places = try request.axes(2, for: what)
    self.request = request
    finding = try SurfaceFinding(request.study, request.figures[0])
    axes = places.map { FieldAxis(request.study, $0) }
    chosen = try request.chosenPoint()
    let (finding, axes) = (finding, axes)
    if let word = axes.first(where: { $0.numbers == nil }) {
      throw .impossible(what: what, reason: "\(word.path) has values that stand for one number twice")
    }
    order = axes.compactMap { axis in finding.parameters.firstIndex(of: axis.path) }
  }

  private var figure: FigureColumn { finding.figure }

  var picture: Picture {
    var script = Script(request.layout)
    if axes.count == 1 { addCurve(to: &script) } else { addMaps(to: &script) }
    return Picture(kind: .surface, figures: [figure.name], script: script, caption: heading.caption)
  }

  private var heading: (title: [String], caption: [String]) {
    let names = axes.map(\.title).joined(separator: " and ")
    let kind = finding.isQuadratic ? "a quadratic" : "a Gaussian process"
    return request.heading(
      "\(figure.title) over \(names), by \(kind)",
      [
        request.caption([finding.isGuess ? "the surface does not fit" : ""] + (chosen?.caption ?? [])),
        axes.count == 1 ? ["band: 95 % intervals; points: means of the simulated"] : [],
      ])
  }

  /// Returns the values along `axis`, from its first number to its last.
  private static func values(_ axis: FieldAxis) -> [Double] {
    guard let first = axis.shares.first, let last = axis.shares.last else { return [] }
    return (0..<steps).map { axis.value(atShare: first + (last - first) * Double($0) / Double(steps - 1)) }
  }

  /// Returns the mean of the surface and the half-width of its interval at `values` along the axes, in the unit of
  /// the figure's axis; the half-width is nil if unknown.
  private func value(_ values: [Double]) -> (mean: Double, half: Double?) {
    var point = [Double](repeating: 0, count: finding.parameters.count)
    for (place, value) in zip(order, values) { point[place] = value }
    let interval = finding.interval(at: point)
    return (
      figure.onAxis(finding.value(at: point)),
      interval.map { figure.onAxis(($0.upperBound - $0.lowerBound) / 2) }
    )
  }

  private func addCurve(to script: inout Script) {
    let axis = axes[0]
    script.add(title: heading.title)
    script.add(label: axis.label(in: request.layout), of: .x, in: request.layout)
    script.add(label: [figure.label], of: .y, in: request.layout)
    if axis.isLogarithmic { script.add("set logscale x") }
    if let range = axis.range { script.add("set xrange \(range)") }
    script.add("set key off")
    let rows = Self.values(axis).map { x in
      let (mean, half) = value([x])
      return [x, mean, half.map { mean - $0 } ?? .nan, half.map { mean + $0 } ?? .nan].map {
        Script.number($0)
      }
    }
    script.add(data: "surface", [rows])
    addPoints(to: &script)
    let layers: [GnuplotCode] = [
      "$surface using 1:3:4 with filledcurves lc rgb '#1f4e79' fs transparent solid 0.2",
      "$surface using 1:2 with lines lw 2 lc rgb '#1f4e79'",
      "$points using 1:2 with points pt 7 ps 0.9*S lc rgb '#404040'",
    ]
    script.plot(layers + mark("1:2"))
  }

  /// Adds the simulated points and the chosen point, each with its coordinates along the axes and its mean.
  private func addPoints(to script: inout Script) {
    script.add(data: "points", [request.study.points.compactMap(row)])
    script.add(data: "chosen", [[chosen?.point].compactMap(\.self).compactMap(row)])
  }

  private func row(_ point: StudyTable.Point) -> [GnuplotCode]? {
    guard let mean = point.statistics(figure).mean else { return nil }
    let indices = axes.compactMap { axis in request.study.parameters.firstIndex(of: axis.path) }
    return indices.map { Script.number(StudyTable.number(point.values[$0])) }
      + [Script.number(figure.onAxis(mean))]
  }

  /// Returns the mark of the chosen point, at `columns` of its row; empty if there are no bounds.
  private func mark(_ columns: GnuplotCode) -> [GnuplotCode] {
    chosen == nil ? [] : ["$chosen using \(columns) with points pt 3 ps 2.2*S lw 2.5 lc rgb '#a02020'"]
  }

  private func addMaps(to script: inout Script) {
    let (xs, ys) = (Self.values(axes[0]), Self.values(axes[1]))
    let found = ys.map { y in xs.map { value([$0, y]) } }
    let layout = request.layout
    let title = heading.title
    script.add(
      title.isEmpty ? "set multiplot" : "set multiplot title \(Script.quoted(title)) offset 0,-0.5")
    script.add("set key off")
    script.add("unset grid")
    script.add("unset colorbox")
    script.add("set border 15")
    script.add("set view map")
    script.add("set palette defined (0 '#ffffff', 0.5 '#b9cfe4', 1 '#5b8fc0')")
    // Room for the title, whose number of lines depends on bounds and settings.
    let lines = title.isEmpty ? 2.8 : 4 + 1.3 * Double(title.count)
    let top = layout.isTerse ? 1 - lines / layout.emsDown : 0.9 - 0.045 * Double(title.count)
    script.add("set tmargin at screen \(top)")
    script.add("set bmargin at screen \(layout.isTerse ? max(6.6 / layout.emsDown, 0.25) : 0.2)")
    let name = Script.shortened(axes[0].nameWithUnit, to: layout.letters(44))
    script.add("set xlabel \(Script.quoted(name))")
    script.add("set ylabel \(Script.quoted(axes[1].nameWithUnit)) offset \(layout.isTerse ? -0.5 : -2),0")
    let longest = Double(Self.named(axes[1]).map { $0.formatted(.plain).count }.max() ?? 0)
    let left = layout.isTerse ? (0.64 * longest + 4.2) / layout.emsAcross : 0.12
    // Room for the halves of tic labels that extend beyond the maps.
    let label = 0.66 * Double(Self.named(axes[0]).map { $0.formatted(.plain).count }.max() ?? 0)
    let gap = layout.isTerse ? (label + 1) / layout.emsAcross : 0.07
    let right = layout.isTerse ? (label / 2 + 0.3) / layout.emsAcross : 0.03
    let width = layout.isTerse ? (1 - left - gap - right) / 2 : 0.39
    for (letter, axis, values) in [("x", axes[0], xs), ("y", axes[1], ys)]
      as [(GnuplotCode, FieldAxis, [Double])]
    {
      if axis.isLogarithmic { script.add("set logscale \(letter)") }
      // Rounding may put the last value just inside the last number, whose tic would be left out.
      let last = max(values[values.count - 1], axis.numbers?.last ?? -.infinity)
      script.add("set \(letter)range [\(min(values[0], axis.numbers?.first ?? .infinity)):\(last)]")
      let side: Script.Axis = letter.text == "x" ? .x : .y
      let named = Self.named(axis)
      let ends = (axis.shares.first ?? 0, axis.shares.last ?? 1)
      let shares = zip(axis.numbers ?? [], axis.shares).filter { named.contains($0.0) }
        .map { ($0.1 - ends.0) / (ends.1 - ends.0) }
      script.add(
        tics: named.map { $0.formatted(.plain) }, at: named.map { "\($0)" }, shares, of: side,
        on: side == .x ? width * layout.emsAcross : layout.emsDown / 2)
    }
    addPoints(to: &script)
    let unit = figure.unitOnAxis
    // The half-width of a share is a difference of shares.
    let unitOfWidth = unit == "%" ? "points" : unit
    script.add("set lmargin at screen \(left)")
    script.add("set rmargin at screen \(left + width)")
    add("mean", "mean\(unit.isEmpty ? "" : " (\(unit))")", xs, ys, found.map { $0.map(\.mean) }, to: &script)
    script.add("set lmargin at screen \(left + width + gap)")
    script.add("set rmargin at screen \(left + 2 * width + gap)")
    script.add("unset ylabel")
    script.add("unset ytics")
    add(
      "half",
      (layout.isNarrow ? "± 95 %" : "half of its 95 % interval")
        + (unitOfWidth.isEmpty ? "" : " (\(unitOfWidth))"), xs, ys,
      found.map { $0.map { $0.half } }, to: &script)
    script.add("unset multiplot")
  }

  /// Returns an even selection of an axis's numbers, few enough to label half a picture.
  private static func named(_ axis: FieldAxis) -> [Double] {
    let numbers = axis.numbers ?? []
    guard numbers.count > mostNames else { return numbers }
    return (0..<mostNames).map { numbers[$0 * (numbers.count - 1) / (mostNames - 1)] }
  }

  /// Adds a map of `values` with contour lines and the simulated points.
  private func add(
    _ name: GnuplotCode, _ title: String, _ xs: [Double], _ ys: [Double], _ values: [[Double?]],
    to script: inout Script
  ) {
    script.add("set title \(Script.quoted(title)) offset 0,-0.5")
    let rows = ys.indices.map { row in
      xs.indices.map { column in [xs[column], ys[row], values[row][column] ?? .nan].map { Script.number($0) }
      }
    }
    script.add(data: "\(name)", rows)
    func shares(_ values: [Double]) -> [Double] {
      values.indices.map { Double($0) / Double(values.count - 1) }
    }
    // Each map has half of the width.
    let half = PictureLayout(
      request.layout.style, width: request.layout.width / (request.layout.isTerse ? 2 : 1),
      height: request.layout.height, fontSize: request.layout.fontSize)
    let lines = Contours(x: shares(xs), y: shares(ys), values: values).labelled(in: half)
    func place(_ point: Contours.Point) -> [GnuplotCode] {
      zip(axes, [point.x, point.y]).map { axis, share in
        let (first, last) = (axis.shares.first ?? 0, axis.shares.last ?? 1)
        return Script.number(axis.value(atShare: first + (last - first) * share))
      }
    }
    var layers: [GnuplotCode] = ["$\(name) using 1:2:3 with pm3d"]
    if !lines.lines.isEmpty {
      script.add(data: "\(name)Lines", lines.lines.map { $0.map { place($0) + ["0"] } })
      layers.append("$\(name)Lines using 1:2:3 with lines lt 1 lc rgb 'black' lw 1.2")
    }
    layers.append("$points using 1:2:(0) with points pt 7 ps 0.35*S lc rgb '#404040'")
    layers += mark("1:2:(0)")
    if !lines.labels.isEmpty {
      script.add(
        data: "\(name)Labels",
        [lines.labels.map { place($0.place) + ["0", Script.quoted($0.value.formatted(.plain))] }])
      layers.append("$\(name)Labels using 1:2:3:4 with labels")
    }
    script.splot(layers)
  }
}
