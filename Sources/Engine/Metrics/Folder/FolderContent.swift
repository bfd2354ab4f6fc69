import Foundation
import Glibc

/// The content of a folder, as the system tells it without reading: enough to see whether anything has changed.
struct FolderContent: Equatable {
  /// The entries in alphabetical order.
  let entries: [Entry]

  struct Entry: Equatable {
    let name: String
    let isFile: Bool
    /// Bytes.
    let size: Int
    /// Seconds since 1970, and nanoseconds beyond: as one number, dates beyond the year 2262 would be too large.
    let changed: Int
    let changedNanoseconds: Int
    /// The file's number in its file system (inode).
    let number: UInt
  }

  /// Looks into the folder at `path`; nil where there is none or it cannot be looked into.
  init?(of path: String) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return nil }
    entries = names.sorted().map { name in
      var status = stat()
      // What goes meanwhile is no file of ours.
      guard lstat(path + "/" + name, &status) == 0 else {
        return Entry(name: name, isFile: false, size: 0, changed: 0, changedNanoseconds: 0, number: 0)
      }
      return Entry(
        name: name, isFile: status.st_mode & S_IFMT == S_IFREG, size: Int(status.st_size),
        changed: status.st_mtim.tv_sec, changedNanoseconds: status.st_mtim.tv_nsec,
        number: UInt(status.st_ino))
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  func has(_ name: String) -> Bool { entries.contains { $0.name == name } }
}
