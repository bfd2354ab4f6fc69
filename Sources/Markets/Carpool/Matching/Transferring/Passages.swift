import Quantities
import RoadNetwork
import Spaces

/// The places that a car passes on what it has planned, leg by leg: kept as long as the plan stands.
final class Passages {
  /// On a network every node, with the time as planned; elsewhere points near the straight way of each leg.
  private(set) var places: [Int32] = []
  private(set) var times: [Milliseconds] = []
  /// The beginnings of the places of each leg, and last the number of places.
  private var begins: [Int] = [0]

  init(_ itinerary: borrowing Itinerary, _ all: TransferPlaces) {
    let first = itinerary.legStart.leg
    if all.isNetwork {
      // What was driven before the leg under way counts to it: who has reported long ago may be taken to be there.
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

  /// The places of the leg behind which `left` stops are planned.
  func range(stopsLeft left: Int) -> Range<Int> {
    // Stops that have been made since were the first.
    let leg = begins.count - 2 - left
    return begins[leg]..<begins[leg + 1]
  }

  /// Returns the places of `range` that are passed at `time` or later.
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
