import Foundation
import Quantities

/// Discs among the trip ends of most requests, in which drivers are drawn on a network.
///
/// They lie within the rectangle around these trip ends. A larger disc would reach beyond the network, and all places drawn there
/// would become nodes at its border.
struct RequestDiscs {
  /// The centres, in the coordinates of the file.
  let centres: [(x: Double, y: Double)]
  /// The radius, a whole number of tens, in metres.
  let radius: Int

  private static let mostDiscs = 5
  private static let leastRadius = 500.0

  /// Finds the discs in the rectangle that leaves out the outermost hundredth of `places` on each side: as wide as its
  /// shorter side, evenly along the longer one. Nil if there are no places, or if more than five discs would be needed.
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
    let degree = isInDegrees ? 6_371_008.8 * Double.pi / 180 : 1
    let cosine = isInDegrees ? Rounded.cos((south + north) / 2 * .pi / 180) : 1
    let (width, height) = ((east - west) * degree * cosine, (north - south) * degree)
    let radius = max(Self.leastRadius, (min(width, height) / 20).rounded(.down) * 10)
    let count = max(1, (max(width, height) / (2 * radius)).rounded())
    guard count <= Double(Self.mostDiscs) else { return nil }
    self.radius = Int(radius)
    centres = (0..<Int(count)).map { disc in
      // The shares of the sides at which the first and the last disc touch the rectangle.
      let share = (Double(disc) + 0.5) / count
      func place(_ low: Double, _ high: Double, _ side: Double) -> Double {
        guard count > 1, side == max(width, height) else { return (low + high) / 2 }
        let reach = radius / side
        return low + (high - low) * (reach + (1 - 2 * reach) * (share - 0.5 / count) / (1 - 1 / count))
      }
      return (place(west, east, width), place(south, north, height))
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
