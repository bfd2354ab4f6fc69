import Foundation
import Testing

/// The page of a comparison, in a browser.
@Suite(.waitsForPrograms, .enabled(if: BrowserCheck.isAvailable, BrowserCheck.missing), .serialized)
struct ComparisonPageTests {
  let scratch = Scratch()

  @Test
  func `rows and verdicts are those that compare prints`() throws {
    try MadeStudy.write("a", to: scratch)
    try MadeStudy.write("b", to: scratch, shift: 0.03)
    let call = try Program.run("compare", "a", "b", "--report", "page.html", in: scratch)
    #expect(call.errors == "" && call.status != 64 && call.status != 65)
    try scratch.write(call.output, to: "printed.txt")
    let json = try Program.run("compare", "a", "b", "--json", "--report", "again.html", in: scratch)
    try scratch.write(json.output, to: "compared.json")
    #expect(try scratch.data("page.html") == scratch.data("again.html"))
    try BrowserCheck.expect(
      "check_comparison", "rows_are_those_of_the_terminal", "page.html", "printed.txt", in: scratch)
    try BrowserCheck.expect(
      "check_comparison", "the_forest_has_a_row_for_each_figure", "page.html", "compared.json", in: scratch)
  }

  @Test
  func `a comparison of two points suits everyone`() throws {
    try MadeStudy.write("study", to: scratch)
    _ = try Program.run(
      "compare", "study", "--a", "matching.radius_m=250,matching.limits.max_detour_s=120", "--b",
      "matching.radius_m=500,matching.limits.max_detour_s=120", "--report", "page.html", in: scratch)
    try BrowserCheck.expect("check_comparison", "suits_everyone", "page.html", in: scratch)
    try BrowserCheck.expect(
      "check_comparison", "verdicts_are_seen_on_a_narrow_screen", "page.html", in: scratch)
  }

  @Test
  func `names that are markup show as text`() throws {
    let name = "<img src=x onerror=alert(1)>"
    try MadeStudy.write(name, to: scratch)
    try MadeStudy.write("b&amp;", to: scratch)
    _ = try Program.run("compare", name, "b&amp;", "--report", "page.html", in: scratch)
    try BrowserCheck.expect(
      "check_comparison", "hostile_names_are_text", "page.html", name, "b&amp;", in: scratch)
  }
}
