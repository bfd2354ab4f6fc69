public import Foundation
import Glibc

/// An output file named on the command line: it replaces earlier output of this program, and nothing else.
public enum OwnFile {
  /// Rejects an existing, non-empty file at `path` for which `isOurs` returns false.
  ///
  /// - Parameter kind: the kind of output, such as "a page".
  /// - Throws: `TableError.unwritable` with the remedy.
  public static func check(
    _ path: String, for kind: String, _ isOurs: (Data) -> Bool
  ) throws(TableError) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unwritable(file: path, reason: "it is not a regular file")
    }
    guard status.st_size > 0 else { return }
    // A file that cannot be read cannot be recognised as our own.
    if let content = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe), isOurs(content) {
      return
    }
    throw .unwritable(
      file: path, reason: "the file there is not \(kind) of detour; move it away, or give another name")
  }
}

extension Data {
  /// Returns whether the data begins with the UTF-8 bytes of `text`.
  public func begins(with text: String) -> Bool { starts(with: text.utf8) }

  /// Returns whether the data contains the UTF-8 bytes of `text`.
  public func holds(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
