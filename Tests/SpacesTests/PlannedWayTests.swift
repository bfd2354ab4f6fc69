import Quantities
import RoadNetwork
import TestSupport
import Testing

@testable import Spaces

/// Ways that are written out when somebody asks, against tracks that are written down at once.
@Suite struct PlannedWayTests {
  /// A car whose plan is changed again and again, and what it would be if every vertex were written down.
  private struct Car {
    let space: NetworkSpace
    var track: Track
    var byHand: TrackByHand
    var time: Milliseconds

    init(_ random: inout SplitMix64) {
      let plan = CityPlan(columns: 12, rows: 12, blockMetres: 210.3, oneWayShare: 0.3, seed: random.next())
      let city = plan.network().network
      let network = (random.chance(0.5) ? city : city.onGlobe()).winding(&random)
      space = NetworkSpace(RoutingIndex(network, method: random.pick([.labels, .labels, .dijkstra])))
      time = Milliseconds(Int64(random.whole(0...50_000)))
      let (origin, destination) = (Self.place(&random, space), Self.place(&random, space))
      byHand = TrackByHand(from: origin, to: destination, departure: time, in: space)
      track = Track(space.way(from: origin, to: destination)!, departure: time)
    }

    static func place(_ random: inout SplitMix64, _ space: NetworkSpace) -> Place {
      space.place(ofNode: NodeIndex(random.whole(0...space.network.nodeCount - 1)))
    }

    /// Turns, or keeps the leg under way, and then drives a mixture of new legs and old ones.
    mutating func replan(_ random: inout SplitMix64) {
      let (old, oldByHand) = (track, byHand)
      let underWay = byHand.legs.lastIndex { byHand.vertices[$0].time <= time } ?? 0
      let first = Self.place(&random, space)
      if random.chance(0.5) {
        track.truncate(toLegs: underWay + 1)
        byHand.truncate(toLegs: underWay + 1)
      } else {
        let turn = track.diversion(at: time, geometry: space.geometry)
        track.turn(at: turn, onto: space.way(from: turn.place, to: first)!)
        byHand.turn(at: time, to: first)
      }
      for kept in (underWay + 1)..<max(underWay + 2, oldByHand.legs.count) {
        let departure = track.endTime + Milliseconds(Int64(random.whole(0...30_000)))
        if kept < oldByHand.legs.count, random.chance(0.6), underWay + 1 < old.legCount {
          // An old leg that begins where the car is, or where it can be brought to.
          let begin = oldByHand.vertices[oldByHand.legs[kept]].place
          if begin != track.endPlace {
            track.append(space.way(from: track.endPlace, to: begin)!, departure: track.endTime)
            byHand.append(to: begin, departure: byHand.vertices[byHand.vertices.count - 1].time)
          }
          let later = max(departure, track.endTime)
          track.append(leg: kept, of: old, departure: later)
          byHand.append(leg: kept, of: oldByHand, departure: later)
        } else {
          let next = Self.place(&random, space)
          track.append(space.way(from: track.endPlace, to: next)!, departure: departure)
          byHand.append(to: next, departure: departure)
        }
      }
    }
  }

  /// Places, times and odometers are the same to the last bit, whatever was asked before and however often legs have moved.
  @Test func whatIsWrittenOutLateIsWhatWouldHaveBeenWrittenAtOnce() {
    forAll(seeds: 0..<60) { seed in
      var random = SplitMix64(seed: seed)
      var car = Car(&random)
      for _ in 0..<random.whole(1...5) {
        car.time = car.time + Milliseconds(Int64(random.whole(0...120_000)))
        if random.chance(0.3) { _ = car.track.odometer(at: car.time) }
        if random.chance(0.3) { _ = car.track.position(at: car.time, geometry: car.space.geometry) }
        let turn = car.track.diversion(at: car.time, geometry: car.space.geometry)
        let expected = car.byHand.vertices[car.byHand.turn(at: car.time)]
        if turn.place != expected.place || turn.odometer != expected.odometer {
          return "at \(car.time) it turns at \(turn), not at \(expected)"
        }
        car.replan(&random)
      }
      let (written, expected) = (car.track.vertices, car.byHand.vertices)
      guard written.count == expected.count else { return "\(written.count) of \(expected.count) vertices" }
      for (vertex, expected) in zip(written, expected)
      where vertex.place != expected.place || vertex.time != expected.time
        || vertex.odometer != expected.odometer || vertex.isBend != expected.isBend
      {
        return "\(vertex) should be \(expected)"
      }
      return nil
    }
  }

  /// What is forgotten changes no answer about the time that is not.
  @Test(arguments: [0.0, 90])
  func forgettingChangesNoAnswer(_ spacing: Metres) {
    forAll(seeds: 0..<40) { seed in
      var random = SplitMix64(seed: 100 + seed)
      var car = Car(&random)
      let geometry = car.space.geometry
      car.replan(&random)
      for _ in 0..<6 {
        car.time = car.time + Milliseconds(Int64(random.whole(0...90_000)))
        let whole = car.track
        car.track.forget(before: car.time, spacing: spacing)
        let later = car.time + Milliseconds(Int64(random.whole(0...90_000)))
        let (report, expected) = (
          car.track.report(at: later, spacing: spacing, geometry: geometry),
          whole.report(at: later, spacing: spacing, geometry: geometry)
        )
        let (turn, turnBefore) = (
          car.track.diversion(from: report, at: later), whole.diversion(from: expected, at: later)
        )
        if report.position != expected.position || report.odometer != expected.odometer
          || turn.place != turnBefore.place || turn.time != turnBefore.time
          || car.track.odometer(at: later) != whole.odometer(at: later)
        {
          return "at \(later) the car reports \(report), not \(expected)"
        }
      }
      return nil
    }
  }

  /// What is left of a leg from where the car can turn is as long as the trip from there, asked anew, to the last bit.
  @Test func theRestOfALegIsTheTripFromThere() {
    forAll(seeds: 0..<60) { seed in
      var random = SplitMix64(seed: 200 + seed)
      var car = Car(&random)
      car.replan(&random)
      car.time = car.time + Milliseconds(Int64(random.whole(0...90_000)))
      let turn = car.track.diversion(at: car.time, geometry: car.space.geometry)
      guard let metres = car.track.metres(ofLeg: turn.index.leg, from: turn.index) else { return nil }
      let begin = car.byHand.legs.dropFirst(turn.index.leg + 1).first ?? car.byHand.vertices.count
      let end = car.byHand.vertices[begin - 1].place.node
      var finder = PathFinder(car.space.network)
      let expected = finder.path(from: turn.place.node, to: end)?.metres
      return metres == expected ? nil : "\(metres) m, not \(expected ?? -1) m"
    }
  }

  /// A car far from its destination has written out no more of its way than it has driven.
  @Test func askingWhereACarIsWritesNoMoreThanItHasDriven() throws {
    let city = CityPlan(columns: 30, rows: 30, blockMetres: 200, oneWayShare: 0, seed: 3).network().network
    let space = NetworkSpace(RoutingIndex(city, method: .labels))
    let way = try #require(
      space.way(from: space.place(ofNode: 0), to: space.place(ofNode: NodeIndex(city.nodeCount - 1))))
    let track = Track(way, departure: .zero)
    #expect(way.writtenLinks == 0)
    _ = track.position(at: Milliseconds(way.duration.rawValue / 10), geometry: .plane)
    let few = way.writtenLinks
    var finder = PathFinder(city)
    let path = finder.path(from: 0, to: NodeIndex(city.nodeCount - 1))
    #expect(few > 0 && 5 * few < track.vertices.count && track.end.odometer == path?.metres)
  }

  /// A space keeps the ways that it was asked for last; they keep what they read, and not the space.
  @Test(arguments: [RoutingMethod.labels, .dijkstra])
  func aSpaceThatNobodyKeepsIsGone(method: RoutingMethod) throws {
    let network = CityPlan(columns: 4, rows: 4, blockMetres: 100, oneWayShare: 0, seed: 1).network().network
    var space: NetworkSpace? = NetworkSpace(RoutingIndex(network, method: method))
    weak let old = space
    let way = try #require(space.flatMap { $0.way(from: $0.place(ofNode: 0), to: $0.place(ofNode: 15)) })
    space = nil
    #expect(old == nil)
    let another = NetworkSpace(RoutingIndex(network))
    #expect(way.metres == another.travel(from: way.origin, to: way.destination)?.metres)
  }
}

extension Way {
  /// The number of links written out.
  fileprivate var writtenLinks: Int {
    if case .links(let course) = course { course.links.count } else { 0 }
  }
}
