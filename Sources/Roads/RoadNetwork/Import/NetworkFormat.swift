import Foundation

/// A format that networks are read from: how its files are known, and how they are read.
///
/// Each is declared beside its reader and named in `all`; messages, help and documents follow from it.
public struct NetworkFormat: Sendable {
  /// The format's name in reports, documents and prepared files.
  public let name: String
  /// The endings of its files, in lower case; none where it is known by a folder alone.
  public let endings: [String]
  /// The content of a folder of it, in words; nil where no folder is one.
  public let folder: String?
  /// The fields that are read of it, in a sentence or two of Markdown.
  public let meaning: String
  /// The rules of reading it, as a section of Markdown below the table; empty where the sentence says it all.
  public let rules: String
  /// The entry that is read where a folder is of the format: a file in it, or the folder; nil where it is of another.
  let entry: @Sendable (_ folder: String) -> String?
  let reader: @Sendable (_ entry: String, _ options: ImportOptions) -> any NetworkReader

  init(
    _ name: String, endings: [String] = [], folder: String? = nil, _ meaning: String, rules: String = "",
    entry: @escaping @Sendable (_ folder: String) -> String? = { _ in nil },
    reader: @escaping @Sendable (_ entry: String, _ options: ImportOptions) -> any NetworkReader
  ) {
    self.name = name
    self.endings = endings
    self.folder = folder
    self.meaning = meaning
    self.rules = rules
    self.entry = entry
    self.reader = reader
  }

  /// All formats; a folder is of the first that knows it.
  public static let all: [NetworkFormat] = [archive, osm, gmns, edges, dimacs]

  /// The formats in words, for messages.
  static var words: String {
    let folders = all.compactMap { format in format.folder.map { "with \($0) (\(format.name))" } }
    return (all.flatMap(\.endings) + ["and folders " + folders.joined(separator: ", or ")])
      .joined(separator: ", ")
  }

  /// The files by which the format is known.
  public var files: String {
    (endings + (folder.map { ["a folder with \($0)"] } ?? [])).joined(separator: ", ")
  }

  /// The formats as a table in Markdown, and the rules of reading them.
  public static var markdown: String {
    let rows = all.map { "| \($0.name) | \($0.files) | \($0.meaning) |\n" }
    return "| format | files | what is read |\n|---|---|---|\n" + rows.joined()
      + all.filter { !$0.rules.isEmpty }.map { "\n## \($0.name)\n\n\($0.rules)" }.joined()
  }

  /// The format that the name of a file says: of endings that fit, the longest counts.
  static func ofFile(_ path: String) -> NetworkFormat? {
    let name = path.lowercased()
    func length(_ format: Self) -> Int {
      format.endings.filter(name.hasSuffix).map(\.utf8.count).max() ?? 0
    }
    return all.max { length($0) < length($1) }.flatMap { length($0) > 0 ? $0 : nil }
  }

  /// The format that the content of a folder says, and what is read of it.
  static func ofFolder(_ path: String) -> (format: NetworkFormat, entry: String)? {
    for format in all { if let entry = format.entry(path) { return (format, entry) } }
    return nil
  }
}

extension NetworkFormat: Equatable {
  public static func == (a: NetworkFormat, b: NetworkFormat) -> Bool { a.name == b.name }
}

/// Reads the networks of one format.
protocol NetworkReader: Sendable {
  /// The paths of the files that the network is read from, in the order in which they are read.
  var files: [String] { get }

  /// The largest strongly connected part of the network, and what was left out.
  ///
  /// - Throws: `NetworkError` with everything that is wrong.
  func read() throws(NetworkError) -> (network: Network, report: NetworkReport)
}
