import Quoting
import Tables

/// One HTML file that holds all it needs: style, scripts, libraries and data. It fetches nothing.
public struct Page: Sendable {
  /// The window's title.
  let title: String
  /// Shown between the header and the footer; figures stand in it without any script.
  let body: HTML
  /// The blocks that the scripts read.
  let data: [HTML]
  /// The program's own scripts beside the common ones, in their order.
  let scripts: [PageAsset]

  /// The whole file.
  ///
  /// - Throws: `PageError.missingLibrary`.
  public func text() throws(PageError) -> String {
    let library = try ChartLibrary()
    // One scope, so that nothing of ours is anybody else's; strict, so that a slip is an error.
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

  /// Writes the file, in place of an older page of ours; any other file stays.
  ///
  /// - Throws: `PageError.missingLibrary`, or `TableError.unwritable`; the name then keeps what it had.
  public func write(to path: String) throws {
    try OwnFile.check(path, for: "a page") {
      $0.begins(with: "<!DOCTYPE html>") && $0.holds("<summary>Made by Detour, ")
    }
    try AtomicFile.write(text(), to: path)
  }
}

extension String {
  /// The lines, each as text.
  fileprivate var shownLines: [HTML] {
    split(separator: "\n", omittingEmptySubsequences: false).map { "\(String($0))\n" }
  }
}
