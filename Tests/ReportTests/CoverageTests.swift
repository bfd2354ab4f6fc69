import Carpool
import Foundation
import Metrics
import Report
import Statistics
import TestSupport
import Testing

/// What is printed as 95 % is 95 %: on queues whose truth is known, and between settings that are equal.
///
/// `DETOUR_FULL_VALIDATION=1` makes 1,000 studies of each model, whose share must lie within 2 % of 95 %; otherwise 100
/// of shorter runs, and the share must lie within 3.5 standard errors, which is 7.6 %.
struct CoverageTests {
  static let isFull = isFullValidation
  static let studies = isFull ? 1000 : 100
  static let replications = 20

  /// A run of a study as the tables have it: the share served as match_rate, the free ones as a detour, the share
  /// served of the second half as service_rate. `study` and `side` say whose random numbers it has.
  private static func figures(
    _ model: QueueModel, study: Int, side: Int, replication: Int
  ) -> [FigureColumn: Double] {
    // One draw of a generator as the seed of another, since seeds in a row would give streams that overlap.
    var key = SplitMix64(seed: UInt64(study) << 24 | UInt64(side) << 16 | UInt64(replication))
    let sample = model.run(
      requests: isFull ? 400 : 100, warmUp: isFull ? 100 : 50, seed: key.next())
    return [
      FigureColumn(.matchRate): 1 - sample.loss, FigureColumn(.serviceRate): 1 - sample.late,
      Studies.detour: sample.free,
    ]
  }

  @Test(arguments: QueueModel.allCases)
  func `intervals cover the truth as often as they say`(model: QueueModel) throws {
    var covered = 0
    var levels = RunningStatistics()
    for study in 0..<Self.studies {
      let point = Studies.study([], replications: Self.replications) { _, replication in
        Self.figures(model, study: study, side: 0, replication: replication)
      }.points[0]
      let statistics = point.statistics(FigureColumn(.matchRate))
      if try #require(statistics.interval()).contains(1 - model.loss) { covered += 1 }
      levels.add(try #require(statistics.mean))
    }
    let share = Double(covered) / Double(Self.studies)
    let band = Self.isFull ? 0.02 : 3.5 * (0.95 * 0.05 / Double(Self.studies)).squareRoot()
    print("\(model): \(share) of \(Self.studies) intervals cover the truth")
    #expect(abs(share - 0.95) <= band, "\(share) of the intervals cover the truth")
    // The middle of all studies lies at the truth too.
    #expect(abs(try #require(levels.zScore(expected: 1 - model.loss))) < 3.5)
  }

  /// Three figures are judged at once; a verdict of any difference is a false alarm.
  @Test(arguments: [(QueueModel.erlang, 20), (.impatience, 20), (.erlang, 5), (.erlang, 3)])
  func `equal settings are told apart in at most one case of twenty`(model: QueueModel, replications: Int)
    throws
  {
    let figures = [FigureColumn(.matchRate), FigureColumn(.serviceRate), Studies.detour]
    var alarms = 0
    for study in 0..<Self.studies {
      func side(_ side: Int) -> StudyTable {
        Studies.study([], replications: replications) { _, replication in
          Self.figures(model, study: study, side: side, replication: replication)
        }
      }
      let comparison = try Comparison(side(1), side(2), figures)
      if comparison.blocks[0].rows.contains(where: { $0.verdict == .better || $0.verdict == .worse }) {
        alarms += 1
      }
    }
    let share = Double(alarms) / Double(Self.studies)
    print(
      "\(model), \(replications) replications: \(share) of \(Self.studies) comparisons raise a false alarm")
    // Five per cent, and in few studies what chance adds to that.
    let band = Self.isFull ? 0.0 : 3.5 * (0.95 * 0.05 / Double(Self.studies)).squareRoot()
    #expect(share <= 0.05 + band, "\(share) of the comparisons raise a false alarm")
  }
}
