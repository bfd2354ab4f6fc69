import Board
import Quantities
import Spaces
import TestSupport
import Travellers

/// What a random board is drawn from.
struct BoardDraws {
  var random: SplitMix64
  let geometry: Geometry
  /// Metres between neighbouring places.
  private let step: Double
  private let middle: Coordinates
  private let side: Int

  init(seed: UInt64, side: Int) {
    var random = SplitMix64(seed: seed)
    self.side = side
    step = random.pick([50, 500, 500, 5000])
    geometry = random.pick([.plane, .plane, .torus(side: Double(side) * step), .globe])
    middle =
      geometry == .globe
      ? random.pick([
        Coordinates(x: -6.8, y: 34), Coordinates(x: 180, y: 0), Coordinates(x: 20, y: 89.98),
        Coordinates(x: 0, y: -90),
      ]) : Coordinates(x: random.pick([0, -3000, 40_000]), y: 0)
    self.random = random
  }

  mutating func query() -> BoardQuery {
    let earliest = time()
    return BoardQuery(
      origin: place().position, destination: place().position, earliest: earliest,
      latest: earliest + Milliseconds(600_000 * Int64(random.pick([-1, 0, 3, 12, 30, 60]))),
      isByArrival: random.chance(0.3), access: radius(), egress: radius(),
      partySize: Int16(random.whole(1...3)), luggage: Int16(random.whole(0...1)),
      means: random.chance(0.5) ? .max : Int64(random.whole(0...8)) * 500,
      funds: random.chance(0.5) ? .max : Int64(random.whole(0...12)) * 500,
      notBefore: random.chance(0.7) ? Milliseconds(.min) : time())
  }

  mutating func time() -> Milliseconds { Milliseconds(600_000 * Int64(random.whole(0...30))) }

  private mutating func radius() -> Metres {
    random.chance(0.05) ? 1e8 : random.pick([0, 1, 1, 2, 3, 5, 9, 30]) * step
  }

  private mutating func place() -> Place {
    let (x, y) = (step * Double(random.whole(0...side)), step * Double(random.whole(0...side)))
    // A degree is some 111 km.
    let scale = geometry == .globe ? 1 / 111_195.0 : 1
    return Place(
      position: geometry.position(of: Coordinates(x: middle.x + scale * x, y: middle.y + scale * y)))
  }

  mutating func trip() -> PublishedTrip {
    var time = time()
    let stops = (0...random.whole(1...5)).map { _ in
      time = time + Milliseconds(600_000 * Int64(random.whole(0...3)))
      return PublishedTrip.Stop(place(), at: time)
    }
    let prices = (0..<PublishedTrip.pairs(of: stops.count)).map { _ in Int64(random.whole(0...6)) * 500 }
    return PublishedTrip(publish: .zero, stops: stops, prices: prices)
  }
}
