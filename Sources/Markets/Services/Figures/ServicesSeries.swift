import Quantities

/// The course of a run in intervals of equal length: flows within [from, to), states just before `to`. Probes and
/// refused rows are excluded; the warm-up is included.
struct ServicesSeries {
  struct Interval: Sendable {
    var from: Milliseconds
    var to: Milliseconds
    var providersFound = 0
    var jobsSubmitted = 0
    var confirmations = 0
    var starts = 0
    var finishes = 0
    var jobsWaiting = 0
    var jobsAtWork = 0
    /// The number of settled jobs submitted in the interval, and how many of them were ever confirmed.
    var settled = 0
    var everConfirmed = 0
    var totalTimeToConfirm = Milliseconds.zero

    var matchRate: Double? { settled > 0 ? Double(everConfirmed) / Double(settled) : nil }
    var meanTimeToConfirm: Double? {
      confirmations > 0 ? totalTimeToConfirm.seconds / Double(confirmations) : nil
    }
  }

  private(set) var intervals: [Interval]
  private let length: Int64
  private let end: Milliseconds

  init(of run: ServicesRun) {
    length = run.interval.rawValue
    end = run.end
    let length = length
    intervals = (0...max(0, end.rawValue / length)).map { index in
      Interval(from: Milliseconds(index * length), to: Milliseconds((index + 1) * length))
    }
    for provider in run.setup.providers where provider.refusal == nil {
      let from = max(.zero, max(provider.registered, provider.validated))
      guard from < provider.gone, let begin = index(of: from) else { continue }
      intervals[begin].providersFound += 1
      if let gone = index(of: provider.gone) { intervals[gone].providersFound -= 1 }
    }
    addJobs(run)
    for appointment in run.appointments {
      if let begin = index(of: appointment.confirmed) {
        intervals[begin].confirmations += 1
        intervals[begin].totalTimeToConfirm =
          intervals[begin].totalTimeToConfirm
          + (appointment.confirmed - run.setup.jobs[appointment.job].submit)
      }
      guard let arrived = appointment.arrived,
        appointment.outcome == .kept || appointment.outcome == .inProgress,
        let begin = index(of: arrived)
      else { continue }
      intervals[begin].starts += 1
      intervals[begin].jobsAtWork += 1
      if let finished = appointment.finished, let end = index(of: finished) {
        intervals[end].finishes += 1
        intervals[end].jobsAtWork -= 1
      }
    }
    accumulate(\.providersFound)
    accumulate(\.jobsWaiting)
    accumulate(\.jobsAtWork)
  }

  private mutating func addJobs(_ run: ServicesRun) {
    for (job, record) in run.jobs.enumerated() {
      guard record.outcome != .refusedInput, record.outcome != .notSubmitted, !run.setup.jobs[job].isProbe,
        let begin = index(of: run.setup.jobs[job].submit)
      else { continue }
      intervals[begin].jobsSubmitted += 1
      intervals[begin].jobsWaiting += 1
      if let ended = record.ended, let end = index(of: ended) { intervals[end].jobsWaiting -= 1 }
      if record.outcome != .inProgress {
        intervals[begin].settled += 1
        if record.firstMatch != nil { intervals[begin].everConfirmed += 1 }
      }
    }
  }

  /// Returns the index of the interval that contains `time`; nil after the end of the run.
  private func index(of time: Milliseconds) -> Int? {
    time <= end ? Int(max(0, time.rawValue) / length) : nil
  }

  private mutating func accumulate(_ state: WritableKeyPath<Interval, Int>) {
    var sum = 0
    for index in intervals.indices {
      sum += intervals[index][keyPath: state]
      intervals[index][keyPath: state] = sum
    }
  }
}
