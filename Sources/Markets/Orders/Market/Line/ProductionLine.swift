import Lifecycle
import Quantities
import Statistics

/// Stations in series. The cards of orders enter the queue of the first station, are served first come, first served,
/// and leave after the last station.
///
/// The line is independent of money and promises. Its owner drives it: the line puts later steps into `scheduled` and
/// the orders affected into `begun` and `finished`, which the owner empties.
///
/// Each card of an order passes from station to station separately. At a station that processes whole orders, it waits
/// for the order's last card; this wait is not counted.
struct ProductionLine: ~Copyable {
  /// A step to be performed later.
  struct Step: BitwiseCopyable, Hashable {
    var order: OrderIndex
    var card: Int32
    /// The station at which the card is finished or, if `order` is `.none`, the station that opens.
    var station: Int32
  }

  /// The progress of an order through the line.
  private struct Progress {
    var cards: Int32 = 0
    /// The number of times it has entered the line; at each new entry, service times are drawn again.
    var visits: Int32 = 0
    /// The number of cards that have arrived at the next station that processes whole orders.
    var gathered: Int32 = 0
    var isBegun = false
    var isRemoved = false
    /// The total wait of its cards, in card-milliseconds.
    var waited: Int64 = 0
  }

  private(set) var stations: [StationState]
  private var orders: [Progress]
  private let ids: [UInt64]
  private let random: RandomSource
  /// The key of the first station's draws; the keys of the others follow consecutively.
  private let firstKey: Int
  /// The steps to be scheduled, in the order in which they were determined.
  var scheduled: [(time: Int64, step: Step)] = []
  /// The orders whose first card was begun.
  var begun: [OrderIndex] = []
  /// The order whose last card left in the last step; `.none` if none did.
  var finished = OrderIndex.none

  /// Creates an idle line in a run that begins `phase` milliseconds after Monday 0:00, for orders with the given `ids`
  /// and a total of `cards` cards.
  ///
  /// - Parameter outages: the outages during which the stations stop.
  init(
    _ stations: [Station], phase: Int64, ids: [UInt64], cards: Int, random: RandomSource,
    firstKey: Int = 0, outages: Outages? = nil
  ) {
    self.stations = stations.enumerated().map { place, station in
      StationState(
        station, index: place, phase: phase, units: station.unit == .order ? ids.count : cards,
        outages: outages)
    }
    orders = Array(repeating: Progress(), count: ids.count)
    self.ids = ids
    self.random = random
    self.firstKey = firstKey
  }

  /// Places the `cards` cards of `order` in the queue of the first station; an order that has left the line may enter
  /// again.
  mutating func enter(_ order: OrderIndex, cards: Int32, at time: Int64) {
    orders[Int(order)].cards = cards
    orders[Int(order)].gathered = 0
    orders[Int(order)].isBegun = false
    orders[Int(order)].visits &+= 1
    arrive(order, first: 0, count: cards, station: 0, at: time)
    serve(0, at: time)
  }

  /// Removes `order` if none of its cards has been begun, and returns whether it was removed.
  ///
  /// - Precondition: the order has entered and has not been removed.
  mutating func remove(_ order: OrderIndex, enteredAt entry: Int64, at time: Int64) -> Bool {
    guard !orders[Int(order)].isBegun else { return false }
    orders[Int(order)].isRemoved = true
    let units = stations[0].isPerOrder ? 1 : Int64(orders[Int(order)].cards)
    stations[0].measure(until: time)
    stations[0].tally.waiting -= units
    stations[0].tally.removed += units
    stations[0].tally.waitOfRemoved += units * (time - entry)
    return true
  }

  /// Performs a scheduled step.
  @inline(__always)
  mutating func perform(_ step: Step, at time: Int64) {
    finished = .none
    let station = Int(step.station)
    if step.order == .none {
      stations[station].awaitsOpening = false
    } else {
      stations[station].measure(until: time)
      stations[station].idle &+= 1
      stations[station].tally.done &+= 1
      let count = stations[station].isPerOrder ? orders[Int(step.order)].cards : 1
      moveOn(step.order, first: step.card, count: count, from: station, at: time)
    }
    serve(station, at: time)
  }

  /// Moves cards finished at `station` to the next station, or out of the line.
  private mutating func moveOn(
    _ order: OrderIndex, first: Int32, count: Int32, from station: Int, at time: Int64
  ) {
    let next = station + 1
    guard next == stations.count else {
      arrive(order, first: first, count: count, station: next, at: time)
      serve(next, at: time)
      return
    }
    orders[Int(order)].gathered &+= count
    if orders[Int(order)].gathered == orders[Int(order)].cards { finished = order }
  }

  private mutating func arrive(
    _ order: OrderIndex, first: Int32, count: Int32, station: Int, at time: Int64
  ) {
    var (first, count) = (first, count)
    if stations[station].isPerOrder {
      orders[Int(order)].gathered &+= count
      guard orders[Int(order)].gathered == orders[Int(order)].cards else { return }
      orders[Int(order)].gathered = 0
      (first, count) = (0, 1)
    }
    stations[station].measure(until: time)
    stations[station].tally.arrived &+= Int64(count)
    stations[station].tally.waiting &+= Int64(count)
    stations[station].waiting.append(
      WaitingCards(order: order, first: first, count: count, since: time))
  }

  /// Assigns waiting cards to idle servers of `station` while it is open.
  private mutating func serve(_ station: Int, at time: Int64) {
    while stations[station].idle > 0, stations[station].waiting.count > 0 {
      let cards = stations[station].waiting.first
      if orders[Int(cards.order)].isRemoved {
        stations[station].waiting.removeFirst()
        continue
      }
      guard stations[station].isOpen(at: time) else {
        awaitOpening(of: station, at: time)
        break
      }
      begin(cards, at: station, time)
    }
    let waiting = stations[station].tally.waiting
    if waiting > stations[station].tally.mostWaiting { stations[station].tally.mostWaiting = waiting }
  }

  private mutating func awaitOpening(of station: Int, at time: Int64) {
    guard !stations[station].awaitsOpening else { return }
    stations[station].awaitsOpening = true
    let opening = stations[station].opening(from: time)
    scheduled.append((opening, Step(order: .none, card: 0, station: Int32(station))))
  }

  /// Starts service of the first of `cards`, which are at the front of the queue.
  private mutating func begin(_ cards: WaitingCards, at station: Int, _ time: Int64) {
    if cards.count == 1 {
      stations[station].waiting.removeFirst()
    } else {
      stations[station].waiting.first.first &+= 1
      stations[station].waiting.first.count &-= 1
    }
    let order = Int(cards.order)
    let wait = time &- cards.since
    stations[station].measure(until: time)
    stations[station].idle &-= 1
    stations[station].tally.waiting &-= 1
    stations[station].tally.begun &+= 1
    stations[station].tally.waits.append(wait)
    orders[order].waited &+= stations[station].isPerOrder ? wait &* Int64(orders[order].cards) : wait
    if !orders[order].isBegun {
      orders[order].isBegun = true
      begun.append(cards.order)
    }
    let again = (orders[order].visits &- 1) &* (stations[station].isPerOrder ? 1 : orders[order].cards)
    let span = stations[station].service.draw(
      random, order: ids[order], station: firstKey &+ station, card: cards.first &+ again)
    stations[station].tally.serviceTime &+= span
    let end = stations[station].end(of: span, from: time)
    scheduled.append((end, Step(order: cards.order, card: cards.first, station: Int32(station))))
  }

  /// Makes every station record its queue length every `interval` milliseconds.
  mutating func noteQueues(every interval: Int64) {
    for station in stations.indices { stations[station].noteQueue(every: interval) }
  }

  /// Updates the measurements of all stations to `time`.
  mutating func measure(until time: Int64) {
    for station in stations.indices { stations[station].measure(until: time) }
  }

  /// Verifies Little's law at every station: the time integral of the queue length equals the sum of the waits of all
  /// units. Also verifies that every unit was begun or removed, or is waiting.
  ///
  /// - Precondition: the measurements of all stations have been updated to `time`.
  /// - Complexity: O(*n*) for *n* units that were begun.
  func audit(at time: Int64) {
    for state in stations {
      let tally = state.tally
      var left: (units: Int64, wait: Int64) = (0, 0)
      state.waiting.visit { cards in
        guard !orders[Int(cards.order)].isRemoved else { return }
        left.units += Int64(cards.count)
        left.wait += Int64(cards.count) * (time - cards.since)
      }
      precondition(
        tally.waiting == left.units && tally.arrived == tally.begun + tally.removed + left.units,
        "every unit was begun, taken out, or waits")
      precondition(
        tally.waitingArea == tally.waits.reduce(0, +) + tally.waitOfRemoved + left.wait,
        "what waits is arrivals times waits")
    }
  }

  /// Returns the total time that a card of `order` waited before stations, averaged over the order's cards, in
  /// milliseconds.
  func meanWait(of order: OrderIndex) -> Double {
    let progress = orders[Int(order)]
    return progress.cards == 0 ? 0 : Double(progress.waited) / Double(progress.cards)
  }

  /// Returns whether a card of `order` has been begun.
  func isBegun(_ order: OrderIndex) -> Bool { orders[Int(order)].isBegun }
}
