import CSystem
import Foundation
import Glibc

/// File-system operations that leave files and folders intact whenever the program is killed.
public enum FileSystem {
  /// Returns whether anything exists at `path`.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Creates the folder at `path` and its missing parents; an existing one is accepted.
  ///
  /// - Throws: `SystemFault`, as in `the folder /mnt/results cannot be created: Read-only file system`.
  public static func makeFolder(_ path: String) throws(SystemFault) {
    if path.count > 1, path.hasSuffix("/") { return try makeFolder(String(path.dropLast())) }
    guard mkdir(path, 0o777) != 0 else { return }
    let fault = SystemFault.last
    switch errno {
    case EEXIST where isFolder(path): return
    case ENOENT where FilePath.folder(of: path) != path && !FilePath.folder(of: path).isEmpty:
      try makeFolder(FilePath.folder(of: path))
      // Another process may have created it in the meantime.
      guard mkdir(path, 0o777) != 0, errno != EEXIST || !isFolder(path) else { return }
      throw SystemFault.last.preceded(by: "the folder \(path) cannot be created: ")
    default: throw fault.preceded(by: "the folder \(path) cannot be created: ")
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Exchanges the files or folders at two paths atomically; returns false on failure, with `errno` set (to EINVAL or
  /// ENOSYS if the file system does not support it).
  public static func exchange(_ one: String, _ other: String) -> Bool { detour_exchange(one, other) == 0 }

  /// Removes the file or folder at `path` with its content, without following symbolic links. Returns false, with
  /// `errno` set, if anything cannot be removed.
  @discardableResult
  public static func remove(_ path: String) -> Bool { detour_remove(AT_FDCWD, path) == 0 }

  /// Returns whether `path` is a symbolic link.
  public static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Flushes the file or folder at `path` to the device; returns false, with `errno` set, on failure.
  public static func synchronise(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return synchronise(descriptor)
  }

  /// Flushes the open file to the device; returns false, with `errno` set, on failure.
  static func synchronise(_ descriptor: Int32) -> Bool {
    // Some file systems do not support flushing, and report so.
    fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP
  }
}

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

  /// Returns the path of `file` relative to `folder`. Absolute paths are returned unchanged, as is `file` if `folder`
  /// is empty (the working folder).
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
