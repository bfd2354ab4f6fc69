import Quantities
import RoadNetwork
import Spaces

/// The nodes that a car passes on what it has planned, leg by leg: kept as long as the plan stands.
final class Passages {
  private(set) var nodes: [NodeIndex] = []
  private(set) var times: [Milliseconds] = []
  /// Where the nodes of each leg begin, and last how many there are.
  private var begins: [Int] = [0]

  init(_ itinerary: borrowing Itinerary) {
    let first = itinerary.legStart.leg
    itinerary.track.forEachNode(fromLeg: first) { node, leg, time in
      while begins.count <= leg - first { begins.append(nodes.count) }
      nodes.append(node)
      times.append(time)
    }
    while begins.count <= itinerary.stops.count + 1 { begins.append(nodes.count) }
  }

  /// The nodes of the leg behind which `left` stops are planned, from the one that is passed at `time` on.
  func range(stopsLeft left: Int, from time: Milliseconds) -> Range<Int> {
    // Stops that have been made since were the first.
    let leg = begins.count - 2 - left
    let whole = begins[leg]..<begins[leg + 1]
    guard let first = whole.first, times[first] < time else { return whole }
    var (low, high) = (first, whole.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low..<whole.upperBound
  }
}
