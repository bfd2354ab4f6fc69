import Quantities
import Travellers

/// When what is known of each driver expires: a wheel of short ticks, each with the list of those who expire in it.
///
/// A hashed timing wheel (Varghese and Lauck 1987, scheme 6, doi:10.1145/41457.37504): to add, to remove and to expire a
/// driver cost the same whatever the number of drivers, and nobody's turn waits for that of all.
///
/// Invariant: who is in the calendar is in one list, that of the tick of the expiry, or in `due`, which holds those of the
/// tick under way, the first to expire last.
struct ExpiryCalendar: ~Copyable {
  /// A tick lasts 2^tickBits milliseconds.
  private static let tickBits: Int64 = 6
  private static let ticks = 8192

  /// The first driver in the list of each tick; -1 where it is empty.
  private var heads = [Int32](repeating: -1, count: ticks)
  private var nodes: [Node]
  private var due: [UInt64] = []
  /// The tick under way: lists of earlier ticks hold only who expires in a later round of the wheel.
  private var tick: Int64 = 0

  private struct Node: Listed {
    typealias Index = DriverIndex

    var next = DriverIndex.none
    var previous = DriverIndex.none
    /// Where the list begins; `waiting` for a driver in `due`, `absent` for one who is not in the calendar.
    var list = absent
    var expiry = Milliseconds.zero

    static let absent: Int32 = -2
    static let waiting: Int32 = -1
  }

  /// Creates the calendar of so many drivers, none of whom is in it.
  init(drivers: Int) {
    nodes = Array(repeating: Node(), count: drivers)
  }

  /// Lets `driver`, who is not in the calendar, expire at `expiry`.
  mutating func add(_ driver: DriverIndex, expiry: Milliseconds) {
    nodes[driver].expiry = expiry
    if expiry.rawValue >> Self.tickBits <= tick {
      nodes[driver].list = Node.waiting
      let word = Self.word(expiry, driver)
      var place = due.count
      while place > 0, due[place - 1] < word { place -= 1 }
      due.insert(word, at: place)
    } else {
      let list = Self.list(of: expiry.rawValue >> Self.tickBits)
      let first = DriverIndex(rawValue: heads[list])
      nodes[driver].list = Int32(list)
      nodes[driver].next = first
      nodes[driver].previous = .none
      if first != .none { nodes[first].previous = driver }
      heads[list] = driver.rawValue
    }
  }

  /// Takes `driver` out; has no effect on one who is not in the calendar.
  mutating func remove(_ driver: DriverIndex) {
    // Who is due stays in `due`, and is passed over there.
    if nodes[driver].list >= 0 { unlink(driver) }
    nodes[driver].list = Node.absent
  }

  /// Takes out all who expire up to `time`, and appends them to `expired`.
  mutating func expire(upTo time: Milliseconds, into expired: inout [DriverIndex]) {
    takeDue(upTo: time, into: &expired)
    let now = time.rawValue >> Self.tickBits
    guard tick < now else { return }
    // After a long time each list is looked at once.
    let first = max(tick + 1, now - Int64(Self.ticks) + 1)
    for passing in first...now { open(Self.list(of: passing), at: time, into: &expired) }
    tick = now
    due.sort(by: >)
  }

  private mutating func takeDue(upTo time: Milliseconds, into expired: inout [DriverIndex]) {
    while let word = due.last {
      let driver = DriverIndex(rawValue: Int32(truncatingIfNeeded: word & 0xffff_ffff))
      // Who has been taken out, or put in once more, is there by a word that no longer counts.
      let counts = nodes[driver].list == Node.waiting && Self.word(nodes[driver].expiry, driver) == word
      if counts {
        guard nodes[driver].expiry <= time else { return }
        nodes[driver].list = Node.absent
        expired.append(driver)
      }
      due.removeLast()
    }
  }

  /// Goes through the list of a tick that is over or under way at `time`.
  private mutating func open(_ list: Int, at time: Milliseconds, into expired: inout [DriverIndex]) {
    var driver = DriverIndex(rawValue: heads[list])
    while driver != .none {
      let next = nodes[driver].next
      let expiry = nodes[driver].expiry
      if expiry <= time {
        unlink(driver)
        nodes[driver].list = Node.absent
        expired.append(driver)
      } else if expiry.rawValue >> Self.tickBits == time.rawValue >> Self.tickBits {
        unlink(driver)
        nodes[driver].list = Node.waiting
        due.append(Self.word(expiry, driver))
      }
      driver = next
    }
  }

  private mutating func unlink(_ driver: DriverIndex) {
    let node = nodes[driver]
    if node.previous == .none {
      heads[Int(node.list)] = node.next.rawValue
    } else {
      nodes[node.previous].next = node.next
    }
    if node.next != .none { nodes[node.next].previous = node.previous }
  }

  private static func list(of tick: Int64) -> Int { Int(tick) & (ticks - 1) }

  /// Orders those of one tick by their expiry.
  private static func word(_ expiry: Milliseconds, _ driver: DriverIndex) -> UInt64 {
    UInt64(expiry.rawValue & (1 << tickBits - 1)) << 32 | UInt64(UInt32(bitPattern: driver.rawValue))
  }
}
