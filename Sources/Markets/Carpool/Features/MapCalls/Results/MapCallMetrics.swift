import CarpoolScenario
public import Metrics
import Scenario
import Statistics
import Tables

extension Metric {
  public static let mapCalls = Metric(
    "map_calls_per_day", .count, over: .days, better: .lowerIsBetter, isDistribution: true,
    "Map-service calls per day: routes, distance-matrix elements and geocoded addresses.")

  public static let mapRoutes = Metric(
    "map_routes", .count, over: .days, better: .lowerIsBetter, isDistribution: true,
    "Routes requested per day.")

  public static let mapMatrix = Metric(
    "map_matrix", .count, over: .days, better: .lowerIsBetter, isDistribution: true,
    "Distance-matrix elements requested per day.")

  public static let mapGeocoding = Metric(
    "map_geocoding", .count, over: .days, better: .lowerIsBetter, isDistribution: true,
    "Addresses geocoded per day.")

  public static let mapQuotaRatio = Metric(
    "map_quota_ratio", .ratio, over: .days, better: .lowerIsBetter, isShare: false,
    "The maximum number of calls per day ÷ the daily quota; above 1, the quota is exceeded.")
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
