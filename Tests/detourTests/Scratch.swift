import Foundation

/// A new folder of its own, which goes with its owner.
final class Scratch: Sendable {
  let url: URL

  init() {
    url = FileManager.default.temporaryDirectory.appending(path: "detour-\(UUID().uuidString)")
    // Where this fails, the first use of the folder says so.
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of `name` in the folder.
  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  func text(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }

  func data(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

  /// Writes `text` as the file `name`; folders above it are made.
  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  func write(_ data: Data, to name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  /// The names of what lies in `folder`, hidden ones included, in alphabetical order.
  func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }

  /// Opens a new empty file for writing.
  func newFile(_ name: String) throws -> FileHandle {
    try write("", to: name)
    return try FileHandle(forWritingTo: url.appending(path: name))
  }
}
