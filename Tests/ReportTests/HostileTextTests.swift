import Carpool
import Foundation
import Metrics
import Tables
import TestSupport
import Testing

@testable import Report

/// Texts that gnuplot, a shell or a picture could take for more than text reach the picture as they are.
@Suite(.enabled(if: (try? Gnuplot()) != nil, "gnuplot is not installed"))
struct HostileTextTests {
  /// Three hundred texts: those that are known to have run or broken something, and mixtures of what they are made of.
  private static func texts(canary: String) -> [String] {
    let payload = "touch \(canary)"
    let known = [
      "`\(payload)`", "\"; system(\"\(payload)\") #", "'; system('\(payload)') #",
      "\" . system('\(payload)') . \"",
      "\n!\(payload)\n", "\r!\(payload)", "a\\\n!\(payload)", "EOD\n!\(payload)\n", "$(\(payload))",
      "|\(payload)",
      "< \(payload)", "<\(payload)", "@A", "@GPVAL_VERSION", "{/Bold x}", "^2_b&{x}~a{.8-}", "%g %s %d %%",
      "%", "#x",
      "\\", "\\\\", "\\n", "\\140id\\140", "\"", "'", "''", "\"\"", "a\"b'c`d", "`", "``", "$d", "${x}", "$1",
      "[0:1]",
      "<b>&amp;</b>", "]]>", "<!--", "</text><script>alert(1)</script>", "&#96;id&#96;", "\u{0}",
      "\u{1B}[31mred",
      "\u{7}", "\t", "\u{202E}txt", "\u{2066}x\u{2069}", "\u{FFFE}", "\u{FFFF}", "\u{2028}", "é ü 漢字 🚗",
      "e\u{301}",
      "-", "-e", "--", "..", "x.y", "/", "=cmd|' /C calc'!A0", "+1", "1e400", "NaN", "inf", "0x1p3", " ",
      "  a  b  ",
    ]
    let hidden = ["%", "`id`", "\"", "\\", "<b>", "@A", "\n"].flatMap(Graphemes.around)
    let pieces = [
      "`", "@", "$", "{", "}", "\\", "\"", "'", "%", "#", "|", "!", ";", "\n", "\r", "<", "&", "^", "_", "~",
      "EOD",
      "id", "system(", ")", "A", "é", "\u{1B}", ".", " ", "0",
    ]
    var random = SplitMix64(seed: 7)
    let mixed = (0..<300 - known.count - hidden.count).map { _ in
      (0..<random.whole(1...8)).map { _ in random.pick(pieces) }.joined()
    }
    return known + hidden + mixed
  }

  @Test
  func `what a folder, a field or a value is called is shown, and nothing of it runs`() throws {
    try withScratchFolder { folder in
      let texts = Self.texts(canary: folder + "/pwned")
      // Four values, three fields and folders at a time; every text has each place once.
      for start in stride(from: 0, to: texts.count, by: 10) {
        let some = (0..<10).map { texts[(start + $0) % texts.count] }
        let names = [some[8] + "x", some[9] + "y"]
        let study = Studies.study(
          [(names[0], Array(some[0..<4])), (names[1], Array(some[4..<8]))], folder: "Results/n" + some[8],
          replications: 2
        ) { values, k in
          [Studies.matchRate: Double(some.firstIndex(of: values[0])!) + 0.1 * Double(k), Studies.detour: 1]
        }
        let request = PictureRequest(
          study, chosen: some[9] + "=" + some[0], figures: [Studies.matchRate, Studies.detour])
        let curves = try shown(request.picture(.curves), in: folder)
        for text in some[0..<4] { expect(Script.shortened(text, to: 24), in: curves) }
        for text in some[4..<8] { expect(Script.shortened(text, to: 16), in: curves) }
        expect(Script.shortened(names[0], to: 70), in: curves)
        expect(FieldAxis(study, 1).nameWithUnit, in: curves)
        expect(Script.shortened(study.name, to: 60), in: curves)
        expect(request.chosen, in: curves)
        var titled = request
        titled.title = some[7]
        let front = try shown(titled.picture(.pareto), in: folder)
        expect(some[7], in: front)
        expect(Script.shortened(study.name, to: 60), in: front)
      }
    }
  }

  @Test
  func `what a benchmark or a commit is called is shown, and nothing of it runs`() throws {
    try withScratchFolder { folder in
      let texts = Self.texts(canary: folder + "/pwned")
      for start in stride(from: 0, to: texts.count, by: 10) {
        let some = (0..<10).map { texts[(start + $0) % texts.count] }
        let plot = HistoryPlot(
          title: some[0], labels: Array(some[1..<4]),
          series: some[4...].map { HistoryPlot.Series(name: $0, values: [1, 2, 3]) })
        let shown = try shown(#require(plot.picture(named: "history")), in: folder)
        for text in some[0..<4] { expect(text, in: shown) }
        for text in some[4...] { expect(Script.shortened(text, to: 26), in: shown) }
      }
    }
  }

  @Test(arguments: Graphemes.around("%"))
  func `a percent sign at a tic is no place for a number`(text: String) {
    // Gnuplot reads a quoted text's numbers first, and then `%%` as one sign.
    #expect(Script.tic(text + "s").text.utf8.firstRange(of: #"\045\045"#.utf8) != nil)
  }

  @Test
  func `where a picture is to go is a path, and nothing else`() throws {
    try withScratchFolder { folder in
      let picture = try PictureRequest(Studies.grid(), figures: [Studies.matchRate]).picture(.curves)
      let names = [
        "|touch pwned", "`touch pwned`", "-e", "a'b", "a\"b", "a\nb", "$HOME", "@A", "%s", "\u{1B}[31m",
      ]
      for name in names {
        #expect(
          try Gnuplot().draw(picture, as: [.svg], to: folder + "/" + name) == [folder + "/" + name + ".svg"])
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
          == names.map { $0 + ".svg" }.sorted())
    }
  }

  @Test
  func `what sets gnuplot up for its user does not change a picture`() throws {
    try withScratchFolder { folder in
      let hostile =
        "set title 'changed'\nset output '\(folder)/pwned'\nset print '\(folder)/pwned'\nprint 1\n"
      for name in [".gnuplot", "gnuplotrc"] {
        try hostile.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
      }
      let path = try #require(ProcessInfo.processInfo.environment["PATH"])
      let settings = ["HOME", "GNUPLOT_LIB", "XDG_CONFIG_HOME"].map { ($0, folder) }
      let gnuplot = try Gnuplot(
        environment: Dictionary(uniqueKeysWithValues: settings + [("PATH", path), ("GNUTERM", "dumb")]))
      let picture = try PictureRequest(Studies.grid(), figures: [Studies.matchRate]).picture(.curves)
      let files =
        try gnuplot.draw(picture, as: [.svg], to: folder + "/a")
        + Gnuplot().draw(picture, as: [.svg], to: folder + "/b")
      let drawn = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
      #expect(drawn[0] == drawn[1])
      #expect(!FileManager.default.fileExists(atPath: folder + "/pwned"))
    }
  }

  /// The words of `picture` as its SVG shows them, drawn in `folder`, in which nothing else may appear.
  private func shown(_ picture: Picture, in folder: String) throws -> String {
    let file = try Gnuplot().draw(picture, as: [.svg], to: folder + "/picture")[0]
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["picture.svg"])
    let reader = try #require(try XMLTexts(contentsOf: file), "it is XML")
    return reader.texts.joined()
  }

  /// Expects `text` among `shown`, where blanks may have become line breaks.
  private func expect(_ text: String, in shown: String, sourceLocation: SourceLocation = #_sourceLocation) {
    // By scalars: what stands before a text may be one character with its beginning.
    func dense(_ text: String) -> [Unicode.Scalar] {
      text.unicodeScalars.filter { !$0.properties.isWhitespace }
    }
    let expected = dense(text.visible)
    #expect(
      expected.isEmpty || dense(shown).firstRange(of: expected) != nil, "\(text.debugDescription)",
      sourceLocation: sourceLocation)
  }
}
