import Foundation

/// Operations on paths as text, without access to the file system.
public enum FilePath {
  /// Returns the folder of the file at `path`; empty for the working folder.
  ///
  /// Foundation's version crashes on a path of one character.
  public static func folder(of path: String) -> String {
    let parts = path.split(separator: "/")
    let root = path.hasPrefix("/") ? "/" : ""
    guard parts.count > 1, let last = parts.last, let folder = parts.dropLast().last else { return root }
    // Unchanged except for trailing slashes.
    return last.startIndex > folder.endIndex ? String(path[..<folder.endIndex]) : root
  }

  /// Returns the path of `file` relative to `folder`. Absolute paths are returned unchanged, and so is `file` if
  /// `folder` is empty, the working folder.
  public static func path(of file: String, in folder: String) -> String {
    file.hasPrefix("/") || folder.isEmpty ? file : folder + (folder.hasSuffix("/") ? "" : "/") + file
  }

  /// Returns the relative path from the folder `start` to the folder `goal`.
  public static func way(from start: String, to goal: String) -> String {
    let from = URL(filePath: start).standardizedFileURL.pathComponents
    let to = URL(filePath: goal.isEmpty ? "." : goal).standardizedFileURL.pathComponents
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let parts = Array(repeating: "..", count: from.count - shared) + to[shared...]
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}
