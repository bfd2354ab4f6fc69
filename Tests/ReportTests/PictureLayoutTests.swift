import Foundation
import Metrics
import Statistics
import Testing

@testable import Report

struct PictureLayoutTests {
  private static let hasGnuplot = (try? Gnuplot()) != nil
  private static let figures = [Studies.matchRate, Studies.detour]

  /// A picture to be drawn.
  struct Case: CustomTestStringConvertible {
    let name: String
    let make: @Sendable (PictureLayout) throws -> Picture

    var testDescription: String { name }
  }

  private static func request(
    _ study: StudyTable, _ layout: PictureLayout, _ bounds: [String] = []
  ) throws -> PictureRequest {
    var request = PictureRequest(
      study, figures: figures, constraints: try bounds.map { try Constraint($0, in: study) })
    request.layout = layout
    return request
  }

  /// A study with enough values for lines of equal value, and with large numbers along its axes.
  private static var fine: StudyTable {
    let radii = (1...11).map { String(10_000 * $0) }
    return Studies.study([(Studies.radius, radii), (Studies.limit, ["100", "300", "500", "700"])]) {
      values, run in
      let (r, d) = (Double(values[0])! / 1e5, Double(values[1])! / 700)
      return [
        Studies.matchRate: (1 - exp(-2 * r)) * (1 - exp(-d)) + 0.001 * Double(run),
        Studies.detour: 400 * d * r,
      ]
    }
  }

  /// A study over words.
  private static var words: StudyTable {
    let policies = ["two_circles", "insertion", "batch", "nearest", "least_detour"]
    return Studies.study([("matching.policy", policies), (Studies.radius, ["500", "1000"])]) { values, run in
      [
        Studies.matchRate: 0.1 * Double(values[0].count % 7) + 0.01 * Double(run),
        Studies.detour: Double(values[1])! / 10,
      ]
    }
  }

  private static let cases: [Case] =
    Picture.Kind.allCases.map { kind in
      Case(name: kind.rawValue) { layout in
        try request(kind == .sobol ? SobolFindingTests.study() : Studies.grid(), layout).picture(kind)
      }
    }
    + [.heatmap, .curves, .surface, .pareto].map { kind in
      Case(name: "fine \(kind.rawValue)") { try request(fine, $0).picture(kind) }
    } + [
      Case(name: "words") { try request(words, $0).picture(.curves) },
      Case(name: "bounds") {
        try request(Studies.grid(), $0, ["driver_detour_s.mean<=60"]).picture(.pareto)
      },
      Case(name: "history") { layout in
        let labels = (1...14).map { String(format: "2026-11-%02d 7c07feb", $0) }
        let plot = HistoryPlot(
          title: "processor time of an operation", labels: labels,
          series: (1...5).map { number in
            .init(name: "scenario/town@\(number)", values: labels.indices.map { Double($0 + number) })
          })
        return try #require(plot.picture(named: "history", in: layout))
      },
    ]

  private static let layouts: [PictureLayout] = [
    PictureLayout(), PictureLayout(.paper),
    PictureLayout(.paper, width: 89 / 25.4, height: 60 / 25.4, fontSize: 7),
    PictureLayout(.paper, width: 7, height: 3.5, fontSize: 9), PictureLayout(.slides),
    PictureLayout(.page, width: 336.0 / 96, height: 300.0 / 96),
  ]

  @Test(.enabled(if: hasGnuplot, "gnuplot is not installed"), arguments: cases, layouts)
  func `no text covers another, and none leaves the picture`(item: Case, layout: PictureLayout) throws {
    try withScratchFolder { folder throws in
      let picture = try item.make(layout)
      let place = ProcessInfo.processInfo.environment["DETOUR_TEST_PICTURES"] ?? folder
      let name = "\(item.name)-\(layout.style.rawValue)-\(Int(96 * layout.width))-\(layout.fontSize)"
        .replacing(" ", with: "-")
      let files = try Gnuplot().draw(
        picture, as: place == folder ? [.svg] : [.svg, .png, .pdf], in: layout, to: place + "/" + name)
      let tight = try DrawnTexts(contentsOf: files[0], letter: 0.5)
      #expect(tight.texts.count > 5)
      #expect(tight.overlaps.isEmpty)
      let wide = try DrawnTexts(contentsOf: files[0], letter: 0.55)
      #expect(wide.cutOff.isEmpty)
      #expect(abs(wide.width - 96 * layout.width) <= 1 && abs(wide.height - 96 * layout.height) <= 1)
      #expect(wide.fontSizes.allSatisfy { abs($0 - layout.fontSize * 96 / 72) < 0.02 })
    }
  }

  @Test
  func `the check finds texts that cover each other or leave the picture`() throws {
    try withScratchFolder { folder throws in
      func svg(_ x: Int, _ turn: String) -> String {
        """
        <svg width="100" height="50"><g transform="translate(10,25)" font-size="10" text-anchor="start">
        <text>word</text></g><g transform="translate(\(x),25)\(turn)" font-size="10" text-anchor="start">
        <text>word</text></g></svg>
        """
      }
      func drawn(_ x: Int, _ turn: String = "") throws -> DrawnTexts {
        try svg(x, turn).write(toFile: folder + "/a.svg", atomically: true, encoding: .utf8)
        return try DrawnTexts(contentsOf: folder + "/a.svg", letter: 0.5)
      }
      #expect(try drawn(25).overlaps.count == 1)
      #expect(try drawn(25).cutOff.isEmpty)
      #expect(try drawn(40).overlaps.isEmpty)
      #expect(try drawn(85).cutOff == ["word"])
      // Upright, the second lies above the line of the first and ends beyond the upper edge.
      #expect(try drawn(45, " rotate(-90.00)").overlaps.isEmpty)
      #expect(try drawn(45, " rotate(-90.00)").cutOff.isEmpty)
      #expect(try drawn(25, " rotate(-90.00)").overlaps.count == 1)
    }
  }

  @Test
  func `a picture for a paper has no title unless one is given, and no path`() throws {
    for layout in [PictureLayout(.paper), PictureLayout(.slides)] {
      var request = try Self.request(Studies.grid("Results/grid"), layout)
      for kind in Picture.Kind.allCases where kind != .sobol {
        request.title = nil
        let picture = try request.picture(kind)
        #expect(!picture.script.contains("Results/") && !picture.script.contains("matching."))
        #expect(picture.caption.contains("means of 4 replications"))
        if kind != .surface { #expect(!picture.script.contains("set title")) }
        request.title = "What a radius does"
        #expect(try request.picture(kind).script.contains("title \"What a radius does\""))
      }
    }
    #expect(try Self.request(Studies.grid(), PictureLayout()).picture(.curves).caption.isEmpty)
  }

  @Test
  func `a side left out follows the other, and type on a small page shrinks less than the page`() {
    let paper = PictureLayout(.paper, width: 7)
    #expect(paper.height == 5 && paper.fontSize == 8)
    #expect(PictureLayout(.slides, height: 2.8125).width == 5)
    let small = PictureLayout(.page, width: 336 / 96, height: 300 / 96)
    #expect(small.fontSize > 11.25 * 336 / 900 && small.fontSize < 11.25)
    #expect(PictureLayout(fontSize: 9).fontSize == 9)
  }

  @Test
  func `labels that would cover each other are left out evenly`() {
    let texts = ["1000", "2000", "3000", "4000", "5000"]
    let shares = [0, 0.25, 0.5, 0.75, 1]
    #expect(PictureLayout.fitting(texts, at: shares, on: 40) == [0, 1, 2, 3, 4])
    #expect(PictureLayout.fitting(texts, at: shares, on: 8) == [0, 2, 4])
    #expect(PictureLayout.fitting(texts, at: shares, on: 4) == [0, 4])
    #expect(PictureLayout.fitting(texts, at: shares, on: 1) == [0])
  }

  @Test(.enabled(if: hasGnuplot, "gnuplot is not installed"))
  func `a picture in TikZ has its text as LaTeX shows it literally, and repeats byte for byte`() throws {
    var request = try Self.request(Studies.grid(), PictureLayout(.paper))
    request.title = #"50 % of {a_b} & $x^2$ \input{x}"#
    let picture = try request.picture(.curves)
    let file = try Gnuplot().drawn(picture, as: .tikz, in: request.layout)
    let text = String(decoding: file, as: UTF8.self)
    #expect(text.contains(#"{50 \% of \{a\_b\} \& \$x\textasciicircum{}2\$ \textbackslash{}input\{x\}}"#))
    #expect(
      text.contains("match rate (\\%)") && text.contains("\\path (0.000,0.000) rectangle (8.890,6.350);"))
    #expect(text.contains("\\begin{tikzpicture}[gnuplot]") && text.contains("\\end{tikzpicture}"))
    #expect(try Gnuplot().drawn(picture, as: .tikz, in: request.layout) == file)
  }

  @Test
  func `what LaTeX would interpret is a command`() {
    let text = TeXText.escaped(#"a_b: 5 % of $1 & #2 {x} ~ ^ \ < > μ ≤ é"#)
    #expect(
      text
        == ##"a\_b: 5 \% of \$1 \& \#2 \{x\} \textasciitilde{} \textasciicircum{} \textbackslash{} \textless{} \textgreater{} $\mu$ $\le$ é"##
    )
  }
}
