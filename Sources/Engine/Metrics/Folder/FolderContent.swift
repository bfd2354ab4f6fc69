import Foundation
import Glibc

/// The metadata of a folder's files: enough to detect changes without reading.
struct FolderContent: Equatable {
  /// The entries in alphabetical order.
  let entries: [Entry]

  struct Entry: Equatable {
    let name: String
    let isFile: Bool
    /// The size, bytes.
    let size: Int
    /// The modification time: seconds since 1970, and nanoseconds; a single number would overflow after the year
    /// 2262.
    let changed: Int
    let changedNanoseconds: Int
    /// The file's number in its file system (inode).
    let number: UInt
  }

  /// Reads the metadata of the folder at `path`; nil if there is none or it cannot be read.
  init?(of path: String) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return nil }
    entries = names.sorted().map { name in
      var status = stat()
      // A file that vanishes meanwhile is not one of ours.
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
