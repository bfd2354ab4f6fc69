import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Travellers

extension PopulationMaker {
  /// Returns a fault for each non-empty side whose members are all refused, with the causes.
  func faults(of population: Population) -> [SynthesisError.Fault] {
    Side.allCases.compactMap { side in
      let (causes, rows) = population.refusals(of: side)
      guard rows > 0, causes.total == rows else { return nil }
      return .allRefused(side: "\(side)", causes: causes, hints: suspicions(of: side, population))
    }
  }

  /// Returns the notices that a recorded side's coordinates may be swapped, or be degrees instead of metres.
  func suspicions(of side: Side, _ population: Population) -> [InputNotice] {
    let ends: [(ends: [Place], cause: Cause?)] =
      switch side {
      case .drivers:
        scenario.supply.isDrawn ? [] : population.drivers.map { ([$0.origin, $0.destination], $0.refusal) }
      case .requests:
        scenario.demand.isDrawn ? [] : population.requests.map { ([$0.origin, $0.destination], $0.refusal) }
      }
    guard !ends.isEmpty else { return [] }
    var notices: [InputNotice] = []
    let swapped = ends.count { entry in
      (entry.cause == .outsideSpace || entry.cause == .offNetwork)
        && entry.ends.allSatisfy { territory.end(at: self.swapped($0)).cause == nil }
    }
    if swapped > 0 { notices.append(.swapped(side: "\(side)", count: swapped)) }
    if territory.space.geometry != .globe, territory.isWide,
      ends.allSatisfy({ $0.ends.allSatisfy(isLikeDegrees) })
    {
      notices.append(.degrees(side: "\(side)"))
    }
    return notices
  }

  /// Returns the notice about requests whose party or luggage is too large for every car; nil if there are none, if
  /// there are no drivers, or if both sides are drawn.
  func partiesWithoutCar(_ population: Population) -> InputNotice? {
    guard !scenario.supply.isDrawn || !scenario.demand.isDrawn else { return nil }
    let cars = Set(population.drivers.lazy.filter { $0.refusal == nil }.map { [$0.seats, $0.luggageRoom] })
    guard !cars.isEmpty else { return nil }
    let count = population.requests.count { request in
      request.refusal == nil
        && !cars.contains { $0[0] >= request.partySize && $0[1] >= request.luggage }
    }
    return count == 0
      ? nil
      : .partiesWithoutCar(
        count: count, rows: population.requests.count, seats: cars.lazy.map { Int($0[0]) }.max() ?? 0,
        luggage: cars.lazy.map { Int($0[1]) }.max() ?? 0)
  }

  /// Returns a notice if, on average, at least ten trip ends of a side share a place, estimated from a sample of about
  /// `compared` ends.
  func coincidence(of side: Side, _ population: Population, compared: Int = 20_000) -> [InputNotice] {
    // Daily users travel between the same places.
    guard carpool.users == nil else { return [] }
    let count = side == .drivers ? population.drivers.count : population.requests.count
    let step = max(1, (2 * count + compared - 1) / compared)
    var places: Set<Position> = []
    var ends = 0
    for index in stride(from: 0, to: count, by: step) {
      let (origin, destination, refusal) =
        switch side {
        case .drivers: population.drivers[index].trip
        case .requests: population.requests[index].trip
        }
      // Empty ends in a file, which are refused, all have the same place.
      guard refusal == nil else { continue }
      places.formUnion([origin.position, destination.position])
      ends += 2
    }
    guard ends >= 200, 10 * places.count < min(ends, territory.nodeCount ?? .max) else { return [] }
    return [.coincidingEnds(side: "\(side)", ends: ends, places: places.count)]
  }

  private func coordinates(_ place: Place) -> Coordinates {
    territory.space.geometry.coordinates(of: place.position)
  }

  private func swapped(_ place: Place) -> Coordinates {
    let point = coordinates(place)
    return Coordinates(x: point.y, y: point.x)
  }

  /// Returns whether the coordinates could be a longitude and a latitude: within their bounds, and not whole numbers.
  private func isLikeDegrees(_ place: Place) -> Bool {
    let point = coordinates(place)
    return point.x.magnitude <= 180 && point.y.magnitude <= 90
      && point.x != point.x.rounded() && point.y != point.y.rounded()
  }
}

extension Territory {
  /// Whether the space is as large as a city, so that trip ends within 180 m of each other are suspicious.
  fileprivate var isWide: Bool { bounds.high.x - bounds.low.x > 1000 || bounds.high.y - bounds.low.y > 1000 }
}

extension Driver {
  fileprivate var trip: (Place, Place, Cause?) { (origin, destination, refusal) }
}

extension Request {
  fileprivate var trip: (Place, Place, Cause?) { (origin, destination, refusal) }
}
