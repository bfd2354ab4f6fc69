import Foundation
import Quantities

/// The disc that contains the trip ends of most requests, in which drivers are drawn on a network.
struct RequestDisc {
  /// The centre, in the coordinates of the file.
  let x, y: Double
  /// The radius, a whole number of hundreds, in metres.
  let radius: Int

  /// The distance by which the disc exceeds the trip ends, in metres.
  private static let margin = 1_000.0
  /// The minimum ratio of the sides of the rectangle around the trip ends: a disc around a narrow one is mostly empty.
  private static let leastRatio = 0.2

  /// Finds the disc around the rectangle that leaves out the outermost hundredth of `places` on each side; nil if there are
  /// no places, or if the rectangle is narrow.
  ///
  /// - Parameter places: coordinates in degrees if all lie within ±180 and ±90, otherwise in metres.
  init?(_ places: [(x: Double, y: Double)]) {
    guard !places.isEmpty else { return nil }
    let xs = places.map(\.x).sorted()
    let ys = places.map(\.y).sorted()
    let isInDegrees = xs[0] >= -180 && xs[xs.count - 1] <= 180 && ys[0] >= -90 && ys[ys.count - 1] <= 90
    let cut = places.count / 100
    let (west, east) = (xs[cut], xs[xs.count - 1 - cut])
    let (south, north) = (ys[cut], ys[ys.count - 1 - cut])
    x = (west + east) / 2
    y = (south + north) / 2
    let degree = isInDegrees ? 6_371_008.8 * Double.pi / 180 : 1
    let width = (east - west) * degree * (isInDegrees ? Rounded.cos(y * .pi / 180) : 1)
    let height = (north - south) * degree
    let sides = (width + 2 * Self.margin, height + 2 * Self.margin)
    guard min(sides.0, sides.1) >= Self.leastRatio * max(sides.0, sides.1) else { return nil }
    radius = Int(((Rounded.hypot(width, height) / 2 + Self.margin) / 100).rounded(.up) * 100)
  }

  /// The value of the field `od`.
  var field: String {
    func text(_ value: Double) -> String { String(format: "%.4f", value) }
    return "{ kind: \"zones\", zones: [{ x: \(text(x)), y: \(text(y)), radius_m: \(radius) }] }"
  }
}
