import Foundation

/// Calls `body` with the path of a new folder, which goes afterwards.
public func withScratchFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "detour-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path(percentEncoded: false))
}

/// The text of the file `name` in `folder`.
public func text(_ name: String, in folder: String) throws -> String {
  try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
}

/// The names in `folder`, hidden ones included, in alphabetical order.
public func names(in folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}
