import Foundation
import Quantities

/// Discs among the trip ends of most requests, in which drivers are drawn on a network.
///
/// They lie within the rectangle around these trip ends. A larger disc might reach beyond the network, and all places drawn
/// there would be moved to nodes at its border.
struct RequestDiscs {
  /// The centres, in the coordinates of the file.
  let centres: [(x: Double, y: Double)]
  /// The radius, a whole number of tens, in metres.
  let radius: Int

  private static let mostDiscs = 5
  /// In metres.
  private static let leastRadius = 500.0

  /// Finds the discs in the rectangle that leaves out the outermost hundredth of `places` on each side: as wide as its
  /// shorter side, evenly along the longer one. Nil if there are no places, or if more than five discs would be needed.
  ///
  /// - Parameter places: coordinates in degrees if `isInDegrees` is true, otherwise in metres.
  init?(_ places: [(x: Double, y: Double)], isInDegrees: Bool) {
    guard !places.isEmpty else { return nil }
    let xs = places.map(\.x).sorted()
    let ys = places.map(\.y).sorted()
    let cut = places.count / 100
    let (west, east) = (xs[cut], xs[xs.count - 1 - cut])
    let (south, north) = (ys[cut], ys[ys.count - 1 - cut])
    let degree = isInDegrees ? earthRadius * .pi / 180 : 1
    let cosine = isInDegrees ? Rounded.cos((south + north) / 2 * .pi / 180) : 1
    let (width, height) = ((east - west) * degree * cosine, (north - south) * degree)
    let radius = max(Self.leastRadius, (min(width, height) / 20).rounded(.down) * 10)
    let length = max(width, height)
    let count = max(1, (length / (2 * radius)).rounded())
    guard count <= Double(Self.mostDiscs) else { return nil }
    self.radius = Int(radius)
    centres = (0..<Int(count)).map { disc in
      // The first and the last disc touch the shorter sides.
      let share =
        count == 1 ? 0.5 : (radius + Double(disc) / (count - 1) * (length - 2 * radius)) / length
      let shares = width > height ? (share, 0.5) : (0.5, share)
      return (west + shares.0 * (east - west), south + shares.1 * (north - south))
    }
  }

  /// The value of the field `od`.
  var field: String {
    func text(_ value: Double) -> String { String(format: "%.4f", value) }
    let zones = centres.map { "{ x: \(text($0.x)), y: \(text($0.y)), radius_m: \(radius) }" }
    return "{ kind: \"zones\", zones: [\(zones.joined(separator: ", "))] }"
  }

  /// The place of the discs, for the list of assumptions.
  var words: String {
    let metres = "\(Words.grouped(radius)) m"
    return centres.count == 1
      ? "within \(metres) of the middle of the requests"
      : "in \(centres.count) discs among the requests, each with a radius of \(metres)"
  }
}
