import Quantities
import Statistics

@testable import Orders

/// The line worked out without events: station by station, cards in the order in which they come, each with the server
/// that is free first (Kiefer and Wolfowitz 1955, doi:10.1090/S0002-9947-1955-0070880-4).
struct LineWitness {
  struct Unit {
    var order: Int
    var card: Int32
    var arrive: Int64
    /// How many cards it stands for.
    var cards: Int
  }

  let world: OrdersSetup
  let random: RandomSource
  /// When each order enters; nil for one that does not.
  let entries: [Int64?]
  /// When each order leaves the line if its first card is not begun by then.
  let leaves: [Int64?]
  private(set) var begun: [Int64?] = []
  private(set) var finished: [Int64?] = []
  private(set) var waited: [Int64] = []
  private(set) var waits: [[Int64]] = []
  /// In service, rests included.
  private(set) var present: [Int64] = []

  init(_ world: OrdersSetup, _ random: RandomSource, entries: [Int64?], leaves: [Int64?]) {
    self.world = world
    self.random = random
    self.entries = entries
    self.leaves = leaves
    begun = Array(repeating: nil, count: entries.count)
    finished = begun
    waited = Array(repeating: 0, count: entries.count)
    var units: [Unit] = []
    for (order, entry) in entries.enumerated() {
      guard let entry else { continue }
      for card in 0..<world.orders[order].recipients {
        units.append(Unit(order: order, card: card, arrive: entry, cards: 1))
      }
    }
    for station in world.fields.stations.indices { units = pass(units, station) }
    for unit in units { finished[unit.order] = max(finished[unit.order] ?? 0, unit.arrive) }
  }

  private mutating func pass(_ cards: [Unit], _ index: Int) -> [Unit] {
    let station = world.fields.stations[index]
    var units = station.unit == .order ? gathered(cards) : cards
    units = units.enumerated().sorted { ($0.element.arrive, $0.offset) < ($1.element.arrive, $1.offset) }
      .map(\.element)
    let times = ServiceTimes(station.service)
    var free = [Int64](repeating: 0, count: Int(station.servers))
    var done: [Unit] = []
    var list: [Int64] = []
    var inService: Int64 = 0
    for unit in units {
      guard let server = free.indices.min(by: { free[$0] < free[$1] }) else { continue }
      let start = opening(max(free[server], unit.arrive), station)
      if index == 0 {
        if let leave = leaves[unit.order], begun[unit.order] == nil, leave < start { continue }
        begun[unit.order] = min(begun[unit.order] ?? start, start)
      }
      let span = times.draw(
        random, order: UInt64(bitPattern: world.orders[unit.order].id), station: index, card: unit.card)
      let end = end(span, start, station)
      free[server] = end
      waited[unit.order] += Int64(unit.cards) * (start - unit.arrive)
      list.append(start - unit.arrive)
      inService += end - start
      for card in 0..<Int32(unit.cards) {
        done.append(Unit(order: unit.order, card: unit.card + card, arrive: end, cards: 1))
      }
    }
    waits.append(list)
    present.append(inService)
    return done
  }

  /// Orders whose cards have all come, as one each, in the order in which their last ones did.
  private func gathered(_ cards: [Unit]) -> [Unit] {
    var come: [Int: Int] = [:]
    var orders: [Unit] = []
    let inOrder = cards.enumerated().sorted {
      ($0.element.arrive, $0.offset) < ($1.element.arrive, $1.offset)
    }
    for (_, card) in inOrder {
      come[card.order, default: 0] += 1
      let count = Int(world.orders[card.order].recipients)
      if come[card.order] == count {
        orders.append(Unit(order: card.order, card: 0, arrive: card.arrive, cards: count))
      }
    }
    return orders
  }

  private func moment(_ time: Int64) -> Int64 { (time + world.phase) % WeeklyHours.week }

  /// The spans of the weekly hours around `time`, placed in time, one after the other.
  private func spans(_ time: Int64, _ station: Station) -> [Range<Int64>] {
    let monday = time - moment(time)
    return (-1...8).flatMap { week in
      station.hours.spans.map {
        monday + week * WeeklyHours.week + $0.lowerBound..<monday + week * WeeklyHours.week + $0.upperBound
      }
    }
  }

  private func opening(_ time: Int64, _ station: Station) -> Int64 {
    for span in spans(time, station) where span.upperBound > time { return max(time, span.lowerBound) }
    preconditionFailure("no hours")
  }

  private func end(_ span: Int64, _ start: Int64, _ station: Station) -> Int64 {
    if station.atClose == .finish { return start + span }
    var left = span
    for hours in spans(start, station) where hours.upperBound > start {
      let begin = max(start, hours.lowerBound)
      if left <= hours.upperBound - begin { return begin + left }
      left -= hours.upperBound - begin
    }
    preconditionFailure("no hours")
  }
}
