import Community
import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Orders

/// Outages that stop the stations, against a closed form and against minutes counted one by one.
struct OutageTests {
  /// The mean number in an M/M/1 queue whose server fails and is repaired after exponential times, whether it works or not, and
  /// then goes on where it was (White & Christie 1958, doi:10.1287/opre.6.1.79; Avi-Itzhak & Naor 1963,
  /// doi:10.1287/opre.11.3.303).
  ///
  /// - Parameters: rates of arrivals, services, failures and repairs.
  private static func meanNumber(_ arrival: Double, _ service: Double, _ failure: Double, _ repair: Double)
    -> Double
  {
    let both = failure + repair
    return arrival * (both * both + service * failure) / (both * (service * repair - arrival * both))
  }

  /// The same from the balance of the Markov chain of numbers 0 … 600 and the state of the server, swept until nothing moves.
  private static func meanNumberByChain(
    _ arrival: Double, _ service: Double, _ failure: Double, _ repair: Double
  ) -> Double {
    let most = 600
    var up = [Double](repeating: 1 / Double(2 * most), count: most + 1)
    var down = up
    for _ in 0..<20_000 {
      for n in 0...most {
        let below = n > 0 ? arrival : 0
        let arriving = n < most ? arrival : 0
        let inUp =
          (n > 0 ? up[n - 1] * below : 0) + (n < most ? up[n + 1] * service : 0) + down[n] * repair
        up[n] = inUp / (arriving + (n > 0 ? service : 0) + failure)
        down[n] = ((n > 0 ? down[n - 1] * below : 0) + up[n] * failure) / (arriving + repair)
      }
      let sum = up.reduce(0, +) + down.reduce(0, +)
      for n in 0...most {
        up[n] /= sum
        down[n] /= sum
      }
    }
    return zip(up, down).enumerated().reduce(0) { $0 + Double($1.offset) * ($1.element.0 + $1.element.1) }
  }

  @Test func theFormulaIsThatOfTheChain() {
    for (load, failure, repair) in [(0.5, 0.02, 0.1), (0.3, 0.2, 0.4), (0.6, 0.01, 0.2)] {
      let formula = Self.meanNumber(load, 1, failure, repair)
      #expect(abs(formula - Self.meanNumberByChain(load, 1, failure, repair)) < 1e-6 * formula)
    }
  }

  @Test(arguments: isFullValidation ? [(0.5, 50.0, 10.0), (0.3, 5, 2.5), (0.7, 200, 20)] : [(0.5, 50, 10)])
  func oneServerWithBreakdowns(_ load: Double, _ up: Double, _ down: Double) throws {
    let service = 600_000.0
    let count = isFullValidation ? 2_000_000 : 120_000
    let station = Station(
      name: "print", service: ServiceLaw(.exponential, mean: Milliseconds(Int64(service))))
    var world = OrdersSetup.poisson(count, meanDistance: service / load, seed: 21, stations: [station])
    var outages = OutageRules(
      times: .drawn(
        between: .exponential(mean: up * service / 1000), repair: .exponential(mean: down * service / 1000)))
    outages.stopsWork = true
    var channel = ChannelRules()
    channel.outages = outages
    world.fields.channel = channel
    let records = try world.ran(seed: 7) { $0.outages = outages }
    // From the order to its last card: whoever comes in an outage waits before the line instead of in it.
    let times = records.orders.dropFirst(count / 20).enumerated().map { place, order in
      Double((order.finished - world.orders[OrderIndex(place + count / 20)].submit).rawValue) / service
    }
    let expected = Self.meanNumber(load, 1, 1 / up, 1 / down) / load
    let statistics = RunningStatistics(batchMeansOf: times, batches: 40)
    #expect(abs(try #require(statistics.zScore(expected: expected))) < 3.5)
    // Without the outages the queue is far shorter: the closed form is not that of M/M/1.
    #expect(abs(try #require(statistics.zScore(expected: 1 / (1 - load)))) > 10)
    let met = Double(Set(try #require(records.outages).calls.map(\.request)).count) / Double(count)
    #expect(abs(met - down / (up + down)) < 0.03)
  }

  /// Work, openings and ends under hours and outages agree with what counting minutes gives.
  @Test func theCursorCountsTheMinutesOutsideOfOutages() {
    let minute: Int64 = 60_000
    forAll(seeds: 0..<20) { seed in
      var random = SplitMix64(seed: seed)
      let hours = WeeklyHoursTests.hours(&random)
      let phase = Int64(random.whole(0...7 * 1440 - 1)) * minute
      let cuts = Set((0..<40).map { _ in random.whole(0...14 * 1440) }).sorted()
      let windows = stride(from: 0, to: cuts.count - 1, by: 2).map {
        Milliseconds(Int64(cuts[$0]) * minute)..<Milliseconds(Int64(cuts[$0 + 1]) * minute)
      }
      let outages = Outages(
        OutageRules(times: .windows(windows)), random: RandomSource(seed: 1, replication: 0))
      let clock = WorkClock(hours, phase: phase)
      let isOpen = (0..<5 * 7 * 1440).map { number in
        let moment = (Int64(number) * minute + phase) % WeeklyHours.week
        return hours.spans.contains { $0.contains(moment) }
          && !windows.contains { $0.contains(Milliseconds(Int64(number) * minute)) }
      }
      var cursor = WorkCursor(clock, outages: outages)
      var worked = 0
      for number in 0..<2 * 7 * 1440 {
        let time = Int64(number) * minute
        if number % 7 == 0 {
          if cursor.isOpen(at: time) != isOpen[number] { return "open at minute \(number)" }
          if cursor.work(until: time) != Int64(worked) * minute { return "work at minute \(number)" }
          guard let next = isOpen[number...].firstIndex(of: true) else { return "never open" }
          if cursor.opening(from: time) != Int64(next) * minute { return "opening after \(number)" }
        }
        if isOpen[number], number % 97 == 0 {
          let span = random.whole(1...600)
          var (rest, end) = (span, number)
          while rest > 0 {
            rest -= isOpen[end] ? 1 : 0
            end += 1
          }
          var other = WorkCursor(clock, outages: outages)
          if other.end(of: Int64(span) * minute, from: time) != Int64(end) * minute {
            return "\(span) minutes from minute \(number)"
          }
        }
        worked += isOpen[number] ? 1 : 0
      }
      return nil
    }
  }
}
