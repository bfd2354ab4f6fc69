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
  /// The page's scripts besides the common ones, in order.
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
