import CPageAssets
import Foundation
import Quoting
import Tables

/// A self-contained HTML file: style, scripts, libraries and data, without external requests.
public struct Page: Sendable {
  /// The window's title.
  let title: String
  /// The content between header and footer; figures are readable without scripts.
  let body: HTML
  /// The data blocks for scripts.
  let data: [HTML]
  /// The page's scripts in addition to the common ones, in order.
  let scripts: [PageAsset]

  /// Returns the whole file.
  ///
  /// - Throws: `PageError.missingLibrary`.
  public func text() throws(PageError) -> String {
    let library = try ChartLibrary()
    // One function scope, so that nothing leaks; strict mode, so that mistakes are errors.
    let ours = ([.common] + PageAsset.charts + scripts).map(\.text).joined(separator: "\n")
    let code = ["\n" + library.script + "\n", "\n'use strict';\n(() => {\n" + ours + "\n})();\n"]
    let hashes = code.map { "'sha256-\(Digest.base64(of: $0))'" }.joined(separator: " ")
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; form-action 'none'; base-uri 'none'; style-src 'unsafe-inline'; img-src data: blob:; script-src \(hashes)">
      <title>\(title)</title>
      \(.asset("style", PageAsset.style.text))</head>
      <body>
      <a class="skip" href="#main">to the content</a>
      <main id="main">
      \(body)
      <noscript><p class="note">Charts and the replay need scripts; the figures above do not.</p></noscript>
      </main>
      <footer>
      <details><summary>Made by Detour, a discrete-event simulator for dynamic carpool matching. Charts: D3 and its licence.</summary>
      <pre class="licence">\(library.licence.shownLines)</pre></details>
      </footer>
      \(data)\(code.map { .asset("script", $0) })</body>
      </html>

      """
    return page.text
  }

  /// Writes the file, replacing only an older page of this program.
  ///
  /// - Throws: `PageError.missingLibrary`, or `TableError.unwritable`; an existing file is then unchanged.
  public func write(to path: String) throws {
    try OwnFile.check(path, for: "a page") {
      $0.begins(with: "<!DOCTYPE html>") && $0.holds("<summary>Made by Detour, ")
    }
    try AtomicFile.write(text(), to: path)
  }
}

extension String {
  /// The lines as text.
  fileprivate var shownLines: [HTML] {
    split(separator: "\n", omittingEmptySubsequences: false).map { "\(String($0))\n" }
  }
}

/// D3, which draws axes and charts: a system library included in each page with its licence.
struct ChartLibrary: Sendable {
  let script: String
  let licence: String

  /// The paths of the library on Debian and Ubuntu, preceded by those beside the program.
  private static let places = [
    (script: folder + "/d3/d3.min.js", licence: folder + "/d3/copyright"),
    (script: "/usr/share/nodejs/d3/dist/d3.min.js", licence: "/usr/share/doc/node-d3/copyright"),
  ]

  /// The folder of the program.
  private static var folder: String {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: program ?? "/").deletingLastPathComponent().path(percentEncoded: false)
  }

  /// Loads the library.
  ///
  /// - Throws: `PageError.missingLibrary`.
  init() throws(PageError) {
    for place in Self.places {
      guard let script = try? String(contentsOfFile: place.script, encoding: .utf8),
        let licence = try? String(contentsOfFile: place.licence, encoding: .utf8),
        // The browser ends a script at this text, wherever it occurs.
        !script.lowercased().contains("</script")
      else { continue }
      self.script = script
      self.licence = licence
      return
    }
    throw .missingLibrary(path: Self.places[1].script)
  }
}

/// A style sheet or script included in pages, from `Sources/CPageAssets/assets`.
struct PageAsset: Sendable {
  let text: String

  private init(_ asset: detour_page_asset) { text = String(cString: detour_page_text(asset)) }

  static let style = Self(detour_page_style)
  /// The scripts common to all pages: data access, formatting, elements.
  static let common = Self(detour_page_common)
  /// The scripts common to all charts, their axes and kinds.
  static let charts = [
    detour_page_charts_frame, detour_page_charts_axes, detour_page_charts_lines, detour_page_charts_bars,
    detour_page_charts_plane, detour_page_charts_forest,
  ].map(Self.init)
  /// The script for a map over time, with its clock.
  private static let map = [Self(detour_page_run_map)]
  /// The scripts for a run: tables, map, replay, and the page around them.
  static let run =
    [detour_page_run_records, detour_page_run_sections].map(Self.init) + map
    + [
      detour_page_run_player, detour_page_run_layers, detour_page_run_data, detour_page_run_replay,
      detour_page_run,
    ].map(Self.init)
  /// The scripts for a run of another market, without those of its own section.
  static let market = [
    detour_page_run_records, detour_page_run_sections, detour_page_run_player, detour_page_market,
  ].map(Self.init)
  static let shifts = [Self(detour_page_market_shifts)]
  static let orders = [Self(detour_page_market_orders)]
  static let services =
    map
    + [detour_page_services_data, detour_page_services_agenda, detour_page_market_services].map(Self.init)
  /// The scripts for a study: numbers and charts, influence of fields, surfaces and predictions, table of points.
  static let study = [
    detour_page_study, detour_page_study_influence, detour_page_study_surfaces, detour_page_study_what_if,
    detour_page_study_table,
  ].map(Self.init)
  /// The scripts for two runs side by side.
  static let pair = market + [Self(detour_page_pair)]
  static let pairOfCarpools =
    market + map
    + [detour_page_run_layers, detour_page_run_data, detour_page_run_replay, detour_page_pair].map(Self.init)
  static let comparison = Self(detour_page_comparison)
  static let benchmarks = Self(detour_page_benchmarks)
}

/// The reason a page cannot be created; `description` is the message for users.
public enum PageError: Error, Hashable, Sendable {
  /// The chart library is not installed.
  case missingLibrary(path: String)
  /// The folder has no content supported by a page.
  case notResults(folder: String)
  /// Runs of this market have no page.
  case otherMarket(folder: String, market: String)
  /// The run lacks a table required by its page.
  case missingTable(folder: String, file: String, market: String)
  /// The two runs are of different markets.
  case markets(folders: [String], markets: [String])
  /// The two folders contain the same run.
  case sameRun(folders: [String])
  /// The two runs have different geometries, so that no map shows both.
  case geometries(folders: [String])
  /// One of two folders is not a run.
  case notARun(folder: String, kind: String)
  /// A table is inconsistent with the manifest, or unreadable.
  case damaged(folder: String, what: String)
}

extension PageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingLibrary(let path):
      "D3, which draws the charts of pages, is missing (\(path)); install it (Debian, Ubuntu: apt-get install node-d3)"
    case .notResults(let folder):
      "\(folder): is not the folder of a run, a study or benchmarks; give a folder written by `detour run`, `detour"
        + " sweep` or `detour bench --record`"
    case .otherMarket(let folder, let market):
      "\(folder): is a run of \(market), for which single runs have no page; use `detour explain` for a request,"
        + " or make a page of a study"
    case .missingTable(let folder, let file, let market):
      "\(folder): has no \(file), which the page of a run of \(market) requires; run the scenario again"
    case .markets(let folders, let markets):
      "\(folders[0]) is a run of \(markets[0]) and \(folders[1]) one of \(markets[1]): give two runs of one market"
    case .sameRun(let folders):
      "\(folders[0]) and \(folders[1]) are the same run: give two runs that differ, such as in a field or the seed"
    case .geometries(let folders):
      "\(folders[0]) and \(folders[1]) take place in different spaces, which cannot be shown on one map: give two"
        + " runs in the same space, or compare their figures with `detour compare`"
    case .notARun(let folder, let kind):
      "\(folder): is the folder of \(kind), and only two runs are shown side by side; `detour compare A B --report FILE`"
        + " makes a page of two studies"
    case .damaged(let folder, let what):
      "\(folder): \(what); the folder is damaged or was written by another version: run the scenario again"
    }
  }
}
