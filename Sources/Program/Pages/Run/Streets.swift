import Quantities
import Quoting
import RoadNetwork
import Statistics

/// The streets of a run's network as lines, both directions combined.
struct Streets {
  /// The number of points of each line.
  private(set) var counts: [Int64] = []
  /// For each line, 1 if it is a fast street, otherwise 0.
  private(set) var classes: [Int64] = []
  /// The x coordinates, in units of `ThinTracks.scale`.
  private(set) var x: [Int64] = []
  private(set) var y: [Int64] = []
  /// The share of the streets included.
  private(set) var share = 1.0

  /// Creates the streets of `network`; only a seeded sample of them if they have more than `mostPlaces` points.
  init(_ network: Network, mostPlaces: Int, random: RandomSource) {
    let scale = Double(ThinTracks.scale(network.geometry))
    var links: [(link: LinkIndex, isFast: Bool)] = []
    var places = 0
    for link in network.links where !Self.hasTwin(before: link, in: network) {
      let seconds = Double(network.milliseconds(of: link)) / 1000
      links.append((link, seconds > 0 && network.metres[Int(link)] / seconds >= 50 / 3.6))
      places += 2 + network.shapes.bends(of: link).count
    }
    if places > mostPlaces {
      share = Double(mostPlaces) / Double(places)
      links = links.filter { link in
        var draw = random.stream(.pageStreets, UInt64(Int(link.link)))
        return draw.uniform() < share
      }
    }
    for (link, isFast) in links {
      let course = network.course(of: link)
      counts.append(Int64(course.count))
      classes.append(isFast ? 1 : 0)
      for place in course {
        x.append(Int64((place.x * scale).rounded()))
        y.append(Int64((place.y * scale).rounded()))
      }
    }
  }

  /// Returns the streets of the network returned by `read`, with a note on missing streets; both are nil if there is
  /// no network.
  static func drawn(
    mostPlaces: Int = RunPage.Limits().places, random: RandomSource, _ read: () throws -> Network?
  ) -> (streets: Streets?, note: String?) {
    do {
      guard let network = try read() else { return (nil, nil) }
      let streets = Streets(network, mostPlaces: mostPlaces, random: random)
      guard streets.share < 1 else { return (streets, nil) }
      return (
        streets, "A random sample of \(Words.tenths(ofPercent: streets.share)) of the streets is drawn."
      )
    } catch {
      return (nil, "The streets are not drawn, because the network can no longer be read: \(error)")
    }
  }

  /// Returns whether the opposite direction of `link` has already been drawn.
  private static func hasTwin(before link: LinkIndex, in network: Network) -> Bool {
    let (tail, head) = (network.tails[Int(link)], network.head(of: link))
    guard head < tail else { return false }
    return network.outgoing.range(of: head).contains { network.outgoing.arcs[$0].end == tail }
  }
}
