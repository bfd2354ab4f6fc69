import CarpoolScenario
public import Metrics
import Scenario
import Statistics
import Tables

extension Metric {
  public static let mapCalls = Metric(
    "map_calls", .count, over: .days, better: .lowerIsBetter, isDistribution: true,
    "Calls of map services in a day: routes, elements of distance matrices and addresses looked up.")

  public static let mapRoutes = Metric(
    "map_routes", .count, over: .days, better: .lowerIsBetter, "Routes asked for in a day, the mean.")

  public static let mapMatrix = Metric(
    "map_matrix", .count, over: .days, better: .lowerIsBetter,
    "Elements of distance matrices asked for in a day, the mean.")

  public static let mapGeocoding = Metric(
    "map_geocoding", .count, over: .days, better: .lowerIsBetter,
    "Addresses looked up in a day, the mean.")

  public static let mapQuotaRatio = Metric(
    "map_quota_ratio", .ratio, over: .days, better: .lowerIsBetter, isShare: false,
    "The most calls in a day ÷ the quota of a day: above 1 it is exceeded.")
}

extension CarpoolFigure {
  static let ofMapCalls = [
    Self(.mapCalls, .sample { $0.mapCallDays.map { Double($0.calls.all) } }),
    Self(.mapRoutes, .number { RunTotals.mean($0.mapCallDays.map(\.calls.routes)) }),
    Self(.mapMatrix, .number { RunTotals.mean($0.mapCallDays.map(\.calls.matrix)) }),
    Self(.mapGeocoding, .number { RunTotals.mean($0.mapCallDays.map(\.calls.geocoding)) }),
    Self(
      .mapQuotaRatio,
      .number { $0.mapCallDays.map { Double($0.calls.all) / Double($0.quota) }.max() }),
  ].map { $0.needing([.mapCalls]) }
}

extension RunTotals {
  /// The mean of whole numbers; nil of none.
  fileprivate static func mean(_ values: [Int]) -> Double? {
    share(values.reduce(0, +), of: values.count)
  }
}
