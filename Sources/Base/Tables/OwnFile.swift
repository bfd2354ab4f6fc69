public import Foundation
import Glibc

/// A file that the command line names for something that we write: it takes the place of what we have written there, and of
/// nothing else.
public enum OwnFile {
  /// Refuses a file that stands at `path`, holds something, and is not of ours as `isOurs` tells from its bytes.
  ///
  /// - Parameter kind: what is to be written, as "a page".
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
    // What cannot be read cannot be known.
    if let content = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe), isOurs(content) {
      return
    }
    throw .unwritable(
      file: path, reason: "the file there is not \(kind) of detour; move it away, or give another name")
  }
}

extension Data {
  /// Tells whether it begins with the UTF-8 bytes of `text`.
  public func begins(with text: String) -> Bool { starts(with: text.utf8) }

  /// Tells whether the UTF-8 bytes of `text` stand in it.
  public func holds(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
