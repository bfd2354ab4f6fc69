import Quantities

/// The errors in a table's file or its content; `description` is the message for users.
public enum TableError: Error, Hashable, Sendable {
  case missingFile(file: String)
  case isFolder(file: String)
  case unreadable(file: String, reason: String)
  /// An input without an end: a named pipe, a socket, a device.
  case notAFile(file: String, kind: String)
  /// A file larger than allowed, or unpacking to more than allowed.
  case tooLarge(file: String, isPacked: Bool, limit: Int)
  /// Not enough memory for the file.
  case noMemory(file: String, bytes: Int)
  /// A gzip file that is truncated or corrupt.
  case damagedArchive(file: String, reason: String)
  /// A file of another format, recognised by its first bytes.
  case notATable(file: String, looks: String, cure: String)
  /// Text in another encoding: a byte that is not valid UTF-8.
  case notUTF8(file: String, line: Int, byte: UInt8)
  /// No header line.
  case emptyFile(file: String)
  case missingColumns(file: String, missing: [String], present: [String], table: String? = nil)
  case repeatedColumn(file: String, column: String)
  /// A column mapping for a column that the table does not have.
  case unknownMapping(file: String, column: String, nearest: String?, known: [String])
  /// Lines that end in a carriage return alone.
  case carriageReturns(file: String)
  /// A row with too few or too many fields.
  case fieldCount(file: String, line: Int, found: Int, expected: Int)
  /// A quoted field that is not closed, or continues after its closing quote.
  case badQuotes(file: String, line: Int)
  /// A field whose content does not match its column.
  case badValue(file: String, line: Int, column: String, value: String, expected: Expectation)
  /// Several faults of one file: the first ones, and the total number.
  case several(first: [TableError], total: Int)
  /// A file that cannot be created, written or renamed.
  case unwritable(file: String, reason: SystemFault)

  /// The expected content of a field.
  public enum Expectation: Hashable, Sendable {
    case finiteNumber
    case integer
    case integerWithin(ClosedRange<Int64>)
    case boolean
    case choice([String])
    case text
    /// A phrase such as "a time after submit_s".
    case other(String)
  }
}

/// A column name split into words normalised across data sets, so that `Destination_Longitude` matches
/// `destination_lon`.
struct ColumnName {
  /// The words in alphabetical order.
  let words: [String]

  private static let meanings: [(word: String, synonyms: [String])] = [
    ("origin", ["pickup", "start", "from", "src", "source", "o", "orig", "board", "boarding"]),
    ("destination", ["dropoff", "end", "to", "dest", "d", "dst", "target", "alight", "alighting"]),
    ("x", ["lon", "lng", "long", "longitude"]), ("y", ["lat", "latitude"]),
    ("s", ["sec", "secs", "seconds", "time", "datetime", "timestamp"]),
    ("depart", ["departure", "departs", "leave"]),
    ("submit", ["request", "requested", "submitted", "submission"]),
    ("arrive", ["arrival", "arrives"]), ("seats", ["seat", "capacity"]),
    ("party", ["passenger", "passengers", "persons", "pax"]),
    ("size", ["count"]), ("id", ["identifier", "no", "number"]),
  ]

  private static let meaning = Dictionary(
    meanings.flatMap { entry in (entry.synonyms + [entry.word]).map { ($0, entry.word) } },
    uniquingKeysWith: { first, _ in first })

  init(_ name: String) {
    var words: [String] = []
    var word = ""
    func end() {
      if !word.isEmpty { words.append(Self.meaning[word] ?? word) }
      word = ""
    }
    var wasSmall = false
    for letter in name.unicodeScalars.prefix(100) {
      // A capital after a lower-case letter begins a word: pickupLongitude.
      let isCapital = ("A"..."Z").contains(letter)
      if isCapital && wasSmall { end() }
      wasSmall = ("a"..."z").contains(letter)
      if wasSmall || isCapital || ("0"..."9").contains(letter) {
        word.unicodeScalars.append(isCapital ? Unicode.Scalar(letter.value + 32) ?? letter : letter)
      } else {
        end()
      }
    }
    end()
    self.words = words.filter { $0 != "gps" && $0 != "off" && $0 != "up" }.ordered()
  }

  /// The words that many columns share, so that they do not relate two names.
  private static let common: Set = [
    "s", "m", "id", "x", "y", "size", "node", "min", "max", "origin", "destination",
  ]

  /// Returns whether the words of one name are among those of the other and one of them is not common to many columns, as
  /// of `free_seats` and `seats`.
  func isPart(of other: Self) -> Bool {
    let (mine, theirs) = (Set(words), Set(other.words))
    return (mine.isSubset(of: theirs) || theirs.isSubset(of: mine))
      && !mine.intersection(theirs).isSubset(of: Self.common)
  }

  /// Whether the column may state how many persons travel: the seats of a request are its party.
  var countsPersons: Bool {
    !words.isEmpty && words != ["size"] && Set(words).isSubset(of: ["party", "seats", "size"])
  }
}

extension TableError: CustomStringConvertible {
  /// The message: place, fault and remedy; several faults are listed one per line.
  public var description: String {
    switch self {
    case .missingFile(let file):
      "\(file): there is no such file; check the path"
    case .isFolder(let file):
      "\(file): this is a folder; name a file in it"
    case .unreadable(let file, let reason):
      "\(file): cannot be read (\(reason))"
    case .notAFile(let file, let kind):
      "\(file): this is \(kind); give a regular file, or a pipe such as /dev/stdin"
    case .tooLarge(let file, let isPacked, let limit):
      "\(file): \(isPacked ? "unpacks to" : "holds") more than \(limit) bytes, and is probably not the intended"
        + " file; if it is, allow it with --max-input-bytes N"
    case .noMemory(let file, let bytes):
      "\(file): not enough memory for \(bytes) bytes; use a smaller file or more memory"
    case .damagedArchive(let file, let reason):
      "\(file): the gzip file is truncated or corrupt (\(reason)); download or compress it again"
    case .notUTF8(let file, let line, let byte):
      "\(file):\(line): the byte 0x\(String(byte, radix: 16, uppercase: true)) is not valid UTF-8; save the"
        + " table as “CSV UTF-8”, or convert it: iconv -f WINDOWS-1252 -t UTF-8 OLD.csv > NEW.csv"
    case .notATable(let file, let looks, let cure):
      "\(file): looks like \(looks), not like a CSV table; \(cure)"
    case .emptyFile(let file):
      "\(file): the file is empty; expected a header line with the column names"
    case .missingColumns(let file, let missing, let present, let table):
      Self.missing(file, missing, present)
        + (table.map { "; `detour columns \($0)` describes its columns" } ?? "")
    case .repeatedColumn(let file, let column):
      "\(file):1: column \(column) appears more than once; keep one of them"
    case .unknownMapping(let file, let column, let nearest, let known):
      "\(file): `columns` names \(column), which is not a column of this table; "
        + (nearest.map { "did you mean \($0)?" } ?? "its columns are \(Self.list(known))")
    case .carriageReturns(let file):
      "\(file): its line ends are carriage returns only, as on old Macs; convert it: tr '\\r' '\\n' < OLD.csv"
        + " > NEW.csv"
    case .fieldCount(let file, let line, let found, let expected):
      "\(file):\(line): the row has \(Self.count(found, "field")), the header has \(expected)"
    case .badQuotes(let file, let line):
      "\(file):\(line): a quoted field must end with a quote before the next comma or line;"
        + " quotes inside it must be doubled"
    case .badValue(let file, let line, let column, let value, let expected):
      "\(file):\(line): column \(column): "
        + (value.isEmpty ? "the field is empty" : "found \(Self.quoted(value))") + "; \(expected) is expected"
        + (RightForm.ofDecimal(value).map { ", such as \($0)" } ?? "")
        + (expected.mayBeTime ? RightForm.ofTime(value).map { ", or a time such as \($0)" } ?? "" : "")
    case .several(let first, let total):
      first.map(\.description).joined(separator: "\n")
        + (total > first.count ? "\n… and \(Self.count(total - first.count, "more fault"))" : "")
    case .unwritable(let file, let reason):
      "\(file): cannot be written (\(reason))"
    }
  }

  private static func missing(_ file: String, _ missing: [String], _ present: [String]) -> String {
    let hints = missing.compactMap { name in
      nearest(to: name, among: present).map { "is \($0) meant to be \(name)?" }
    }
    return "\(file):1: missing \(missing.count == 1 ? "column" : "columns") "
      + missing.joined(separator: ", ") + "; present: " + list(present)
      + (hints.isEmpty ? "" : " (" + hints.joined(separator: " ") + ")")
  }

  /// Returns `names` as a list for a message, which is cut off if it is long.
  private static func list(_ names: [String]) -> String {
    let most = 50
    let rest = names.count > most ? " and \(names.count - most) more" : ""
    return names.prefix(most).joined(separator: ", ") + rest
  }

  /// Returns the name in `names` with the same meaning as `name`; otherwise the one at the smallest edit distance, if
  /// that is at most a third of the length; otherwise the only one with a similar meaning; nil if there is none.
  public static func nearest(to name: String, among names: [String]) -> String? {
    let words = ColumnName(name).words
    let synonyms = names.prefix(1_000).filter { ColumnName($0).words == words }
    if synonyms.count == 1 { return synonyms[0] }
    let length = name.utf8.count
    // A difference in length of more than a third already exceeds the limit.
    let near = names.filter { 3 * abs($0.utf8.count - length) <= length }
    let ranked = near.map { (name: $0, distance: distance(Array($0.utf8), Array(name.utf8))) }
    if let best = ranked.min(by: { $0.distance < $1.distance }), 3 * best.distance <= length {
      return best.name
    }
    return similar(to: ColumnName(name), among: names.prefix(1_000))
  }

  /// Returns whether all words of `name` occur in the column name `whole`, such as those of `X` in `origin_x`, and of `time` in
  /// `submit_s`.
  public static func isAbbreviation(_ name: String, of whole: String) -> Bool {
    let words = ColumnName(name).words
    return !words.isEmpty && Set(words).isSubset(of: ColumnName(whole).words)
  }

  /// Returns the only one of `names` that shares its words with `name`, or that counts persons as `name` does.
  private static func similar(to name: ColumnName, among names: ArraySlice<String>) -> String? {
    let kin = names.filter { name.isPart(of: ColumnName($0)) }
    let found = kin.isEmpty && name.countsPersons ? names.filter { ColumnName($0).countsPersons } : kin
    return found.count == 1 ? found[found.startIndex] : nil
  }

  /// Returns the edit distance between `a` and `b`, ignoring case.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    guard a.count <= 100, b.count <= 100 else { return .max / 4 }
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let replaced = diagonal + (x | 0x20 == y | 0x20 ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
      }
    }
    return row[b.count]
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Returns `value` in quotes, shortened to fit on a line, without control characters.
  private static func quoted(_ value: String) -> String {
    let shown = value.unicodeScalars.prefix(60).map { $0.value < 0x20 ? "\u{FFFD}" : String($0) }.joined()
    return "“\(shown)\(value.unicodeScalars.count > 60 ? "…" : "")”"
  }
}

extension TableError.Expectation: CustomStringConvertible {
  /// The expectation as a phrase, such as "a finite number".
  public var description: String {
    switch self {
    case .finiteNumber: "a finite number"
    case .integer: "an integer"
    case .integerWithin(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
    case .boolean: "true or false"
    case .choice(let names): names.count == 1 ? names[0] : "one of " + names.joined(separator: ", ")
    case .text: "a text"
    case .other(let phrase): phrase
    }
  }
}

extension TableError.Expectation {
  /// Whether the field may be a time.
  fileprivate var mayBeTime: Bool {
    switch self {
    case .finiteNumber: true
    case .other(let phrase): phrase.contains("time like")
    default: false
    }
  }
}
