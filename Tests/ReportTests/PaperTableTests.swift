import Foundation
import Metrics
import Statistics
import Testing

@testable import Report

struct PaperTableTests {
  private let grid = Studies.grid()
  private let figures = [Studies.matchRate, Studies.detour]

  @Test
  func `a table of points has the means and half-widths of the runs, in each form`() throws {
    let table = PaperTable(points: grid, figures)
    let point = grid.points[0]
    let rates = point.runs.map { 100 * ($0[Studies.matchRate] ?? 0) }
    let mean = rates.reduce(0, +) / 4
    let deviation = (rates.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 3).squareRoot()
    // The 97.5 % quantile of Student's t with three degrees of freedom.
    let half = 3.182446305284263 * deviation / 2
    let shown = String(format: "%.1f ± %.1f", mean, half)

    let latex = table.text(.latex).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(latex[0] == "% needs \\usepackage{booktabs}")
    #expect(
      latex.contains("radius (m) & max detour (s) & runs & match rate (\\%) & mean driver detour (s) \\\\"))
    let row = try #require(latex.first { $0.hasPrefix("$250$ & $100$ & $4$ & ") })
    #expect(row.contains("$\(shown.replacing("±", with: "\\pm"))$") && row.hasSuffix(" \\\\"))

    let markdown = table.text(.markdown).split(separator: "\n")
    #expect(markdown[0] == "| radius (m) | max detour (s) | runs | match rate (%) | mean driver detour (s) |")
    #expect(
      markdown[1] == "|---:|---:|---:|---:|---:|" && markdown[2].hasPrefix("| 250 | 100 | 4 | \(shown) | "))
    #expect(markdown.last == "grid: means ± half of the 95 % intervals.")

    let csv = table.text(.csv).split(separator: "\n")
    #expect(
      csv[0]
        == "matching.radius_m,matching.limits.max_detour_s,runs,match_rate,match_rate_half_width_95,driver_detour_s.mean,driver_detour_s.mean_half_width_95"
    )
    let numbers = csv[1].split(separator: ",").compactMap { Double($0) }
    #expect(numbers.count == 7 && abs(numbers[3] - mean / 100) < 1e-12 && abs(numbers[4] - half / 100) < 1e-9)
    #expect(csv.count == 13)
  }

  @Test
  func `tables of findings have a row per point or field`() throws {
    let analysis = Analysis(grid, figures)
    let front = try FrontFinding(grid, figures)
    let lines = try PaperTable(.front, of: analysis).text(.csv).split(separator: "\n")
    #expect(lines.count == 1 + front.front.members.count && lines[0].hasSuffix(",knee"))
    #expect(lines.count { $0.hasSuffix(",true") } == 1)
    let screening = try PaperTable(.screening, of: analysis)
    #expect(screening.text(.markdown).hasPrefix("| field | μ\\* (points) | σ (points) |\n|---|---:|---:|\n"))
    #expect(screening.text(.csv).contains("\nmatching.radius_m,") && screening.rows.count == 2)
    #expect(throws: ReportError.self) { try PaperTable(.sobol, of: analysis) }
    let study = SobolFindingTests.study(16)
    let sobol = try PaperTable(.sobol, of: Analysis(study, [Studies.matchRate]))
    let finding = try SobolFinding(study, Studies.matchRate)
    let cells = sobol.text(.csv).split(separator: "\n")[1].split(separator: ",")
    #expect(
      String(cells[0]) == finding.rows[0].parameter && Double(cells[1]) == finding.rows[0].index.first.value)
  }

  @Test
  func `a table of a comparison has differences in points with their intervals`() throws {
    let better = Studies.grid("Results/better", shift: 0.05)
    let text = ComparisonText(
      try Comparison(grid, better, [Studies.matchRate], confidence: 0.95), nameA: "a_1", nameB: "b & c")
    let latex = PaperTable(text).text(.latex)
    #expect(latex.contains("\\caption{A: a\\_1; B: b \\& c; runs are paired"))
    #expect(latex.contains(" & match rate (\\%) & ") && latex.contains(" & $5.00$ & "))
    #expect(latex.contains("& too few runs \\\\"))
    let rows = PaperTable(text).text(.csv).split(separator: "\n")
    #expect(rows.count == 13)
    let difference = try #require(Double(rows[1].split(separator: ",")[5]))
    #expect(abs(difference - 0.05) < 1e-12)
  }

  @Test
  func `every LaTeX table has as many cells as columns, and no sign that LaTeX would interpret`() throws {
    let hostile = Studies.study(
      [("matching.policy", ["a_b & c", "50 % {x} \\y", "$z$ ^~#"]), (Studies.radius, ["1", "2"])]
    ) { values, run in [Studies.matchRate: 0.1 * Double(run) + (values[1] == "1" ? 0.1 : 0.2)] }
    let tables = [
      PaperTable(points: hostile, [Studies.matchRate]), PaperTable(points: grid, figures),
      try PaperTable(.front, of: Analysis(grid, figures)),
      try PaperTable(.screening, of: Analysis(grid, figures)),
    ]
    for table in tables {
      let latex = table.text(.latex)
      let inside = try #require(latex.firstMatch(of: #/\\toprule\n([\s\S]*?)\\bottomrule/#)).1
      let rows = inside.split(separator: "\n").filter {
        !$0.contains("\\midrule") && !$0.allSatisfy(\.isWhitespace)
      }
      #expect(rows.count == table.rows.count + 1)
      for row in rows {
        #expect(row.hasSuffix(" \\\\") && row.dropLast(2).contains("&"))
        // Cells are separated by signs that no backslash precedes.
        #expect(row.replacing("\\&", with: "").count { $0 == "&" } == table.columns.count - 1)
        let signs = row.dropLast(3).replacing(#/\\[%&_#{}$]|\\[a-z]+(\{\})?|\$-?[^$]*\$/#, with: "")
        #expect(!signs.contains { "%_#{}$~^\\".contains($0) }, "\(row)")
      }
    }
  }

  private static let latex = ["/usr/bin/pdflatex", "/usr/local/bin/pdflatex"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(.enabled(if: latex != nil, "LaTeX is not installed"))
  func `LaTeX sets the tables`() throws {
    try withScratchFolder { folder throws in
      let table = PaperTable(points: grid, figures).text(.latex)
      let text =
        "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\\usepackage{booktabs}\n"
        + "\\begin{document}\n\(table)\\end{document}\n"
      try text.write(toFile: folder + "/paper.tex", atomically: true, encoding: .utf8)
      let process = Process()
      process.executableURL = URL(filePath: try #require(Self.latex))
      process.arguments = ["-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
      process.currentDirectoryURL = URL(filePath: folder)
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
  }
}
