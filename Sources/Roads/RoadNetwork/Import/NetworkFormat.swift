import Foundation

/// A network format: how to recognise its files and how to read them.
///
/// Each is declared beside its reader and listed in `all`, from which messages, help and documents are
/// derived.
public struct NetworkFormat: Sendable {
  /// The format's name in reports, documents and prepared files.
  public let name: String
  /// The file extensions in lower case; empty if the format is recognised by folder only.
  public let endings: [String]
  /// A description of the folder's content; nil if the format has no folders.
  public let folder: String?
  /// The fields read, in a sentence or two of Markdown.
  public let meaning: String
  /// The import rules, as a section of Markdown below the table; empty if `meaning` covers them.
  public let rules: String
  /// Returns the path to read if `folder` has this format: a file in it, or the folder itself; nil otherwise.
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

  /// All formats; a folder is read in the first format that recognises it.
  public static let all: [NetworkFormat] = [archive, osm, gmns, edges, dimacs]

  /// A list of the formats, worded for messages.
  static var words: String {
    let folders = all.compactMap { format in format.folder.map { "with \($0) (\(format.name))" } }
    return (all.flatMap(\.endings) + ["and folders " + folders.joined(separator: ", or ")])
      .joined(separator: ", ")
  }

  /// The files that identify the format.
  public var files: String {
    (endings + (folder.map { ["a folder with \($0)"] } ?? [])).joined(separator: ", ")
  }

  /// The formats as a table in Markdown, followed by their import rules.
  public static var markdown: String {
    let rows = all.map { "| \($0.name) | \($0.files) | \($0.meaning) |\n" }
    return "| format | files | what is read |\n|---|---|---|\n" + rows.joined()
      + all.filter { !$0.rules.isEmpty }.map { "\n## \($0.name)\n\n\($0.rules)" }.joined()
  }

  /// Returns the format whose file extension matches `path`, the longest one if several do; nil if none does.
  static func ofFile(_ path: String) -> NetworkFormat? {
    let name = path.lowercased()
    func length(_ format: Self) -> Int {
      format.endings.filter(name.hasSuffix).map(\.utf8.count).max() ?? 0
    }
    return all.max { length($0) < length($1) }.flatMap { length($0) > 0 ? $0 : nil }
  }

  /// Returns the format recognised from the folder's content, with the path to read; nil if there is none.
  static func ofFolder(_ path: String) -> (format: NetworkFormat, entry: String)? {
    for format in all { if let entry = format.entry(path) { return (format, entry) } }
    return nil
  }
}

extension NetworkFormat: Equatable {
  public static func == (a: NetworkFormat, b: NetworkFormat) -> Bool { a.name == b.name }
}

/// A reader of networks in one format.
protocol NetworkReader: Sendable {
  /// The paths of the network's files, in reading order.
  var files: [String] { get }

  /// Reads the largest strongly connected component of the network, with a report of the data left out.
  ///
  /// - Throws: `NetworkError` with all faults.
  func read() throws(NetworkError) -> (network: Network, report: NetworkReport)
}
