import Quantities
import Travellers

/// The times at which what is known of drivers expires: a wheel of short ticks, each with the notes of what expires in it.
///
/// A hashed timing wheel (Varghese and Lauck 1987, scheme 6, doi:10.1145/41457.37504): to note and to expire cost the same
/// whatever the number of drivers, and nobody's turn waits for that of all. A note is never taken back; its reader asks
/// whether it still counts.
struct ExpiryCalendar: ~Copyable {
  /// A tick lasts 2^tickBits milliseconds.
  private static let tickBits: Int64 = 6
  private static let ticks = 8192

  /// A note that what is known of `driver` expires at `expiry`.
  struct Note {
    var expiry: Milliseconds
    var driver: DriverIndex
  }

  /// A note, and the place of the next one in the same list; -1 at its end.
  private struct Link {
    var note: Note
    var next: Int32
  }

  /// The first note of each tick and of the same tick in later rounds of the wheel; -1 where there is none.
  ///
  /// All notes stand in one list: with a list for each tick, every note and every tick waited for memory.
  private var heads = FixedList<Int32>(repeating: -1, count: ticks)
  private var links: [Link] = []
  /// The first link that is free.
  private var free: Int32 = -1
  /// Notes of the tick under way, the first to expire last.
  private var due: [Note] = []
  /// The tick under way: what was noted for earlier ones has been read.
  private var tick: Int64 = 0

  /// Notes that what is known of `driver` expires at `expiry`.
  mutating func add(_ driver: DriverIndex, expiry: Milliseconds) {
    let note = Note(expiry: expiry, driver: driver)
    if Self.tick(of: expiry) > tick {
      link(note, at: Self.place(of: Self.tick(of: expiry)))
    } else {
      let place = due.lastIndex { $0.expiry >= expiry }.map { $0 + 1 } ?? 0
      due.insert(note, at: place)
    }
  }

  private mutating func link(_ note: Note, at place: Int) {
    let link = Link(note: note, next: heads[place])
    if free >= 0 {
      heads[place] = free
      free = links[Int(free)].next
      links[Int(heads[place])] = link
    } else {
      heads[place] = Int32(links.count)
      links.append(link)
    }
  }

  /// Calls `body` with each note whose time has come at `time`, which never goes back.
  ///
  /// - Returns: whether another tick has begun.
  mutating func expire(upTo time: Milliseconds, _ body: (Note) -> Void) -> Bool {
    while let note = due.last, note.expiry <= time {
      due.removeLast()
      body(note)
    }
    let now = Self.tick(of: time)
    guard tick < now else { return false }
    // After a long time each place of the wheel is looked at once.
    for passing in max(tick + 1, now - Int64(Self.ticks) + 1)...now {
      let place = Self.place(of: passing)
      var number = heads[place]
      heads[place] = -1
      while number >= 0 {
        let (note, next) = (links[Int(number)].note, links[Int(number)].next)
        links[Int(number)].next = free
        free = number
        number = next
        if note.expiry <= time {
          body(note)
        } else if Self.tick(of: note.expiry) == now {
          due.append(note)
        } else {
          link(note, at: place)
        }
      }
    }
    tick = now
    if due.count > 1 { due.sort { $0.expiry > $1.expiry } }
    return true
  }

  /// Calls `body` with the notes of a tick that comes soon.
  func forEachNote(ticksAhead ticks: Int64, _ body: (Note) -> Void) {
    var number = heads[Self.place(of: tick + ticks)]
    while number >= 0 {
      body(links[Int(number)].note)
      number = links[Int(number)].next
    }
  }

  private static func tick(of time: Milliseconds) -> Int64 { time.rawValue >> tickBits }

  private static func place(of tick: Int64) -> Int { Int(tick) & (ticks - 1) }
}
