import Foundation
import JSON5
import Markets
import Metrics
import Models
public import Scenario

/// The points of a study of how small a sample of a scenario may be: the whole, each share of both sides as it is, and each with the
/// service stretched.
///
/// In a sample drivers lie share times as dense. With a density ρ, a radius r and a tolerance Δ at speed v, whoever drives past both ends
/// of a trip is found in numbers that grow with ρr³ (both circles, docs/validation.md) and ρ(vΔ)³ (Tachet and others 2017,
/// doi:10.1038/srep42868). So the sample finds about as many as the whole where every length and span of the service is longer by
/// share^(−1/3), and its times and lengths are read divided by as much. Trips stay as they are, which keeps it from being exact.
public struct SampleDesign: Sendable {
  /// Below 1, in ascending order.
  public let shares: [Double]
  /// The power of 1 ÷ share by which the service is stretched.
  public let exponent: Double
  /// The fields of the scenario that are stretched, with their values; none where nothing in it can be.
  public let stretched: [(field: String, value: Double)]

  /// True if the scenario says itself which share takes part, which the shares of the design would override.
  public let isSampled: Bool

  /// The field that shares vary.
  public static let field = "sample_share"

  /// The lengths and spans of a service: how far it looks, what it allows, and how long it takes.
  private static let stretchable =
    [
      "radius_m", "spacing_m", "limits.max_detour_s", "limits.max_detour_ratio", "limits.max_wait_s",
      "limits.max_delay_s", "limits.max_ride_ratio", "retry_interval_s", "relaunch.delay_s",
    ].map { "matching." + $0 }
    + ["max_detour_s", "max_detour_ratio", "announce_before_s"].map { "supply." + $0 }
    + ["answer_delay_s", "stop_duration_s", "patience_s"].map { "behaviour." + $0 }
  /// Of this ratio what lies above 1 is stretched.
  private static let excess = "matching.limits.max_ride_ratio"

  /// Creates the design for the scenario in `text`, read from `file` with `overrides`.
  ///
  /// - Throws: `ScenarioError` with what is wrong with the scenario.
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
      // What does nothing in the whole does nothing in a sample.
      let given = try Scenario.load(
        text: text, file: file, overrides: overrides + ["\(field)=\(JSON.shortest(value))"],
        markets: Markets.scenarios)
      if !given.idleFields.contains(where: { $0.path == field }) { stretched.append((field, value)) }
    }
    self.stretched = stretched
  }

  /// Returns the factor by which the service is longer at `share`.
  func stretch(at share: Double) -> Double { pow(share, -exponent) }

  /// The variations: the shares and the whole, with the service as it is.
  public var variations: [Variation] {
    [Variation(Self.field, (shares + [1]).map(JSON.shortest))]
      + stretched.map { Variation($0.field, [JSON.shortest($0.value)]) }
  }

  /// The values of the points behind those of the variations: each share with the service stretched; none where nothing is.
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
