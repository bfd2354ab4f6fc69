import Foundation
import Synchronization
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

  fileprivate static func script(_ file: String) -> String {
    SharedData.checkout.appending(path: "Tests/Browser/\(file).py").path
  }

  /// Runs the check `name` of `Tests/Browser/FILE.py` on `files` in the folder of `scratch`, and expects it to hold.
  static func expect(
    _ file: String, _ name: String, _ files: String..., in scratch: Scratch,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let order = BrowserOrder(folder: scratch.url.path, file: file, name: name, arguments: files)
    let fault = try BrowserPool.shared.result(of: order)
    #expect(fault.isEmpty, "\(fault)", sourceLocation: sourceLocation)
  }
}

/// A check as `Tests/Browser/serve.py` reads it.
private struct BrowserOrder: Encodable {
  let folder: String
  let file: String
  let name: String
  let arguments: [String]
}

/// Browsers that are started once for all tests, one for each processor: starting one takes longer than most checks.
private final class BrowserPool: Sendable {
  static let shared = BrowserPool()

  private let free: Mutex<[BrowserServer?]>
  private let places: DispatchSemaphore

  private init() {
    let count = ProcessInfo.processInfo.activeProcessorCount
    free = Mutex(Array(repeating: nil, count: count))
    places = DispatchSemaphore(value: count)
  }

  /// Waits for a free browser, and returns what does not hold in its check; empty if everything does.
  func result(of order: BrowserOrder) throws -> String {
    places.wait()
    defer { places.signal() }
    // Those that run come first, so that a few tests start one browser.
    let kept = free.withLock { free in
      free.remove(at: free.lastIndex { $0 != nil } ?? 0)
    }
    do {
      let server = try kept ?? BrowserServer()
      let result = try server.result(of: order)
      free.withLock { $0.append(server) }
      return result
    } catch {
      free.withLock { $0.append(nil) }
      throw error
    }
  }
}

/// A process of `Tests/Browser/serve.py`, which ends with its input.
private final class BrowserServer: @unchecked Sendable {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffer = Data()

  init() throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    // Nothing is left beside the scripts.
    process.arguments = ["python3", "-B", BrowserCheck.script("serve")]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  func result(of order: BrowserOrder) throws -> String {
    var line = try JSONEncoder().encode(order)
    line.append(UInt8(ascii: "\n"))
    try input.fileHandleForWriting.write(contentsOf: line)
    while !buffer.contains(UInt8(ascii: "\n")) {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw BrowserEnded(order: order.name) }
      buffer.append(more)
    }
    let end = buffer.firstIndex(of: UInt8(ascii: "\n"))!
    defer { buffer = Data(buffer[(end + 1)...]) }
    return try JSONDecoder().decode(String.self, from: buffer[..<end])
  }
}

/// The process of checks has ended before it gave the result of a check.
private struct BrowserEnded: Error {
  let order: String
}
