import Carpool
import Matching
import Metrics
import Report
import TestSupport
import Testing

/// Varied fields that change nothing, and why.
struct EqualRunsTests {
  private static let ratio = FigureColumn(.lost(to: .detourRatio))
  private static let seconds = FigureColumn(.lost(to: .detour))

  /// Detours of 300 s at most, whatever more `max_detour_s` allows, by a ratio that nobody wrote.
  private static func silenced(_ others: [(path: String, values: [String])] = []) -> StudyTable {
    Studies.study([(Studies.limit, ["100", "300", "500", "900"])] + others, replications: 3) { values, k in
      let bound = min(300, Double(values[0])!)
      return [
        Studies.matchRate: bound / 1000 + 0.01 * Double(k), ratio: bound < 300 ? 1 : 99,
        seconds: bound < 300 ? 99 : 1,
      ]
    }
  }

  @Test func `a limit that another one silences is not saturated`() {
    let found = EqualRuns(Self.silenced())
    #expect(
      found.sentences == [
        "\(Studies.limit) = 300, 500, 900: the same figures in every run; max_detour_ratio binds in 891 of 900"
          + " attempts that failed at limits"
      ])
    #expect(
      found.limitSentence?.hasPrefix("Limits that bind: max_detour_ratio in 74.5") == true)
  }

  @Test func `runs in which an attempt breaks another limit first are the same`() {
    // The wider the one limit is, the more of the attempts that break both count for the other.
    let study = Studies.study([(Studies.limit, ["300", "500", "900"])], replications: 2) { values, k in
      [
        Studies.matchRate: 0.3 + 0.01 * Double(k), Self.ratio: Double(values[0])! / 10,
        Self.seconds: 90 - Double(values[0])! / 10,
      ]
    }
    #expect(
      EqualRuns(study).sentences == [
        "\(Studies.limit) has no effect here: all its values give the same figures in every run; max_detour_ratio binds in"
          + " 340 of 540 attempts that failed at limits"
      ])
  }

  @Test func `a varied field without any effect is told`() {
    let study = Self.silenced([("supply.radius_m", ["1", "2", "3"])])
    let sentences = EqualRuns(study).sentences
    #expect(sentences.count == 2 && sentences[0].contains("300, 500, 900 (at 3 of 3 settings"))
    #expect(
      sentences[1]
        == "supply.radius_m has no effect here: all its values give the same figures in every run")
  }

  @Test func `what holds at some settings alone says so`() {
    let study = Studies.study([(Studies.radius, ["1", "2"]), (Studies.limit, ["5", "6"])]) { values, k in
      [Studies.matchRate: 0.1 * Double(values[0])! + (values[0] == "1" ? Double(values[1])! : 0) + Double(k)]
    }
    let sentences = EqualRuns(study).sentences
    #expect(sentences.count == 1 && sentences[0].hasPrefix("\(Studies.limit) = 5, 6 (at 1 of 2 settings"))
    // Runs without these figures, as of other markets, say nothing of limits.
    #expect(sentences[0].hasSuffix("the same figures in every run"))
  }

  @Test func `a study in which every step changes something has nothing to tell`() {
    #expect(EqualRuns(Studies.grid()).lines == [])
    let one = Studies.study([(Studies.radius, ["1"])]) { _, k in [Studies.matchRate: Double(k)] }
    #expect(EqualRuns(one).lines == [])
  }
}
