import CarpoolScenario
public import Metrics
import Scenario
import Statistics
import Tables

extension Metric {
  public static let mapCalls = Metric(
    "map_calls_per_day", .count, over: .days, better: .lowerIsBetter, isDistribution: true,
    "Calls of map services in a day: routes, elements of distance matrices and addresses looked up.")

  public static let mapRoutes = Metric(
    "map_routes", .count, over: .days, better: .lowerIsBetter, isDistribution: true,
    "Routes asked for in a day.")

  public static let mapMatrix = Metric(
    "map_matrix", .count, over: .days, better: .lowerIsBetter, isDistribution: true,
    "Elements of distance matrices asked for in a day.")

  public static let mapGeocoding = Metric(
    "map_geocoding", .count, over: .days, better: .lowerIsBetter, isDistribution: true,
    "Addresses looked up in a day.")

  public static let mapQuotaRatio = Metric(
    "map_quota_ratio", .ratio, over: .days, better: .lowerIsBetter, isShare: false,
    "The most calls in a day ÷ the quota of a day: above 1 it is exceeded.")
}

extension CarpoolFigure {
  static let ofMapCalls = [
    Self(.mapCalls, .sample { $0.mapCallDays.map { Double($0.calls.all) } }),
    Self(.mapRoutes, .sample { $0.mapCallDays.map { Double($0.calls.routes) } }),
    Self(.mapMatrix, .sample { $0.mapCallDays.map { Double($0.calls.matrix) } }),
    Self(.mapGeocoding, .sample { $0.mapCallDays.map { Double($0.calls.geocoding) } }),
    Self(
      .mapQuotaRatio,
      .number { $0.mapCallDays.map { Double($0.calls.all) / Double($0.quota) }.max() }),
  ].map { $0.needing([.mapCalls]) }
}
