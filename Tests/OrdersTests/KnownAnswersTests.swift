import EventKernel
import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Orders

/// The stations against closed forms. z counts standard errors of batch means: waits of orders that follow each other hang
/// together, the means of batches hardly do.
struct KnownAnswersTests {
  private static let orders = isFullValidation ? 2_000_000 : 100_000
  private static let batches = 40
  /// Ten minutes, in milliseconds: the rounding to one is nothing against it.
  private static let service = 600_000.0

  private static func z(_ values: some Sequence<Double>, _ expected: Double) throws -> Double {
    let statistics = RunningStatistics(batchMeansOf: Array(values), batches: batches)
    return try #require(statistics.zScore(expected: expected))
  }

  /// The waits of a run over so many servers, of which the first twentieth is left out.
  private static func waits(
    _ law: ServiceLaw, servers: Int32 = 1, load: Double, seed: UInt64
  ) throws -> [Double] {
    let station = Station(name: "print", servers: servers, service: law)
    let world = OrdersSetup.poisson(
      orders + orders / 20, meanDistance: service / load, seed: seed, stations: [station])
    let records = try world.ran(seed: seed)
    #expect(records.orders.allSatisfy { $0.outcome == .kept || $0.outcome == .late })
    return records.stations[0].waits.dropFirst(orders / 20).map(Double.init)
  }

  @Test(arguments: isFullValidation ? [(1, 0.5), (1, 0.8), (3, 2.1), (8, 6.4)] : [(3, 2.1)])
  func exponentialServersAreErlangs(_ servers: Int, _ load: Double) throws {
    let law = ServiceLaw(.exponential, mean: Milliseconds(Int64(Self.service)))
    let waits = try Self.waits(law, servers: Int32(servers), load: load, seed: UInt64(servers) + 70)
    let probability = QueuesInTheory.erlangC(servers: servers, load: load)
    #expect(abs(try Self.z(waits.map { $0 > 0 ? 1 : 0 }, probability)) < 3.5)
    let mean = QueuesInTheory.meanWait(servers: servers, load: load, service: Self.service)
    #expect(abs(try Self.z(waits, mean)) < 3.5)
  }

  private static let laws: [(ServiceLaw.Family, Double, Double)] = [
    (.exponential, 1, 0.6), (.fixed, 0, 0.7), (.lognormal, 1.2, 0.5), (.gamma, 0.6, 0.7),
    (.lognormal, 0.5, 0.7),
    (.gamma, 2, 0.4),
  ]

  @Test(arguments: isFullValidation ? laws : Array(laws[..<4]))
  func oneServerIsPollaczeksAndKhinchines(_ family: ServiceLaw.Family, _ cv: Double, _ load: Double) throws {
    let law = ServiceLaw(family, mean: Milliseconds(Int64(Self.service)), cv: cv)
    let waits = try Self.waits(law, load: load, seed: 5)
    let mean = QueuesInTheory.meanWait(load: load, service: Self.service, cv: cv)
    #expect(abs(try Self.z(waits, mean)) < 3.5, "\(family) \(cv)")
    #expect(abs(try Self.z(waits.map { $0 > 0 ? 1 : 0 }, load)) < 3.5, "\(family) \(cv)")
  }

  /// What leaves an exponential station is a Poisson process again (Burke 1956, doi:10.1287/opre.4.6.699), and what is at
  /// the stations is independent (Jackson 1957, doi:10.1287/opre.5.4.518): who comes sees the product form.
  @Test func aTandemHasTheProductForm() throws {
    let loads = [0.6, 0.75, 0.5]
    let stations = loads.enumerated().map { number, load in
      Station(
        name: "\(number)", service: ServiceLaw(.exponential, mean: Milliseconds(Int64(load * Self.service))))
    }
    let seen = Self.seen(stations, meanDistance: Self.service, seed: 11)
    for (station, load) in loads.enumerated() {
      #expect(abs(try Self.z(seen.map { Double($0[station]) }, load / (1 - load))) < 3.5)
      #expect(abs(try Self.z(seen.map { $0[station] == 0 ? 1 : 0 }, 1 - load)) < 3.5)
    }
    for (a, b) in [(0, 1), (1, 2), (0, 2)] {
      let means = loads.map { $0 / (1 - $0) }
      #expect(abs(try Self.z(seen.map { Double($0[a] * $0[b]) }, means[a] * means[b])) < 3.5)
      let empty = (1 - loads[a]) * (1 - loads[b])
      #expect(abs(try Self.z(seen.map { $0[a] == 0 && $0[b] == 0 ? 1 : 0 }, empty)) < 3.5)
    }
  }

  private enum Happening: BitwiseCopyable {
    case arrival(Int32)
    case step(ProductionLine.Step)
  }

  /// How many orders of one card each arriving one finds at each station.
  private static func seen(_ stations: [Station], meanDistance: Double, seed: UInt64) -> [[Int]] {
    let count = orders + orders / 20
    var line = ProductionLine(
      stations, phase: 0, ids: (0..<UInt64(count)).map { $0 }, cards: count,
      random: RandomSource(seed: seed, replication: 0))
    var kernel = Kernel<Happening>()
    var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .selfTest)
    var present = stations.map { _ in 0 }
    var seen: [[Int]] = []
    kernel.schedule(.arrival(0), at: .zero)
    while let (time, happening) = kernel.next() {
      switch happening {
      case .arrival(let number):
        seen.append(present)
        present[0] += 1
        line.enter(OrderIndex(rawValue: number), cards: 1, at: time.rawValue)
        guard number + 1 < count else { break }
        let next = time + Milliseconds(Int64(draws.exponential(mean: meanDistance)))
        kernel.schedule(.arrival(number + 1), at: next)
      case .step(let step):
        present[Int(step.station)] -= 1
        if Int(step.station) + 1 < present.count { present[Int(step.station) + 1] += 1 }
        line.perform(step, at: time.rawValue)
      }
      for (time, step) in line.scheduled { kernel.schedule(.step(step), at: Milliseconds(time)) }
      line.scheduled.removeAll()
      line.begun.removeAll()
    }
    return Array(seen.dropFirst(orders / 20))
  }

  /// Little's law and the conservation of work, to the millisecond, in runs that drain and in runs that are cut off; the
  /// run itself proves the first at its end.
  @Test func whatIsPresentIsWhatEachStayed() {
    forAll(seeds: 0..<40) { seed in
      var random = SplitMix64(seed: seed)
      let stations = (0..<2).map { number in
        Station(
          name: "\(number)", servers: Int32(random.whole(1...3)), hours: WeeklyHoursTests.hours(&random),
          service: ServiceLaw(.gamma, mean: Milliseconds(400_000), cv: 0.5),
          atClose: random.chance(0.5) ? .resume : .finish)
      }
      let world = OrdersSetup.poisson(500, meanDistance: 1_000_000, seed: seed, stations: stations)
      let isCut = random.chance(0.5)
      let records = try world.ran(seed: seed) { rules in
        rules.horizon = isCut ? Milliseconds(400_000_000) : .never
        rules.requesterCancelProbability = 0.1
      }
      for (place, tally) in records.stations.enumerated() where !isCut {
        if tally.busyInHours + tally.overtime != tally.serviceTime { return "work at \(place)" }
        if tally.done != tally.begun || tally.waiting != 0 { return "left at \(place)" }
        if stations[place].atClose == .resume, tally.overtime != 0 { return "overtime at \(place)" }
      }
      let waits = records.orders.filter { $0.finished != .never }.reduce(0) { $0 + $1.wait }
      let before = records.stations.reduce(0) { $0 + Double($1.waits.reduce(0, +)) }
      if !isCut, waits != before { return "orders wait \(waits), stations let wait \(before)" }
      return nil
    }
  }
}
