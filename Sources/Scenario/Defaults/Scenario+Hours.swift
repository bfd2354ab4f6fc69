package import Quantities

extension Scenario {
  /// A day of the week.
  package enum Weekday: String, CaseIterable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// Hours that are the same every week.
  package struct Hours: Equatable, Sendable {
    /// In any order; none that overlap.
    package var stretches: [Stretch]

    /// Creates the hours that `stretches` make up; without any, all times.
    package init(_ stretches: [Stretch] = [Stretch()]) { self.stretches = stretches }

    /// A stretch of one or more days; one that goes on after midnight is two.
    package struct Stretch: Equatable, Sendable {
      package var days = Weekday.allCases
      /// Since midnight.
      package var from = Milliseconds.zero
      /// Since midnight, at most 24 h.
      package var to = Milliseconds(86_400_000)

      /// Creates the whole of every day.
      package init() {}
    }

    /// Them as milliseconds since Monday at midnight: in order, none empty, none touching the next.
    package var spans: [Range<Int64>] {
      var spans: [Range<Int64>] = []
      for span in stretches.flatMap(\.spans).map(\.range).sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if let last = spans.last, last.upperBound >= span.lowerBound {
          spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
        } else {
          spans.append(span)
        }
      }
      return spans
    }
  }
}

extension Scenario.Hours.Stretch {
  /// The spans of the week, one for each day; none where it ends before it begins.
  var spans: [(day: Scenario.Weekday, range: Range<Int64>)] {
    guard from < to else { return [] }
    return zip(Scenario.Weekday.allCases, 0...).filter { days.contains($0.0) }.map { day, number in
      let midnight = Int64(number) * 86_400_000
      return (day, midnight + from.rawValue..<midnight + to.rawValue)
    }
  }
}

extension Scenario.Time {
  /// From the last Monday at midnight to second 0, by `start`; zero where the start does not matter.
  package var sinceMonday: Milliseconds {
    guard let start else { return .zero }
    // 1970-01-01 was a Thursday.
    let seconds = (start.seconds + 3 * 86_400) % 604_800
    return Milliseconds((seconds + 604_800) % 604_800 * 1_000)
  }
}
