import Foundation
import TestSupport
import Testing

/// A check of pages in a real browser: a function of `Tests/Browser/check_*.py`, which fails with a sentence.
enum BrowserCheck {
  /// Whether all that the checks need is installed, and the browser starts.
  static let isAvailable: Bool = {
    let has = { (path: String) in FileManager.default.isExecutableFile(atPath: path) }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let isInstalled = { (name: String) in folders.contains { has("\($0)/\(name)") } }
    guard isInstalled("python3"), isInstalled("timeout"),
      ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].contains(
        where: isInstalled),
      FileManager.default.fileExists(atPath: "/usr/share/nodejs/d3/dist/d3.min.js")
    else { return false }
    // Where a browser may not start, as under some sandboxes, nothing can be said of pages.
    let words = ["timeout", "90", "python3", "-B", script("check_harness"), "starts"]
    return (try? Program.call(URL(filePath: "/usr/bin/env"), words, in: Scratch()))?.status == 0
  }()

  /// Why tests are left out where something is missing.
  static let missing: Comment =
    "needs python3, a Chromium that starts, and D3 (Debian: apt-get install python3 chromium-headless-shell node-d3)"

  private static func script(_ file: String) -> String {
    SharedData.checkout.appending(path: "Tests/Browser/\(file).py").path
  }

  /// Runs the check `name` of `Tests/Browser/FILE.py` on `files` in the folder of `scratch`, and expects it to hold.
  static func expect(
    _ file: String, _ name: String, _ files: String..., in scratch: Scratch,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    // Nothing is left beside the scripts.
    let words = ["python3", "-B", script(file), name] + files
    let call = try Program.call(URL(filePath: "/usr/bin/env"), words, in: scratch)
    #expect(call.status == 0, "\(call.errors)", sourceLocation: sourceLocation)
  }
}
