import Foundation

/// What is said of paths as texts, whether anything stands there or not.
public enum FilePath {
  /// The folder of the file at `path`; empty for the working folder.
  public static func folder(of path: String) -> String { (path as NSString).deletingLastPathComponent }

  /// The relative path that leads from the folder `start` to the folder `goal`.
  public static func way(from start: String, to goal: String) -> String {
    let from = URL(filePath: start).standardizedFileURL.pathComponents
    let to = URL(filePath: goal.isEmpty ? "." : goal).standardizedFileURL.pathComponents
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let parts = Array(repeating: "..", count: from.count - shared) + to[shared...]
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}
