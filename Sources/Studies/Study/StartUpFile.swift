import Metrics
import Quantities
import Tables

/// The tables of the start-up of a study's runs: one for each run of a stationary scenario, and one of all points.
enum StartUpFile {
  private static let table = Table<Batch>(
    "start-up",
    "A row per batch of a run, a period of equal length: the matches, from which the warm-up is judged.",
    key: ["batch"],
    columns: [
      .seconds("period_s", "The period from second 0 that was evaluated.") { $0.period },
      .seconds("warm_up_s", "The scenario's time.warm_up_s.") { $0.warmUp },
      .count("batch", "The number of the batch, from 1.") { $0.number },
      .count("matches", "The number of matches in the batch.") { $0.matches },
    ])

  private static let header = table.schema.header

  private struct Batch {
    var period: Milliseconds
    var warmUp: Milliseconds
    var number: Int
    var matches: Int
  }

  /// The content of a run's table.
  struct Content: Hashable {
    var course: StartUp
    var warmUp: Milliseconds
  }

  /// Returns the table of a run with start-up `course`.
  static func text(of course: StartUp, warmUp: Milliseconds) -> String {
    table.text(
      of: course.matches.enumerated().map { number, matches in
        Batch(period: course.period, warmUp: warmUp, number: number + 1, matches: Int(matches))
      })
  }

  /// Parses the table of a run; nil if it is incomplete.
  static func content(_ text: String) -> Content? {
    guard let fields = SeparatedText(rows: text, columns: 4), fields.count == 4 * (StartUp.batchCount + 1),
      fields[0..<4] == header,
      let period = time(fields[4]), let warmUp = time(fields[5]),
      let course = StartUp(period: period, counts: fields.numbers(from: 7, every: 4))
    else { return nil }
    return Content(course: course, warmUp: warmUp)
  }

  /// Parses a number of seconds; nil if it is not a possible time in a run.
  private static func time(_ text: String) -> Milliseconds? {
    guard let seconds = Double(text), (0...1e12).contains(seconds) else { return nil }
    return Milliseconds(seconds: seconds)
  }
}

extension StudyResults {
  /// Whether any point has a line in warm_up.csv.
  var hasStartUps: Bool { points.contains { $0.startUp?.course.truncation != nil } }

  /// Writes warm_up.csv at `path`.
  func writeStartUps(_ path: String) throws(TableError) {
    let rows = points.enumerated().lazy.compactMap { number, point -> StudyWarmUp? in
      guard let startUp = point.startUp, startUp.course.truncation != nil else { return nil }
      return StudyWarmUp(
        point: number + 1, values: point.values, runs: point.runs, course: startUp.course,
        warmUp: startUp.warmUp)
    }
    try StudyTables.warmUp(fields: fields).write(rows, to: path)
  }

  /// A line with the result of MSER-5 for the point with the longest start-up; nil if the study has no stationary
  /// point with a match.
  public var startUpWords: String? {
    let found = points.compactMap { point in
      point.startUp.flatMap { $0.course.truncation == nil ? nil : (point: point, startUp: $0) }
    }
    func rank(_ startUp: StartUpFile.Content) -> Milliseconds {
      startUp.course.deleted ?? Milliseconds(.max)
    }
    guard let slowest = found.max(by: { rank($0.startUp) < rank($1.startUp) }) else { return nil }
    let runs = slowest.point.runs == 1 ? "1 run" : "the mean of \(slowest.point.runs) runs"
    let place = found.count > 1 ? " at the slowest of \(found.count) points, by \(runs)" : ", by \(runs)"
    return slowest.startUp.course.words(warmUp: slowest.startUp.warmUp, place: place)
  }
}
