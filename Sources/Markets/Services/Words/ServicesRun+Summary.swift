import Community
import JSON5
public import Metrics
import Quantities

extension ServicesRun {
  /// Returns the market's part of the summary of a run with `figures`.
  public func summary(of figures: Figures) -> SummaryText.Body {
    SummaryText.Body(
      [
        .init("demand", demand(figures)), .init("supply", supply(figures)),
        .init("matched", SummaryText.share(figures[.matchRate], of: figures.settled, "jobs")),
        .init("done", SummaryText.share(figures[.serviceRate], of: figures.settled, "jobs")),
        .init("not done", failures(figures)),
        .init("coverage", coverage(figures)),
        .init("confirmed", span(figures, .timeToConfirm, "after the submission")),
        .init("wait", span(figures, .wait, "from the earliest start wished")),
        .init("lateness", lateness(figures)), .init("ways", ways(figures)),
        .init("breaches", breaches(figures)), .init("attempts", attemptWords(figures)),
        .init("users", users(figures)),
        .init("messages", figures.words(of: MessageMetrics.ofPhones)),
        .init("outages", OutageMetrics.ofServices.words(of: figures, "jobs")),
        .init("verified", figures.words(of: .ofProviders, "application", "refused")),
        .init("reviews", figures.words(of: .ofReviews, "review", "rejected")),
      ], members: [.init("attempts_per_cycle", .integer(Int128(attemptsPerCycle)))], requests: "jobs")
  }

  private func demand(_ figures: Figures) -> String {
    let unsettled = figures.count(JobOutcome.inProgress.rawValue)
    let probes = probes(figures)
    let absent = departures == nil ? 0 : figures.count(JobOutcome.notSubmitted.rawValue)
    let causes = [JobCause.offNetwork, .outsideSpace, .unknownNode, .unreachable, .badWindow]
    let notes =
      (unsettled > 0 ? [Words.grouped(unsettled) + " of them in progress"] : [])
      + (probes > 0 ? [Words.plural(probes, "probe") + " besides"] : [])
      + (absent > 0 ? ["\(Words.grouped(absent)) not submitted by clients who had left"] : [])
      + [
        SummaryText.refusals(
          figures.count(JobOutcome.refusedInput.rawValue),
          by: causes.map { ($0.rawValue, Int(figures[.cause($0)] ?? 0)) })
      ].compactMap(\.self)
    return SummaryText.joined([Words.plural(Int(figures[.jobs] ?? 0), "job")] + notes)
  }

  private func users(_ figures: Figures) -> String? {
    guard let departures, let stayed = figures[.retention] else { return nil }
    let providers =
      figures[.providerRetention].map { ["\(Words.tenths(ofPercent: $0)) of the providers"] } ?? []
    return SummaryText.joined(
      [Words.plural(departures.setup.count, "user"), "\(Words.tenths(ofPercent: stayed)) stayed"] + providers)
  }

  private func probes(_ figures: Figures) -> Int {
    figures.count(JobOutcome.probeHit.rawValue) + figures.count(JobOutcome.probeMiss.rawValue)
  }

  private func supply(_ figures: Figures) -> String {
    let work =
      figures[.utilisation].map { ["\(Words.tenths(ofPercent: $0)) of the working hours at work"] } ?? []
    let gini = figures[.jobsGini].map { ["Gini \(Words.fixed($0, 2)) of jobs"] } ?? []
    let rating = figures[.rating, .mean].map { ["rated \(Words.fixed($0, 2))"] } ?? []
    return SummaryText.joined(
      [Words.plural(Int(figures[.providers] ?? 0), "provider")] + work + gini + rating)
  }

  private func failures(_ figures: Figures) -> String? {
    let refusals: Set<JobCause> = [.offNetwork, .outsideSpace, .unknownNode, .unreachable, .badWindow]
    return SummaryText.failures(
      figures.settled - figures.count(JobOutcome.done.rawValue),
      by: JobCause.allCases.filter { !refusals.contains($0) }.map {
        ($0.rawValue, Int(figures[.cause($0)] ?? 0))
      })
  }

  private func coverage(_ figures: Figures) -> String? {
    figures[.coverage].map { SummaryText.share($0, of: probes(figures), "probes") }
  }

  private func span(_ figures: Figures, _ metric: Metric, _ words: String) -> String {
    guard let median = figures[metric, .median], let p95 = figures[metric, .p95] else { return "–" }
    return SummaryText.joined(["median \(Words.span(median))", "p95 \(Words.span(p95))", words])
  }

  private func lateness(_ figures: Figures) -> String {
    guard let mean = figures[.lateness, .mean], let p95 = figures[.lateness, .p95],
      let share = figures[.late]
    else { return "–" }
    return SummaryText.joined([
      "\(Words.tenths(ofPercent: share)) of the visits late", "mean \(Words.span(mean))",
      "p95 \(Words.span(p95))",
    ])
  }

  private func ways(_ figures: Figures) -> String {
    guard let mean = figures[.travel, .mean], let p95 = figures[.travel, .p95] else { return "–" }
    return SummaryText.joined([
      "mean \(Words.grouped(mean / 1_000, decimals: 1)) km",
      "p95 \(Words.grouped(p95 / 1_000, decimals: 1)) km",
      "to a job",
    ])
  }

  private func breaches(_ figures: Figures) -> String {
    let disputes = Int(figures[.disputes] ?? 0)
    let closed = Int(figures[.closedAccounts] ?? 0)
    return SummaryText.joined(
      [
        Words.plural(Int(figures[.cancellations] ?? 0), "cancellation"),
        Words.plural(Int(figures[.noShows] ?? 0), "no-show"),
      ] + (disputes > 0 ? [Words.plural(disputes, "dispute")] : [])
        + ["of \(Words.plural(Int(figures[.appointments] ?? 0), "appointment"))"]
        + (closed > 0 ? [Words.plural(closed, "account") + " closed"] : []))
  }

  private func attemptWords(_ figures: Figures) -> String {
    let perMatch = figures[.attemptsPerMatch].map { ["\(Words.fixed($0, 2)) per appointment"] } ?? []
    return SummaryText.joined(["\(attemptsPerCycle) per cycle, the first included"] + perMatch)
  }
}
