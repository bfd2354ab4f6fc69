import Community
import Lifecycle
public import Quantities
import Statistics

/// A check of an order's photo.
public struct PhotoLook: Hashable, Sendable {
  public var order: OrderIndex
  /// The number of the photo within the order, counting from 1.
  public var look: Int32
  /// The times at which the photo arrived and at which its check ended.
  public var came: Milliseconds
  public var looked: Milliseconds
  /// Whether it was rejected.
  public var isRejected: Bool
  /// The time at which the customer sent another or gave up; `.never` if they did neither.
  public var answered = Milliseconds.never
  public var gaveUp = false
}

/// A complaint about an order printed from a bad photo, after which all of its cards are printed again.
public struct Complaint: Hashable, Sendable {
  public var order: OrderIndex
  public var time: Milliseconds
  /// The time at which the last reprinted card left; `.never` if it has not.
  public var reprinted = Milliseconds.never
}

/// The photo records of a run.
public struct PhotoRecords: Sendable {
  /// The checks, in chronological order.
  public var looks: [PhotoLook] = []
  public var complaints: [Complaint] = []
  /// The tally of the photo check; nil if photos are not checked.
  public var check: StationTally?
  /// For each order, the earlier order whose card it reused; empty if cards cannot be reused.
  public var reused: [OrderIndex] = []
}

/// The photo check, its results, and the complaints.
struct PhotoDesk: ~Copyable {
  let rules: PhotoRules
  /// The people who check photos, modelled as a line with one station.
  var line: ProductionLine
  var records = PhotoRecords()
  private(set) var reuse: Reuse?
  private var states: [State]
  private let ids: [UInt64]
  private let random: RandomSource

  /// The state of an order's photo.
  private struct State {
    /// The number of photos received.
    var photos: Int32 = 0
    /// Whether the latest photo is bad.
    var isBad = false
    /// The time at which the latest photo arrived; `.never` unless it is waiting to be checked or being checked.
    var came = Milliseconds.never
    /// The indices of the order's last check and of its complaint in the records; −1 for none.
    var lookPlace: Int32 = -1
    var complaintPlace: Int32 = -1
  }

  /// The result of a check.
  enum Verdict {
    case passed
    /// The photo is rejected, and the customer answers after the given time.
    case rejected(answerAfter: Milliseconds)
  }

  init?(_ setup: OrdersSetup, random: RandomSource) {
    guard let rules = setup.fields.photos else { return nil }
    self.rules = rules
    self.random = random
    reuse = Reuse(setup)
    ids = setup.orders.map(\.key)
    states = Array(repeating: State(), count: ids.count)
    let stations = rules.check.map { [$0.station] } ?? []
    // Draws of its own: the line's stations are numbered from 0.
    line = ProductionLine(
      stations, phase: setup.phase, ids: ids, cards: ids.count, random: random,
      firstKey: setup.fields.stations.count)
  }

  private func stream(_ purpose: Purpose, _ order: OrderIndex) -> KeyedGenerator {
    random.stream(purpose, ids[Int(order)], UInt64(UInt32(states[Int(order)].photos)))
  }

  /// Receives a photo of `order`, and returns whether it has to be checked.
  mutating func receive(_ order: OrderIndex, at time: Milliseconds) -> Bool {
    if states[Int(order)].photos == 0, let earlier = reuse?.source(of: order) {
      // The photo passed before, good or not.
      states[Int(order)].isBad = states[Int(earlier)].isBad
      reuse?.note(order)
      return false
    }
    states[Int(order)].photos += 1
    var draws = stream(.photo, order)
    states[Int(order)].isBad = draws.happens(withProbability: rules.badShare)
    guard rules.check != nil else {
      reuse?.note(order)
      return false
    }
    states[Int(order)].came = time
    line.enter(order, cards: 1, at: time.rawValue)
    return true
  }

  /// Ends the check of the latest photo of `order`, and returns its verdict.
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
    if !isFound { reuse?.note(order) }
    return isFound ? .rejected(answerAfter: check.answer.span(&draws)) : .passed
  }

  /// Records the answer of the customer whose photo was rejected, and returns whether they give up and how long they
  /// took.
  mutating func answer(_ order: OrderIndex, at time: Milliseconds) -> (gaveUp: Bool, span: Milliseconds) {
    var draws = stream(.photoAnswer, order)
    let place = Int(states[Int(order)].lookPlace)
    records.looks[place].answered = time
    records.looks[place].gaveUp = draws.happens(withProbability: rules.check?.giveUpShare ?? 0)
    return (records.looks[place].gaveUp, time - records.looks[place].looked)
  }

  /// Removes the photo of `order`, which is cancelled at `time`, from the check.
  mutating func remove(_ order: OrderIndex, at time: Milliseconds) {
    let came = states[Int(order)].came
    guard came != .never else { return }
    states[Int(order)].came = .never
    _ = line.remove(order, enteredAt: came.rawValue, at: time.rawValue)
  }

  /// Returns the time from the arrival of the last card of `order` to its customer's complaint; nil if they do not
  /// complain.
  func complaintDelay(of order: OrderIndex) -> Milliseconds? {
    guard states[Int(order)].isBad else { return nil }
    var draws = stream(.complaint, order)
    guard draws.happens(withProbability: rules.complaintShare) else { return nil }
    return rules.complaintDelay.span(&draws)
  }

  mutating func complain(_ order: OrderIndex, at time: Milliseconds) {
    reuse?.discard(order)
    states[Int(order)].complaintPlace = Int32(records.complaints.count)
    records.complaints.append(Complaint(order: order, time: time))
  }

  /// Records that the last reprinted card of `order` has left.
  mutating func reprint(_ order: OrderIndex, at time: Milliseconds) {
    records.complaints[Int(states[Int(order)].complaintPlace)].reprinted = time
  }
}
