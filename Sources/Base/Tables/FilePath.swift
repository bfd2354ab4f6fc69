import Foundation

/// Functions of paths as texts, whether anything stands there or not.
public enum FilePath {
  /// The folder of the file at `path`; empty for the working folder.
  ///
  /// Foundation's own way ends the program where a path is one character.
  public static func folder(of path: String) -> String {
    let parts = path.split(separator: "/")
    let root = path.hasPrefix("/") ? "/" : ""
    guard parts.count > 1, let last = parts.last, let folder = parts.dropLast().last else { return root }
    // As it is written, but for slashes at its end.
    return last.startIndex > folder.endIndex ? String(path[..<folder.endIndex]) : root
  }

  /// The path of `file`, as `folder` calls it: files with a path from the root stand alone, and so do all where the folder is
  /// the working one, which is empty.
  public static func path(of file: String, in folder: String) -> String {
    file.hasPrefix("/") || folder.isEmpty ? file : folder + (folder.hasSuffix("/") ? "" : "/") + file
  }

  /// The relative path that leads from the folder `start` to the folder `goal`.
  public static func way(from start: String, to goal: String) -> String {
    let from = URL(filePath: start).standardizedFileURL.pathComponents
    let to = URL(filePath: goal.isEmpty ? "." : goal).standardizedFileURL.pathComponents
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let parts = Array(repeating: "..", count: from.count - shared) + to[shared...]
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}
