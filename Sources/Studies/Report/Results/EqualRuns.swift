import Carpool
import Metrics
import Quantities

/// The values of varied fields for which every run has the same figures, with the limit that explains this, if any.
///
/// A limit looks saturated if another limit always binds first: its curve is flat, and only the counts of failed
/// attempts by limit show the cause. The curve of a field that a column of a recorded file overrides is flat, too.
public struct EqualRuns: Sendable {
  /// Values of a field for which all runs have the same figures, with everything else equal.
  struct Stretch: Hashable {
    let parameter: Int
    let values: [String]
    /// Whether the stretch contains all values simulated with the same values of the other fields.
    let isWhole: Bool
    /// Whether all values of the field were simulated at that setting of the other fields.
    let isComplete: Bool
  }

  /// The numbers of attempts that failed at limits, by limit.
  struct Losses {
    private(set) var counts: [(limit: String, count: Int)] = []
    var all: Int { counts.reduce(0) { $0 + $1.count } }

    /// Counts the failures at `points`, the most frequent limit first.
    init(_ points: some Sequence<StudyTable.Point>, _ figures: [FigureColumn]) {
      var sums = [Int](repeating: 0, count: figures.count)
      // By figure: a large table has few of them in memory at a time.
      for (place, figure) in figures.enumerated() {
        for run in points.lazy.flatMap(\.runs) { sums[place] += Int(run[figure] ?? 0) }
      }
      counts = zip(figures, sums).map { (String($0.name.dropFirst(Metric.limitPrefix.count)), $1) }
        .filter { $0.1 > 0 }.enumerated()
        .sorted { (-$0.element.1, $0.offset) < (-$1.element.1, $1.offset) }.map(\.element)
    }
  }

  private let study: StudyTable
  private let limits: [FigureColumn]
  /// Each stretch with its points and the number of settings of the other fields at which it was found.
  private var stretches: [(stretch: Stretch, points: [StudyTable.Point], settings: Int)] = []
  /// For each parameter, the number of settings of the other fields with at least two simulated values.
  private var settings: [Int] = []

  /// The maximum number of stretches listed for each field.
  private static let mostStretches = 3

  /// Compares all points of `study` that differ in only one field.
  public init(_ study: StudyTable) {
    self.study = study
    limits = study.figures.columns.filter { $0.name.hasPrefix(Metric.limitPrefix) && study.has($0) }
    for parameter in study.parameters.indices {
      let order = study.values(of: parameter)
      let rank = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
      var lines: [[String]: [StudyTable.Point]] = [:]
      var keys: [[String]] = []
      for point in study.points {
        var others = point.values
        others.remove(at: parameter)
        if lines[others] == nil { keys.append(others) }
        lines[others, default: []].append(point)
      }
      let whole = keys.compactMap { lines[$0] }.filter { $0.count > 1 }
        .map { $0.sorted { rank[$0.values[parameter]]! < rank[$1.values[parameter]]! } }
      settings.append(whole.count)
      add(whole, of: parameter, values: order.count)
    }
  }

  private mutating func add(_ lines: [[StudyTable.Point]], of parameter: Int, values: Int) {
    var found: [Stretch: Int] = [:]
    for line in lines {
      var start = 0
      for end in 1...line.count
      where end == line.count || !line[end].isSameRuns(as: line[start], besides: limits) {
        defer { start = end }
        guard end - start > 1 else { continue }
        let points = Array(line[start..<end])
        let stretch = Stretch(
          parameter: parameter, values: points.map { $0.values[parameter] },
          isWhole: end - start == line.count, isComplete: line.count == values)
        if let place = found[stretch] {
          stretches[place].points += points
          stretches[place].settings += 1
        } else {
          found[stretch] = stretches.count
          stretches.append((stretch, points, 1))
        }
      }
    }
  }

  /// The findings, one sentence each; empty if every change of a field has an effect.
  public var sentences: [String] {
    study.parameters.indices.flatMap { parameter -> [String] in
      let name = study.parameters[parameter]
      let found = stretches.filter { $0.stretch.parameter == parameter }
      let mute = found.reduce(0) { $0 + ($1.stretch.isWhole ? $1.settings : 0) }
      if mute > 0, mute == settings[parameter] {
        let points = found.flatMap(\.points)
        return [
          "\(name) has no effect here: all its values give the same figures in every run"
            + reason(name, points)
        ]
      }
      // In designs that compare only a few values at a time, partial stretches are not reported.
      let partial = found.filter { $0.stretch.isComplete }
      let told = partial.sorted { $0.settings > $1.settings }.prefix(Self.mostStretches)
      return told.map { stretch, points, count in
        let place =
          settings[parameter] > 1
          ? " (at \(count) of \(settings[parameter]) settings of the other fields)" : ""
        return "\(name) = \(stretch.values.joined(separator: ", "))\(place): the same figures in every run"
          + reason(name, points)
      }
        + (partial.count > told.count
          ? ["\(name): \(partial.count - told.count) more such groups of values"] : [])
    }
  }

  /// Returns the reason `points`, which differ in the field called `name`, have the same figures.
  private func reason(_ name: String, _ points: [StudyTable.Point]) -> String {
    if name.contains(".limits.") {
      guard let words = Self.binding(Losses(points, limits)) else {
        return limits.isEmpty ? "" : "; no attempt failed at a limit there"
      }
      return "; " + words
    }
    let parts = name.split(separator: ".")
    guard parts.count == 2, let side = parts.first, let field = parts.last,
      ["supply", "demand"].contains(side),
      study.input?.isAbsent("\(side).file", study.parameters) == false
    else { return "" }
    return "; a column \(field) of \(side).file takes precedence"
  }

  /// Returns text such as `max_detour_ratio binds in 1,665 of 1,667 attempts that failed at limits`; nil if there were
  /// no failures.
  private static func binding(_ losses: Losses) -> String? {
    guard let first = losses.counts.first else { return nil }
    return "\(first.limit) binds in \(Words.grouped(first.count)) of \(Words.grouped(losses.all)) attempts"
      + " that failed at limits"
  }

  /// A sentence on the binding limits, if a limit is varied and attempts failed at limits; otherwise nil.
  public var limitSentence: String? {
    guard study.parameters.contains(where: { $0.contains(".limits.") }) else { return nil }
    let losses = Losses(study.points, limits)
    guard !losses.counts.isEmpty else { return nil }
    let shares = losses.counts.map { limit, count in
      "\(limit) in \(Words.tenths(ofPercent: Double(count) / Double(losses.all)))"
    }
    return
      "Limits that bind: \(shares.joined(separator: ", ")) of \(Words.grouped(losses.all)) attempts that failed at"
      + " limits, in all runs"
  }

  /// All sentences: first the one on limits, then the findings.
  public var lines: [String] { [limitSentence].compactMap(\.self) + sentences }
}

extension StudyTable.Point {
  /// Returns whether the runs of both points have the same figures, apart from `counts`, replication by replication.
  fileprivate func isSameRuns(as other: Self, besides counts: [FigureColumn]) -> Bool {
    guard runs.count == other.runs.count, !runs.isEmpty else { return false }
    if zip(runs, other.runs).allSatisfy({ $0.key == $1.key }) {
      return zip(runs, other.runs).allSatisfy { $0.hasFigures(of: $1, besides: counts) }
    }
    let partners = Dictionary(other.runs.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    return runs.allSatisfy { run in partners[run.key]?.hasFigures(of: run, besides: counts) ?? false }
  }
}
