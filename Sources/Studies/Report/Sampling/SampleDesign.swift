import JSON5
import Markets
import Metrics
import Models
import Quantities
public import Scenario

/// The design of a study of admissible sample sizes for a scenario. Its points are the full scenario, a sample of
/// demand and supply for each share, and the same samples with the service stretched.
///
/// In a sample, the density of drivers is multiplied by the share. With a density ρ, a radius r and a tolerance Δ at
/// speed v, the number of drivers who pass both the origin and the destination of a trip grows with ρr³ (both
/// circles, docs/validation.md) and ρ(vΔ)³ (Tachet and others 2017, doi:10.1038/srep42868). So a search in the sample
/// finds about as many drivers as in the full scenario if every length and time span of the service is multiplied by
/// share^(−1/3), and the resulting times and lengths are divided by the same factor. The trips themselves are not
/// stretched, so this is not exact.
public struct SampleDesign: Sendable {
  /// The shares, below 1, in ascending order.
  public let shares: [Double]
  /// The exponent of 1 ÷ share in the stretch factor.
  public let exponent: Double
  /// The stretched fields of the scenario with their values; empty if there are none.
  public let stretched: [(field: String, value: Double)]

  /// Whether the scenario already defines a sample share, which the design would override.
  public let isSampled: Bool

  /// The field whose values are the shares.
  public static let field = "sample_share"

  /// The lengths and time spans of a service: search distances, limits, and durations.
  private static let stretchable =
    [
      "radius_m", "spacing_m", "limits.max_detour_s", "limits.max_detour_ratio", "limits.max_wait_s",
      "limits.max_delay_s", "limits.max_ride_ratio", "retry_interval_s", "relaunch.delay_s",
    ].map { "matching." + $0 }
    + ["max_detour_s", "max_detour_ratio", "announce_before_s"].map { "supply." + $0 }
    + ["answer_delay_s", "stop_duration_s", "patience_s"].map { "behaviour." + $0 }
  /// The ratio for which only the excess over 1 is stretched.
  private static let excess = "matching.limits.max_ride_ratio"

  /// Creates the design for the scenario in `text`, read from `file` with `overrides`.
  ///
  /// - Throws: `ScenarioError` with the faults of the scenario.
  public init(
    _ shares: [Double], exponent: Double, text: String, file: String, overrides: [String]
  ) throws(ScenarioError) {
    self.shares = shares.sorted()
    self.exponent = exponent
    var stretched: [(field: String, value: Double)] = []
    let base = try Scenario.load(text: text, file: file, overrides: overrides, markets: Markets.scenarios)
    isSampled = base.resolved[Self.field].map { $0 != .null && $0.real != 1 } ?? false
    for field in Self.stretchable {
      let path = field.split(separator: ".").map(String.init)
      let value = path.reduce(Optional(base.resolved)) { object, key in object?[key] }
      guard let value = value?.real, value > 0 else { continue }
      // A field without effect in the whole has none in a sample.
      let given = try Scenario.load(
        text: text, file: file, overrides: overrides + ["\(field)=\(JSON.shortest(value))"],
        markets: Markets.scenarios)
      if !given.idleFields.contains(where: { $0.path == field }) { stretched.append((field, value)) }
    }
    self.stretched = stretched
  }

  /// Returns the stretch factor of the service at `share`.
  func stretch(at share: Double) -> Double { Rounded.pow(share, -exponent) }

  /// The variation over the shares and the full scenario, with the service unchanged.
  public var variations: [Variation] {
    [Variation(Self.field, (shares + [1]).map(JSON.shortest))]
      + stretched.map { Variation($0.field, [JSON.shortest($0.value)]) }
  }

  /// The values of the additional points: each share with the service stretched; empty if no field can be stretched.
  public var stretchedPoints: [[String]] {
    guard !stretched.isEmpty, exponent != 0 else { return [] }
    return shares.map { share in
      [JSON.shortest(share)] + stretched.map { JSON.shortest(value($0, at: share)) }
    }
  }

  private func value(_ field: (field: String, value: Double), at share: Double) -> Double {
    let fixed = field.field == Self.excess ? 1.0 : 0
    let value = fixed + (field.value - fixed) * stretch(at: share)
    return (value * 1000).rounded() / 1000
  }
}

extension Variation {
  /// The variation of `field` over `values`.
  fileprivate init(_ field: String, _ values: [String]) {
    self.init()
    self.field = field
    self.values = values
  }
}
