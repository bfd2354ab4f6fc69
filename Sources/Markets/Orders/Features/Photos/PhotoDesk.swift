public import Quantities
import Statistics

/// A look at the photo of an order.
public struct PhotoLook: Hashable, Sendable {
  public var order: OrderIndex
  /// The number of the photo among those of the order, from 1.
  public var look: Int32
  /// The time at which the photo came, and the time at which the person was done with it.
  public var came: Milliseconds
  public var looked: Milliseconds
  /// True if it was sent back.
  public var isRejected: Bool
  /// The time at which the customer sent another or gave up; `.never` if nobody did.
  public var answered = Milliseconds.never
  public var gaveUp = false
}

/// A complaint about an order that was printed from a bad photo: all of its cards are printed again.
public struct Complaint: Hashable, Sendable {
  public var order: OrderIndex
  public var time: Milliseconds
  /// The time at which the last card of the reprint had left; `.never` if it has not.
  public var reprinted = Milliseconds.never
}

/// The records that a run leaves of photos.
public struct PhotoRecords: Sendable {
  /// The looks in the order in which they were made.
  public var looks: [PhotoLook] = []
  public var complaints: [Complaint] = []
  /// The persons who look at photos; nil where nobody does.
  public var check: StationTally?
}

/// The desk where people look at photos, with what was found and who complains.
struct PhotoDesk: ~Copyable {
  let rules: PhotoRules
  /// The persons who look, as a line of one station.
  var line: ProductionLine
  var records = PhotoRecords()
  private var states: [State]
  private let ids: [UInt64]
  private let random: RandomSource

  /// The state of the photo of an order.
  private struct State {
    /// The number of photos that came.
    var photos: Int32 = 0
    /// True if the last one is bad.
    var isBad = false
    /// The time at which it came; `.never` unless it waits to be looked at, or is looked at.
    var came = Milliseconds.never
    /// The last look or complaint, as an offset; −1 for none.
    var lookPlace: Int32 = -1
    var complaintPlace: Int32 = -1
  }

  /// The finding of a person.
  enum Verdict {
    case passed
    /// It is sent back, and the customer answers after so long.
    case rejected(answerAfter: Milliseconds)
  }

  init?(_ setup: OrdersSetup, random: RandomSource) {
    guard let rules = setup.photos else { return nil }
    self.rules = rules
    self.random = random
    ids = setup.orders.map(\.key)
    states = Array(repeating: State(), count: ids.count)
    let stations = rules.check.map { [$0.station] } ?? []
    // Draws of its own: the stations of the line count from 0.
    line = ProductionLine(
      stations, phase: setup.phase, ids: ids, cards: ids.count, random: random,
      firstKey: setup.stations.count)
  }

  private func stream(_ purpose: Purpose, _ order: OrderIndex) -> KeyedGenerator {
    random.stream(purpose, ids[Int(order)], UInt64(UInt32(states[Int(order)].photos)))
  }

  /// A photo of `order` comes; answers whether somebody looks at it.
  mutating func receive(_ order: OrderIndex, at time: Milliseconds) -> Bool {
    states[Int(order)].photos += 1
    var draws = stream(.photo, order)
    states[Int(order)].isBad = draws.happens(withProbability: rules.badShare)
    guard rules.check != nil else { return false }
    states[Int(order)].came = time
    line.enter(order, cards: 1, at: time.rawValue)
    return true
  }

  /// The person is done with the photo of `order`.
  mutating func judge(_ order: OrderIndex, at time: Milliseconds) -> Verdict {
    var draws = stream(.photoCheck, order)
    let check = rules.check ?? PhotoCheck()
    let isFound = draws.happens(withProbability: check.foundShare) && states[Int(order)].isBad
    states[Int(order)].lookPlace = Int32(records.looks.count)
    records.looks.append(
      PhotoLook(
        order: order, look: states[Int(order)].photos, came: states[Int(order)].came, looked: time,
        isRejected: isFound))
    states[Int(order)].came = .never
    return isFound ? .rejected(answerAfter: check.answer.span(&draws)) : .passed
  }

  /// The customer of a photo that was sent back answers; answers whether they give up, and how long they took.
  mutating func answer(_ order: OrderIndex, at time: Milliseconds) -> (gaveUp: Bool, span: Milliseconds) {
    var draws = stream(.photoAnswer, order)
    let place = Int(states[Int(order)].lookPlace)
    records.looks[place].answered = time
    records.looks[place].gaveUp = draws.happens(withProbability: rules.check?.giveUpShare ?? 0)
    return (records.looks[place].gaveUp, time - records.looks[place].looked)
  }

  /// The customer of `order` cancels at `time`: nobody looks at a photo that still waits.
  mutating func remove(_ order: OrderIndex, at time: Milliseconds) {
    let came = states[Int(order)].came
    guard came != .never else { return }
    states[Int(order)].came = .never
    _ = line.remove(order, enteredAt: came.rawValue, at: time.rawValue)
  }

  /// Returns the delay after its last card came at which the customer of `order` complains, or nil for one who does not.
  func complaintDelay(of order: OrderIndex) -> Milliseconds? {
    guard states[Int(order)].isBad else { return nil }
    var draws = stream(.complaint, order)
    guard draws.happens(withProbability: rules.complaintShare) else { return nil }
    return rules.complaintDelay.span(&draws)
  }

  mutating func complain(_ order: OrderIndex, at time: Milliseconds) {
    states[Int(order)].complaintPlace = Int32(records.complaints.count)
    records.complaints.append(Complaint(order: order, time: time))
  }

  /// The last card of the reprint of `order` has left.
  mutating func reprint(_ order: OrderIndex, at time: Milliseconds) {
    records.complaints[Int(states[Int(order)].complaintPlace)].reprinted = time
  }
}
