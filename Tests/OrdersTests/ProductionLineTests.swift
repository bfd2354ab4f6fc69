import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Orders

/// The line on its events against the same line worked out station by station.
struct ProductionLineTests {
  @Test func smallLinesDoWhatTheWitnessDoes() {
    forAll(seeds: 0..<300) { seed in
      var random = SplitMix64(seed: seed)
      let world = Self.world(&random)
      let records = try world.ran(seed: seed) { rules in
        rules.requesterCancelProbability = 0.2
      }
      let source = RandomSource(seed: seed, replication: 0)
      let entries = records.orders.map { $0.entered == .never ? nil : $0.entered.rawValue }
      let leaves = records.orders.map {
        $0.outcome == .cancelledByCustomer && $0.entered != .never ? $0.ended?.rawValue : nil
      }
      let witness = LineWitness(world, source, entries: entries, leaves: leaves)
      for (order, record) in records.orders.enumerated() {
        let begun = record.begun == .never ? nil : record.begun.rawValue
        let finished = record.finished == .never ? nil : record.finished.rawValue
        if begun != witness.begun[order] { return "order \(order) begins at \(begun ?? -1)" }
        if finished != witness.finished[order] { return "order \(order) ends at \(finished ?? -1)" }
        let cards = Double(world.orders[order].recipients)
        if finished != nil, record.wait != Double(witness.waited[order]) / cards {
          return "order \(order) waits \(record.wait)"
        }
      }
      for (station, tally) in records.stations.enumerated() {
        if tally.waits.sorted() != witness.waits[station].sorted() { return "waits of \(station)" }
        if tally.presentArea != witness.present[station] { return "services of \(station)" }
      }
      return nil
    }
  }

  /// Orders of cards over a week, with hours of all kinds, in distances that make ties rare.
  private static func world(_ random: inout SplitMix64) -> OrdersSetup {
    var world = OrdersSetup()
    world.accounts = [Account(id: 1, credits: 1_000_000)]
    world.phase = Int64(random.whole(0...604_799_999))
    for number in 0..<random.whole(1...3) {
      let families = ServiceLaw.Family.allCases
      let law = ServiceLaw(
        random.pick(families), mean: Milliseconds(Int64(random.whole(1...7_200_000))), cv: 0.7)
      world.fields.stations.append(
        Station(
          name: "\(number)", servers: Int32(random.whole(1...3)), hours: WeeklyHoursTests.hours(&random),
          service: law, unit: random.chance(0.3) ? .order : .card,
          atClose: random.chance(0.5) ? .resume : .finish))
    }
    world.fields.line.cutOff = random.chance(0.5) ? Milliseconds(Int64(random.whole(0...86_400_000))) : nil
    world.fields.line.cancelSpan = Milliseconds(Int64(random.whole(0...100_000_000)))
    for number in 0..<random.whole(1...60) {
      world.orders.append(
        Order(
          id: Int64(number * 7), submit: Milliseconds(Int64(random.whole(0...604_800_000))), account: 0,
          recipients: Int32(random.whole(1...6))))
    }
    world.orders.sort { $0.submit < $1.submit }
    return world
  }
}
