public import JSON5
import Tables

extension SummaryText {
  /// The same figures as JSON, with the decimals of their units; those not applicable are left out.
  public var json: JSON {
    .object(
      [
        .init("run_id", .text(identity.runID)),
        .init("scenario", .text(identity.scenario)),
        .init("seed", .integer(identity.seed)),
        .init("replication", .integer(identity.replication)),
      ] + body.members + [.init("outcomes", outcomes), .init("figures", metrics)]
        + (startUp.map { [.init("warm_up", $0.course.json(warmUp: $0.warmUp))] } ?? [])
        + (fingerprint.map { [.init("fingerprint", .text($0.text))] } ?? [])
        + (performance.map { [.init("performance", $0.json)] } ?? []))
  }

  private var outcomes: JSON {
    .object(figures.outcomes.map { .init($0.name, .integer($0.count)) })
  }

  /// The metrics: a number for each single one, an object of statistics for each distribution.
  private var metrics: JSON {
    var members: [JSON.Member] = []
    var statistics: [JSON.Member] = []
    for (place, row) in figures.rows.enumerated() {
      let number = Self.number(row)
      guard row.metric.isDistribution else {
        members.append(.init(row.metric.name, number))
        continue
      }
      statistics.append(.init(row.statistic.rawValue, number))
      let next = place + 1
      guard next == figures.rows.count || figures.rows[next].metric != row.metric else { continue }
      members.append(.init(row.metric.name, .object(statistics)))
      statistics = []
    }
    return .object(members)
  }

  private static func number(_ row: Figures.Row) -> JSON {
    row.unit == .count && row.decimals == 0
      ? .integer(Int128(row.value)) : .rounded(row.value, decimals: row.decimals)
  }
}
