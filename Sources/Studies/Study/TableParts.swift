import Foundation
import Packs
import Tables

/// The files of a run's result folder as parts of a record.
enum TableParts {
  typealias Part = PackContent.Part

  /// Returns the files in the folder at `path`, by name; nil if there is none, or a file cannot be read.
  static func ofFolder(_ path: String) -> [Part]? {
    guard let names = OpenFolder(path)?.names, !names.isEmpty else { return nil }
    var parts: [Part] = []
    for name in names.sorted() {
      // As they are: a compressed table is not unpacked.
      guard let data = FileManager.default.contents(atPath: path + "/" + name) else { return nil }
      parts.append((name, Array(data)))
    }
    return parts
  }
}
