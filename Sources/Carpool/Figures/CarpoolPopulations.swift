import Metrics

extension Metric.Population {
  static let counted = Self(
    "counted",
    "Requests submitted from the warm-up's end to the run's end, in progress or not; no probes, no refused rows."
  )
  static let settled = Self(
    "settled",
    "Requests submitted from the warm-up's end on, neither probes nor refused nor in progress at the end.")
  static let probes = Self("probes", "Probes submitted from the warm-up's end on.")
  static let rows = Self("rows", "All rows of the demand, probes included, whatever the warm-up.")
  static let drivers = Self("drivers", "Drivers that were not refused, whatever the warm-up.")
  static let arrived = Self("arrived", "Drivers that arrived, over the whole run.")
  static let sharing = Self("sharing", "Drivers that arrived and dropped off at least one request.")
  static let vehicles = Self(
    "vehicles",
    "The cars that arrived, and one car each for the requests that they did not serve, over the whole run.")

  /// In the order of the documentation.
  static let ofCarpool = [counted, settled, probes, rows, drivers, arrived, sharing, vehicles]
}
