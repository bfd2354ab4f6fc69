import Quantities
import RoadNetwork
import Spaces

/// The places that a car passes on its plan, leg by leg: valid while the plan is unchanged.
final class Passages {
  /// On a network, every node with its planned time; elsewhere, grid points near the straight way of each
  /// leg.
  private(set) var places: [Int32] = []
  private(set) var times: [Milliseconds] = []
  /// The index of each leg's first place, then the number of places.
  private var begins: [Int] = [0]

  init(_ itinerary: borrowing Itinerary, _ all: TransferPlaces) {
    let first = itinerary.legStart.leg
    if all.isNetwork {
      // The part driven before the current leg counts as its part: a car with an old report may be assumed to be
      // there.
      itinerary.track.forEachNode { node, leg, time in
        while begins.count <= leg - first { begins.append(places.count) }
        places.append(node.rawValue)
        times.append(time)
      }
    } else {
      var start = itinerary.track.point(at: itinerary.legStart).place.position
      for (leg, end) in (itinerary.stops.map(\.place) + [itinerary.destination]).enumerated() {
        if leg > 0 { begins.append(places.count) }
        places += all.along(start, end.position)
        start = end.position
      }
    }
    while begins.count <= itinerary.stops.count + 1 { begins.append(places.count) }
  }

  /// Returns the range of places of the leg followed by `left` planned stops.
  func range(stopsLeft left: Int) -> Range<Int> {
    // Stops made since were the first ones.
    let leg = begins.count - 2 - left
    return begins[leg]..<begins[leg + 1]
  }

  /// Returns the part of `range` passed at `time` or later.
  ///
  /// - Precondition: the places are nodes.
  func range(_ range: Range<Int>, from time: Milliseconds) -> Range<Int> {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low..<range.upperBound
  }
}
