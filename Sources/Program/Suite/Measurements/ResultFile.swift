import Foundation
public import JSON5
import Statistics
import Tables

/// The measurements of one call of `detour bench`, as stored in `benchmark.json`.
///
/// The names of hyperfine's export are used where applicable: `results`, `command`, `mean`, `stddev`, `median`,
/// `min`, `max`, `times` (processor times, in seconds), so that its scripts can read the file.
public struct ResultFile: Hashable, Sendable {
  static let format = 1

  public var machine: Machine
  /// The time of measurement, as ISO 8601 in UTC.
  public var date: String
  /// The commit of the program; nil if unknown.
  public var commit: String?
  public var results: [CaseResult]
  public var omissions: [Omission]

  /// Creates the file.
  public init(
    machine: Machine, date: String, commit: String?, results: [CaseResult], omissions: [Omission]
  ) {
    self.machine = machine
    self.date = date
    self.commit = commit
    self.results = results
    self.omissions = omissions
  }

  /// Reads the file at `path`, or `benchmark.json` in that folder.
  ///
  /// - Throws: `BenchError.unreadable`.
  public init(contentsOf path: String) throws(BenchError) {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let file = isFolder.boolValue ? path + "/benchmark.json" : path
    guard exists, let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw .unreadable(
        file: file, reason: "cannot be read; give a file written by `detour bench --out`, or a program")
    }
    guard let json = JSON(parsing: text), json["format"]?.whole == Self.format,
      let machine = Machine(json["machine"]), let date = json["date"]?.words,
      let results = json["results"]?.items?.map(CaseResult.init(json:)), !results.contains(nil)
    else { throw .unreadable(file: file, reason: "is not a benchmark.json of this version of detour") }
    self.init(
      machine: machine, date: date, commit: json["commit"]?.words, results: results.compactMap(\.self),
      omissions: (json["left_out"]?.items ?? []).compactMap(Omission.init(json:)))
  }

  /// Checks that `write(to:)` would replace only files of this program in `folder`: those beside a `benchmark.json`
  /// that it wrote.
  ///
  /// - Throws: `BenchError.notOurs` with the first file from elsewhere.
  public static func checkPlace(_ folder: String) throws(BenchError) {
    let present = ["benchmark.json", "samples.csv", "summary.csv"].filter {
      FileManager.default.fileExists(atPath: folder + "/" + $0)
    }
    guard let first = present.first, (try? Self(contentsOf: folder)) == nil else { return }
    throw .notOurs(file: folder + "/" + first)
  }

  /// Writes `benchmark.json`, `samples.csv` and `summary.csv` to `folder`, which is created if missing.
  ///
  /// - Throws: `BenchError.unwritable`; `.notOurs` if a file from elsewhere would be replaced.
  public func write(to folder: String) throws(BenchError) {
    try Self.checkPlace(folder)
    do {
      try FileSystem.makeFolder(folder)
      try AtomicFile.write(json.indented, to: folder + "/benchmark.json")
      try AtomicFile.write(samplesTable, to: folder + "/samples.csv")
      try AtomicFile.write(summaryTable, to: folder + "/summary.csv")
    } catch TableError.unwritable(_, let reason) {
      throw .unwritable(path: folder, reason: reason)
    } catch let fault as SystemFault {
      throw .unwritable(path: folder, reason: fault)
    } catch {
      throw .unwritable(path: folder, reason: "\(error)")
    }
  }

  /// The content of `benchmark.json`.
  public var json: JSON {
    [
      "format": .integer(Self.format), "date": .text(date),
      "commit": .text(commit), "machine": machine.json,
      "results": .list(results.map(\.json)), "growth": growthJSON,
      "left_out": .list(omissions.map(\.json)),
    ]
  }

  /// A table with one row per repetition.
  private var samplesTable: String {
    var writer = CSVWriter()
    for name in ["benchmark", "size", "repetition", "operations", "cpu_s", "wall_s"] { writer.field(name) }
    writer.endRow()
    for result in results {
      for (number, sample) in result.samples.enumerated() {
        writer.field(result.item.benchmark)
        writer.field(result.item.size)
        writer.field(number)
        writer.field(result.operations)
        writer.field(Self.number(sample.processor))
        writer.field(Self.number(sample.wall))
        writer.endRow()
      }
    }
    return writer.text
  }

  /// Returns `value` with nine significant digits, more than the resolution of any clock.
  private static func number(_ value: Double) -> String { String(format: "%.9g", value) }

  /// A table with one row for each figure of each case, in long form, so that files of several commits can be
  /// concatenated.
  private var summaryTable: String {
    var writer = CSVWriter()
    for name in ["date", "commit", "benchmark", "size", "figure", "value", "unit"] { writer.field(name) }
    writer.endRow()
    for result in results {
      for (figure, value, unit) in result.figures {
        writer.field(date)
        writer.field(commit)
        writer.field(result.item.benchmark)
        writer.field(result.item.size)
        writer.field(figure)
        writer.field(Self.number(value))
        writer.field(unit)
        writer.endRow()
      }
    }
    return writer.text
  }
}

extension CaseResult {
  /// The figures of the summary: name, value, unit.
  var figures: [(String, Double, String)] {
    var figures: [(String, Double, String)] = []
    let times = times
    if let median = times.median {
      figures += [
        ("cpu_median", median, "s"), ("cpu_min", times.min ?? median, "s"),
        ("cpu_max", times.max ?? median, "s"),
        ("cpu_per_operation", median / Double(max(1, operations)), "s"),
      ]
    }
    figures += decisions.map { ("decision_\($0.name)", $0.seconds, "s") }
    if let instructions { figures.append(("instructions", Double(instructions), "count")) }
    figures.append(("peak_memory", Double(peakBytes), "bytes"))
    return figures + counts.map { ($0.name, Double($0.value), "count") }
  }

  fileprivate var json: JSON {
    let times = times
    return [
      "command": .text(item.name), "benchmark": .text(item.benchmark),
      "size": .integer(item.size), "operations": .integer(operations),
      "operation": .text(operation), "mean": .number(times.mean),
      "stddev": .number(times.standardDeviation),
      "median": .number(times.median), "min": .number(times.min), "max": .number(times.max),
      "times": .list(samples.map { .number($0.processor) }),
      "wall_times": .list(samples.map { .number($0.wall) }),
      "decision_times": .list(samples.map { $0.decisions?.json ?? .null }),
      "instructions": .integer(instructions),
      "peak_bytes": .integer(peakBytes), "fingerprint": .text(fingerprint),
      "counts": .object(counts.map { .init($0.name, .integer($0.value)) }),
      "figures": .list(marketFigures.map(\.json)), "compiler": .text(compiler),
    ]
  }

  fileprivate init?(json: JSON) {
    guard let benchmark = json["benchmark"]?.words, let size = json["size"]?.whole,
      let operations = json["operations"]?.whole, let operation = json["operation"]?.words,
      let times = json["times"]?.items?.map(\.real), let walls = json["wall_times"]?.items?.map(\.real),
      let peak = json["peak_bytes"]?.whole, let fingerprint = json["fingerprint"]?.words,
      let counts = json["counts"]?.members, let compiler = json["compiler"]?.words,
      times.count == walls.count, operations >= 0, peak >= 0,
      (times + walls).allSatisfy({ (0...1e9).contains($0 ?? -1) })
    else { return nil }
    let decisions = json["decision_times"]?.items ?? []
    self.init(
      item: Case(benchmark, size), operations: operations, operation: operation, fingerprint: fingerprint,
      counts: counts.compactMap { member in member.value.whole.map { Count(member.key, $0) } },
      peakBytes: peak,
      samples: zip(times, walls).enumerated().compactMap { number, pair in
        pair.0.flatMap { time in
          pair.1.map { wall in
            let decisions = number < decisions.count ? Decisions(json: decisions[number]) : nil
            return Sample(processor: time, wall: wall, decisions: decisions)
          }
        }
      },
      instructions: json["instructions"]?.whole, compiler: compiler,
      marketFigures: (json["figures"]?.items ?? []).compactMap(Figure.init(json:)))
  }
}

extension Omission {
  fileprivate var json: JSON {
    [
      "command": .text(item.name), "reason": .text(reason),
      "failed": .boolean(isFailure),
    ]
  }

  fileprivate init?(json: JSON) {
    guard let item = json["command"]?.words.flatMap(Case.init(name:)), let reason = json["reason"]?.words
    else { return nil }
    self.init(item: item, reason: reason, isFailure: json["failed"] == .boolean(true))
  }
}
