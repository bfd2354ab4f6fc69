import Carpool
import Metrics
import Packs
import Synchronization
import Tables

/// The runs of a study, stored by column and shared by all its points.
///
/// The figures of a small table are all in memory. Those of a large one, such as a million runs with a hundred
/// figures, are read from the file when needed, one column at a time; the least recently used columns are dropped.
final class RunColumns: Sendable {
  /// The index of each figure among the columns.
  let places: [FigureColumn: Int]
  private let ids: IDs
  private let seeds: [UInt64]
  private let replications: [UInt64]
  /// The digests of each run: of all figures, and of the figures other than limit counts; empty if all values are in
  /// memory.
  private let digests: (all: [UInt64], besidesLimits: [UInt64])
  /// For each figure, whether any run has a value.
  private let isPresent: [Bool]
  /// The values by column; empty for a large table.
  private let whole: [[Double]]
  private let source: Source?
  private let loaded = Mutex(Loaded())

  /// The ids of the runs; those of a large table are stored as numbers if all of them have 16 hexadecimal digits.
  private enum IDs {
    case numbers([UInt64])
    case texts([String])
  }

  /// The file with the table, and the names of the figures' columns.
  struct Source: Sendable {
    let file: TablePieces
    let names: [String]
  }

  private struct Loaded {
    /// The columns in memory, the most recently used one last.
    var order: [Int] = []
    var values: [Int: [Double]] = [:]
  }

  /// The maximum number of columns of a large table kept in memory.
  static let mostLoaded = 8

  /// The number of runs.
  var count: Int { seeds.count }

  init(_ runs: RunColumnsBuilder, source: Source?) {
    places = runs.places
    ids = runs.numbers.map(IDs.numbers) ?? .texts(runs.ids)
    seeds = runs.seeds
    replications = runs.replications
    digests = (runs.digests, runs.digestsBesidesLimits)
    isPresent = runs.isPresent
    self.source = source
    whole = runs.values
  }

  func id(_ row: Int) -> String {
    switch ids {
    case .numbers(let numbers): StudyPacks.id(numbers[row])
    case .texts(let texts): texts[row]
    }
  }

  func key(_ row: Int) -> StudyTable.Key {
    StudyTable.Key(seed: seeds[row], replication: replications[row])
  }

  /// Returns whether any run has a value of `figure`.
  func has(_ figure: FigureColumn) -> Bool { places[figure].map { isPresent[$0] } ?? false }

  /// Returns the value of the figure in `column`, in its unit; NaN if it does not apply.
  func value(_ column: Int, _ row: Int) -> Double {
    if !whole.isEmpty { return whole[column][row] }
    return loaded.withLock { loaded in
      if let values = loaded.values[column] { return values[row] }
      return load(column, &loaded)[row]
    }
  }

  private func load(_ column: Int, _ loaded: inout Loaded) -> [Double] {
    guard let source, let values = source.file.column(source.names[column], count: count) else {
      preconditionFailure("the table of runs was changed while it was read")
    }
    while loaded.order.count >= Self.mostLoaded { loaded.values[loaded.order.removeFirst()] = nil }
    loaded.order.append(column)
    loaded.values[column] = values
    return values
  }

  /// Returns whether run `row` has the same figures, except `others`, as run `otherRow` of `other`, whose figures are
  /// in the same order.
  func hasFigures(_ row: Int, of otherRow: Int, in other: RunColumns, besides others: [FigureColumn]) -> Bool
  {
    guard places.count == other.places.count else { return false }
    if !digests.all.isEmpty, !other.digests.all.isEmpty {
      if others.isEmpty { return digests.all[row] == other.digests.all[otherRow] }
      if others.allSatisfy({ $0.isLimitCount }) {
        return digests.besidesLimits[row] == other.digests.besidesLimits[otherRow]
      }
    }
    let skipped = Set(others.compactMap { places[$0] })
    return (0..<places.count).allSatisfy { column in
      let (a, b) = (value(column, row), other.value(column, otherRow))
      return a == b || (a.isNaN && b.isNaN) || skipped.contains(column)
    }
  }
}

extension FigureColumn {
  /// Whether the figure counts attempts that failed at a limit.
  var isLimitCount: Bool { name.hasPrefix(Metric.limitPrefix) }
}

/// Collects the columns of runs row by row.
struct RunColumnsBuilder {
  let places: [FigureColumn: Int]
  private(set) var ids: [String] = []
  /// The ids as numbers, for a large table; nil once an id is not a number.
  private(set) var numbers: [UInt64]?
  private(set) var seeds: [UInt64] = []
  private(set) var replications: [UInt64] = []
  private(set) var digests: [UInt64] = []
  private(set) var digestsBesidesLimits: [UInt64] = []
  private(set) var isPresent: [Bool]
  /// The values by column; empty if only digests are collected.
  private(set) var values: [[Double]]
  private let isLimit: [Bool]
  private let keepsValues: Bool

  /// Creates a builder for `figures`; `keepsValues` is false for tables that do not fit into memory.
  init(_ figures: [FigureColumn], keepsValues: Bool) {
    places = Dictionary(figures.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    isPresent = figures.map { _ in false }
    isLimit = figures.map(\.isLimitCount)
    values = keepsValues ? figures.map { _ in [] } : []
    numbers = keepsValues ? nil : []
    self.keepsValues = keepsValues
  }

  /// Adds a run with one value per figure, NaN if it does not apply, and returns its row.
  mutating func add(id: String, _ key: StudyTable.Key, _ row: [Double]) -> Int {
    seeds.append(key.seed)
    replications.append(key.replication)
    if let number = StudyPacks.number(of: id), numbers != nil {
      numbers?.append(number)
    } else {
      if let numbers { ids = numbers.map(StudyPacks.id) }
      numbers = nil
      ids.append(id)
    }
    for place in row.indices where !row[place].isNaN { isPresent[place] = true }
    guard !keepsValues else {
      for place in row.indices { values[place].append(row[place]) }
      return seeds.count - 1
    }
    var (all, besides) = (UInt64(17), UInt64(17))
    for place in row.indices {
      // Equal numbers have equal bits then.
      let bits = row[place] == 0 ? 0 : row[place].isNaN ? 1 : row[place].bitPattern
      all = Self.mixed(all, bits)
      if !isLimit[place] { besides = Self.mixed(besides, bits) }
    }
    digests.append(all)
    digestsBesidesLimits.append(besides)
    return seeds.count - 1
  }

  private static func mixed(_ digest: UInt64, _ bits: UInt64) -> UInt64 {
    let product = (digest ^ bits) &* 0x9E37_79B9_7F4A_7C15
    return (product ^ product >> 29) &+ digest << 7
  }
}
