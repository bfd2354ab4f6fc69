import Carpool
import Foundation
import Metrics
import Statistics
import Testing

@testable import Report

struct PictureTests {
  private static let hasGnuplot = (try? Gnuplot()) != nil
  private let grid = Studies.grid()
  private let figures = [Studies.matchRate, Studies.detour]

  @Test
  func `a heat map has a cell per point with its number in the cell, and labelled axes`() throws {
    let picture = try PictureRequest(grid, figures: figures).picture(.heatmap)
    #expect(picture.name == "heatmap-match_rate")
    let script = picture.script
    #expect(script.contains(#"set xlabel "radius (m)\nmatching.radius_m""#))
    #expect(script.contains(#"set ylabel "max detour (s)\nmatching.limits.max_detour_s""#))
    #expect(script.contains(#"set cblabel "match rate (\045)""#))
    #expect(script.contains("set logscale x") && !script.contains("set logscale y"))
    #expect(script.contains(#""match rate over radius and max detour\ngrid · means of 4 replications"#))
    #expect(block("cells", script).count == 12)
    // No line runs through a cell of another colour.
    #expect(block("lines", script).isEmpty)
    let numbers = block("labels", script).map { $0.split(whereSeparator: { " \"".contains($0) })[2] }
    let means = try [100.0, 300, 500].flatMap { limit in
      try [250.0, 500, 1000, 2000].map { radius in
        let point = try #require(grid.points.first { $0.values.compactMap(Double.init) == [radius, limit] })
        return try #require(point.statistics(Studies.matchRate).mean)
      }
    }
    #expect(numbers.map(String.init) == means.map { String(format: "%.1f", 100 * $0) })
  }

  @Test
  func `a title breaks between fields that were fixed`() throws {
    let fixed = "matching.policy=batch,matching.batch.objective=matches,supply.flexibility_s=1200"
    let script = try PictureRequest(grid, chosen: fixed, figures: figures).picture(.heatmap).script
    let lines = #"matching.policy=batch\nmatching.batch.objective=matches · supply.flexibility_s=1200""#
    #expect(script.contains("grid · means of 4 replications · " + lines))
  }

  @Test
  func `a heat map of many cells has round lines of equal value, and says where`() throws {
    let radii = (1...12).map { String(100 * $0) }
    let study = Studies.study([(Studies.radius, radii), (Studies.limit, ["100", "300", "500"])]) {
      values, _ in
      [Studies.matchRate: Double(values[0])! / 1500]
    }
    let script = try PictureRequest(study, figures: figures).picture(.heatmap).script
    #expect(script.contains("between the middles of cells"))
    #expect(!block("labels", script).isEmpty && !block("lines", script).isEmpty)
    for label in block("labels", script) {
      let level = try #require(Double(label.split(whereSeparator: { " \"".contains($0) })[2]))
      #expect(abs(level - level.rounded()) < 1e-9)
    }
  }

  @Test
  func `two fields that end alike are told apart, and a study has the name of its plan`() throws {
    let paths = ["stations[0].servers", "stations[1].servers"]
    let made = Studies.study(paths.map { ($0, ["1", "2"]) }, folder: "tmp/S") { values, _ in
      [Studies.matchRate: Double(values[0])! / 4]
    }
    let study = StudyTable(
      folder: "tmp/S", named: "rush-hour", parameters: made.parameters, points: made.points)
    let script = try PictureRequest(study, figures: figures).picture(.heatmap).script
    // As the quoting function writes brackets.
    #expect(script.contains(#"set xlabel "stations\133\060\135 servers\n"#))
    #expect(script.contains(#"set ylabel "stations\133\061\135 servers\n"#))
    #expect(script.contains("rush-hour · ") && !script.contains("S · "))
  }

  @Test
  func `curves have a row per value and their interval, and a legend`() throws {
    let script = try PictureRequest(grid, figures: figures).picture(.curves).script
    #expect(block("curve0", script).count == 4)
    #expect(
      script.contains(#"bands: 95 \045 intervals"#) && script.contains(#"set key title "max detour (s)""#))
    let first = block("curve0", script)[0].split(separator: " ").compactMap { Double($0) }
    let interval = try #require(grid.points[0].statistics(Studies.matchRate).interval())
    #expect(
      first[0] == 250 && first[2] == 100 * interval.lowerBound && first[3] == 100 * interval.upperBound)
    let other = try PictureRequest(grid, x: Studies.limit, y: Studies.radius, figures: figures).picture(
      .curves)
    #expect(other.script.contains(#"set xlabel "max detour (s)\nmatching.limits.max_detour_s""#))
  }

  @Test
  func `the front and its knee are marked`() throws {
    let finding = try FrontFinding(grid, figures)
    let script = try PictureRequest(grid, figures: figures).picture(.pareto).script
    #expect(block("front", script).count == finding.front.members.count)
    #expect(block("front", script).count + block("others", script).count == 12)
    #expect(block("knee", script).count == 1 && script.contains("knee at matching.radius_m = "))
    // The points on the front are named by their settings, the knee among them.
    let knee = finding.points[try #require(finding.front.knee)].values.joined(separator: ", ")
    #expect(script.contains("set label \"\(knee)\" at ") && script.contains("radius (m), max detour (s)"))
    #expect(script.contains("match rate (\\045), higher is better"))
  }

  @Test
  func `the screening has a point and a name per field`() throws {
    let script = try PictureRequest(grid, figures: figures).picture(.morris).script
    #expect(block("points", script).count == 2)
    #expect(script.contains(#"set label "matching.radius_m""#) && script.contains("μ*"))
  }

  /// The rows of a data block.
  private func block(_ name: String, _ script: String) -> [Substring] {
    guard let start = script.range(of: "$\(name) << EOD\n"),
      let end = script[start.upperBound...].range(of: "EOD\n")
    else { return [] }
    return script[start.upperBound..<end.lowerBound].split(separator: "\n")
  }

  @Test(.enabled(if: hasGnuplot, "gnuplot is not installed"), arguments: Picture.Kind.allCases)
  func `each kind is drawn to SVG, PNG and PDF without complaint`(kind: Picture.Kind) throws {
    try withScratchFolder { folder in
      let study = kind == .sobol ? SobolFindingTests.study() : grid
      let picture = try PictureRequest(study, chosen: "it's=\"chosen\"", figures: figures).picture(kind)
      let files = try Gnuplot().draw(picture, as: PictureFormat.usual, to: folder + "/it's/a picture")
      #expect(files == ["svg", "png", "pdf"].map { folder + "/it's/a picture." + $0 })
      let svg = try String(contentsOfFile: files[0], encoding: .utf8)
      #expect(svg.contains("<svg") && svg.contains("</svg>") && svg.contains("match rate"))
      let png = try Data(contentsOf: URL(filePath: files[1]))
      #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && png.count > 10_000)
      #expect(try Data(contentsOf: URL(filePath: files[2])).starts(with: Array("%PDF-".utf8)))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder + "/it's").count == 3,
        "nothing is left over")
    }
  }

  @Test(.enabled(if: hasGnuplot, "gnuplot is not installed"))
  func `what gnuplot cannot draw is told`() throws {
    try withScratchFolder { folder throws in
      var script = Script()
      script.add("plot nonsense(")
      let picture = Picture(kind: .curves, figures: [], script: script)
      #expect(throws: GnuplotError.self) { try Gnuplot().draw(picture, as: [.svg], to: folder + "/x") }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }

  @Test
  func `gnuplot that is missing is named with the package that has it`() {
    do {
      _ = try Gnuplot(environment: ["PATH": "/nowhere"])
      Issue.record("found")
    } catch {
      #expect(error == .missing)
      #expect(error.description.contains("apt-get install gnuplot-nox"))
    }
  }

  @Test
  func `a kind that the study cannot give says what would help`() throws {
    func refusal(_ study: StudyTable, _ kind: Picture.Kind, x: String? = nil, y: String? = nil) -> String {
      sentence { () throws(ReportError) in
        _ = try PictureRequest(study, x: x, y: y, figures: [Studies.matchRate]).picture(kind)
      } ?? "nothing"
    }
    func study(_ parameters: [(path: String, values: [String])]) -> StudyTable {
      Studies.study(parameters, folder: "S") { _, k in [Studies.matchRate: Double(k)] }
    }
    let radii = (path: Studies.radius, values: ["1", "2", "3"])
    let limits = (path: Studies.limit, values: ["1", "2", "3"])
    let policies = (path: "matching.policy", values: ["first", "nearest"])
    #expect(refusal(study([radii]), .heatmap) == "a heat map: needs two fields that vary; S has 1")
    #expect(
      refusal(study([radii, policies]), .heatmap).contains("matching.policy has values that are not numbers"))
    #expect(
      refusal(study([radii, limits, policies]), .heatmap)
        == "a heat map: S also varies matching.policy; choose one value, as --at 'matching.policy=first'")
    let whole = study([radii, limits])
    let holed = StudyTable(folder: "S", parameters: whole.parameters, points: Array(whole.points.dropLast()))
    #expect(refusal(holed, .heatmap).contains("requires a grid, but S has only 8 of 3 × 3 pairs of values"))
    #expect(refusal(study([]), .curves).contains("needs a field that varies"))
    #expect(refusal(whole, .pareto).contains("needs two figures; name both with --figure"))
    #expect(refusal(study([policies]), .morris).contains("not numbers"))
    #expect(refusal(whole, .heatmap, x: "radius").contains("does not vary `radius`"))
    #expect(refusal(whole, .heatmap, x: Studies.radius, y: Studies.radius).contains("name the same field"))
  }
}

struct FigureAxisTests {
  @Test
  func `the axis of a ratio lies within 0 and 1, whatever its intervals are`() {
    let low = FigureAxis(Studies.matchRate, means: [0.001, 0.2], intervals: [-0.05...0.052])
    #expect(low.lower == 0 && low.upper > 0.2 && low.upper < 0.25)
    let high = FigureAxis(Studies.matchRate, means: [0.9, 0.99], intervals: [0.9...1.08])
    #expect(high.lower > 0.85 && high.upper == 1)
    let none = FigureAxis(Studies.matchRate, means: [0, 0])
    #expect(none.lower == 0 && none.upper > 0)
  }

  @Test
  func `the axis of a time begins at 0 at the earliest, and ends beyond the last`() {
    let axis = FigureAxis(Studies.detour, means: [1, 100], intervals: [-5...7, 90...110])
    #expect(axis.lower == 0 && axis.upper > 110)
    #expect(FigureAxis(Studies.detour, means: [-3, 2]).lower < -3)
  }

  @Test
  func `the chosen point is the best of those that keep the bounds`() throws {
    let grid = Studies.grid()
    let bound = try Constraint("driver_detour_s.mean<=60", in: grid)
    let chosen = try ChosenPoint(grid, Studies.matchRate, subjectTo: [bound])
    let allowed = grid.points.filter { $0.statistics(Studies.detour).mean ?? 0 <= 60 }
    let best = allowed.compactMap { $0.statistics(Studies.matchRate).mean }.max()
    #expect(!allowed.isEmpty && allowed.count < grid.points.count)
    #expect(chosen.point.statistics(Studies.matchRate).mean == best)
    for kind in [Picture.Kind.heatmap, .curves, .pareto] {
      let request = PictureRequest(grid, figures: [Studies.matchRate, Studies.detour], constraints: [bound])
      let script = try request.picture(kind).script
      #expect(script.contains("$chosen << EOD") && script.contains("bound: driver_detour_s.mean ≤ 60"))
    }
  }
}

struct BoundLineTests {
  private let level = "set arrow from graph 0, first 60.0 to graph 1, first 60.0 nohead dt 2"

  @Test
  func `a bound is a line across curves of its figure, and across no others`() throws {
    let grid = Studies.grid()
    let bound = try Constraint("driver_detour_s.mean<=60", in: grid)
    func script(_ figures: [FigureColumn], _ kind: Picture.Kind) throws -> String {
      try PictureRequest(grid, figures: figures, constraints: [bound]).picture(kind).script
    }
    #expect(try script([Studies.detour], .curves).contains(level))
    #expect(try !script([Studies.matchRate], .curves).contains("set arrow"))
    #expect(try script([Studies.matchRate, Studies.detour], .pareto).contains(level))
    #expect(
      try script([Studies.detour, Studies.matchRate], .pareto).contains(
        "set arrow from first 60.0, graph 0 to first 60.0, graph 1 nohead dt 2"))
  }

  @Test
  func `the bounds of a tuned study are drawn without being named, and choose no point`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "detour-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(
      try !PictureRequest(Studies.grid(folder), figures: [Studies.detour]).picture(.curves).script.contains(
        "bound"))
    try Data(#"{"bounds":[{"bound":"driver_detour_s.mean ≤ 60","tolerance":1},{"bound":"`id` ≥ 1"}]}"#.utf8)
      .write(to: URL(filePath: folder + "/tune.json"))
    let script = try PictureRequest(Studies.grid(folder), figures: [Studies.detour]).picture(.curves).script
    #expect(script.contains(level) && script.contains("bound: driver_detour_s.mean ≤ 60"))
    #expect(!script.contains("$chosen") && !script.contains("`id`"))
  }
}

struct ContoursTests {
  @Test
  func `the line of a plane is where the plane has the value`() {
    let places = [0.0, 1, 2, 3]
    let contours = Contours(x: places, y: places, values: places.map { y in places.map { x in x + 2 * y } })
    #expect(contours.levels.map(\.value) == [2, 4, 6, 8])
    for level in contours.levels {
      #expect(level.lines.count == 1)
      for point in level.lines[0] { #expect(abs(point.x + 2 * point.y - level.value) < 1e-12) }
    }
  }

  @Test
  func `a hill has a closed line, a saddle two, and a gap none`() {
    let hill: [[Double?]] = [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    let ring = Contours(x: [0, 1, 2], y: [0, 1, 2], values: hill).levels[0].lines
    #expect(ring.count == 1 && ring[0].first == ring[0].last)
    let saddle = Contours(x: [0, 1], y: [0, 1], values: [[0, 1], [1, 0.1]])
    #expect(saddle.levels.allSatisfy { $0.lines.count == 2 && $0.lines.allSatisfy { $0.count == 2 } })
    #expect(
      Contours(x: [0, 1], y: [0, 1], values: [[0, 1], [nil, 1]]).levels.allSatisfy { $0.lines.isEmpty })
    #expect(Contours(x: [0, 1], y: [0, 1], values: [[1, 1], [1, 1]]).levels.isEmpty)
  }

  @Test(arguments: [(0.0, 1.0, 4), (0.31, 0.345, 6), (-120, 900, 5), (3, 3.0001, 4)])
  func `levels are few and lie within`(least: Double, most: Double, count: Int) {
    let levels = Contours.roundLevels(from: least, to: most)
    #expect((4...9).contains(levels.count), "\(levels)")
    #expect(levels.allSatisfy { $0 > least && $0 < most })
  }
}
