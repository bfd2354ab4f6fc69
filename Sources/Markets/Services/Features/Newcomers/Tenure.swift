import Metrics
import Models
import Quantities
import Statistics
import Tables

/// The numbers of jobs that providers do, by week of tenure, which is counted from the time at which searches first
/// find them.
struct Tenure: Sendable {
  /// A week of newcomers' tenure, counting from 1. Week 0 covers the whole run, for providers who had signed up before
  /// it.
  struct Week: Sendable {
    var week: Int
    var providers = 0
    var working = Milliseconds.zero
    var jobs = 0
    var reviews = 0
    /// The number of providers still without a rating at the end of the week, or at the end of the run if that is
    /// earlier.
    var unrated = 0

    /// The number of jobs done per 100 working hours; nil if there were no working hours.
    var rate: Double? { working > .zero ? 360_000 * Double(jobs) / working.seconds : nil }
  }

  private(set) var weeks: [Week]

  /// Returns the week of tenure, for a provider findable from `found`, that contains `time`.
  private static func week(of time: Milliseconds, since found: Milliseconds) -> Int {
    Int((time - found).rawValue / WorkingHours.week) + 1
  }

  init(of run: ServicesRun) {
    weeks = [Week(week: 0)]
    let setup = run.setup
    var found: [Milliseconds?] = []
    var firstShown: [Milliseconds?] = Array(repeating: nil, count: setup.providers.count)
    for review in run.reviews {
      guard let shown = review.shown, shown <= run.end else { continue }
      firstShown[Int(review.provider)] = min(shown, firstShown[Int(review.provider)] ?? .never)
    }
    for (place, provider) in setup.providers.enumerated() {
      let begin = max(provider.registered, provider.validated)
      let end = min(run.lastJobEnd, provider.gone)
      guard provider.refusal == nil, max(.zero, begin) < end else {
        found.append(nil)
        continue
      }
      found.append(begin)
      guard provider.registered > .zero else {
        weeks[0].providers += 1
        weeks[0].working = weeks[0].working + run.workingTime(of: place)
        continue
      }
      for number in 1...Self.week(of: end - Milliseconds(1), since: begin) {
        let from = begin + Milliseconds(Int64(number - 1) * WorkingHours.week)
        let to = min(end, from + Milliseconds(WorkingHours.week))
        if number == weeks.count { weeks.append(Week(week: number)) }
        weeks[number].providers += 1
        weeks[number].working =
          weeks[number].working
          + Milliseconds(
            provider.hours.work(from: from.rawValue, to: to.rawValue, monday: setup.monday.rawValue))
        if provider.isUnrated, firstShown[place] ?? .never > to { weeks[number].unrated += 1 }
      }
    }
    func isNewcomer(_ provider: ProviderIndex) -> Bool { setup.providers[provider].registered > .zero }
    for appointment in run.appointments {
      guard let finished = appointment.finished, let begin = found[Int(appointment.provider)] else {
        continue
      }
      let number = isNewcomer(appointment.provider) ? Self.week(of: finished, since: begin) : 0
      if number < weeks.count { weeks[number].jobs += 1 }
    }
    for review in run.reviews {
      guard let shown = review.shown, shown <= run.end, let begin = found[Int(review.provider)] else {
        continue
      }
      let number = isNewcomer(review.provider) ? Self.week(of: shown, since: begin) : 0
      if number < weeks.count { weeks[number].reviews += 1 }
    }
  }
}

extension Feature<ServicesRun> {
  /// The feature for newcomers who begin without a rating.
  static var unrated: Self {
    Feature(
      ["behaviour", "reviews", "unrated"], isPart: { $0.setup.conduct.reviews.unrated != nil },
      tables: [RunTable("newcomers", ServicesTable.newcomers) { Tenure(of: $0).weeks }],
      columns: [ServicesTable.unrated] as [any Sendable])
  }
}

extension ServicesTable {
  fileprivate static let unrated: Column<ProviderRow> = .boolean(
    "unrated", "Whether the provider began without a rating. Only with `behaviour.reviews.unrated`."
  ) { $0.provider.isUnrated }

  /// A row per week of tenure.
  static let newcomers = Table<Tenure.Week>(
    "newcomers",
    "A row per week of tenure of providers who signed up during the run, preceded by a row for those who had signed up"
      + " before; only with `behaviour.reviews.unrated`.", key: ["week"], constant: .runID,
    columns: [
      .count(
        "week",
        "The week since searches find the provider, from 1; 0: all weeks of providers who had signed up before the start."
      ) { $0.week },
      .count("providers", "The number of providers found by searches for at least part of the week.") {
        $0.providers
      },
      .seconds("working_s", "Their working hours in the week, until the last job ended.") { $0.working },
      .count("jobs_done", "The number of jobs they completed in the week.") { $0.jobs },
      .decimal(
        "jobs_per_100_h", .ratio, "Jobs per hundred working hours; empty without working hours.",
        formula: "360000 · jobs_done ÷ working_s"
      ) { $0.rate },
      .count(
        "reviews",
        "The number of their reviews first shown in the week and still shown at the end of the run."
      ) { $0.reviews },
      .count("unrated", "The number of these providers without a rating at the end of the week.") {
        $0.unrated
      },
    ])
}

extension Metric {
  static let establishedJobs = Metric(
    "established_jobs_per_100_h", .ratio, over: .providers, isShare: false,
    title: "Jobs per 100 h of established providers",
    "Jobs per hundred working hours of providers who had signed up before the start; with `behaviour.reviews.unrated`."
  )
  static let newcomerJobs = Metric(
    "newcomer_jobs_per_100_h", .ratio, over: .providers, better: .higherIsBetter, isShare: false,
    title: "Jobs per 100 h of newcomers",
    "Jobs per hundred working hours of providers who signed up during the run; with `behaviour.reviews.unrated`."
  )
  static let firstWeekJobs = Metric(
    "first_week_jobs_per_100_h", .ratio, over: .providers, better: .higherIsBetter, isShare: false,
    title: "Jobs per 100 h in the first week",
    "Jobs per hundred working hours of providers in the first week after searches find them.")
}

extension ServicesFigure {
  /// The figures of runs in which newcomers begin without a rating.
  static let ofNewcomers: [Figure<ServicesTotals>] = [
    Figure(.establishedJobs) { .number(Tenure(of: $0.run).weeks[0].rate) },
    Figure(.newcomerJobs) { totals in
      let weeks = Tenure(of: totals.run).weeks.dropFirst()
      var all = Tenure.Week(week: 0)
      all.jobs = weeks.reduce(0) { $0 + $1.jobs }
      all.working = weeks.reduce(.zero) { $0 + $1.working }
      return .number(all.rate)
    },
    Figure(.firstWeekJobs) { totals in
      .number(Tenure(of: totals.run).weeks.dropFirst().first?.rate)
    },
  ]
}
