import Foundation

/// A folder that is removed when its owner goes.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tables-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path of `name` in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Writes `bytes` to `name` and answers its path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: folder.appending(path: name))
    return path(name)
  }

  /// The names in the folder, in order.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  /// The content of `name`.
  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }
}
