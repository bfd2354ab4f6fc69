import Quantities
import Travellers

/// The expiry times of the drivers' entries: a timing wheel with short ticks, each with a list of notes.
///
/// This is a hashed timing wheel (Varghese and Lauck 1987, scheme 6, doi:10.1145/41457.37504): the cost of adding and
/// of expiring a note does not depend on the number of drivers. Notes are never removed early; the caller checks
/// whether they are still valid.
struct ExpiryCalendar: ~Copyable {
  /// The binary logarithm of the tick length in milliseconds.
  private static let tickBits: Int64 = 6
  private static let ticks = 8192

  /// A note that the entry of `driver` expires at `expiry`.
  struct Note {
    var expiry: Milliseconds
    var driver: DriverIndex
  }

  /// A note, with the index of the next note in its list (-1: none).
  private struct Link {
    var note: Note
    var next: Int32
  }

  /// The index of the first note for each tick, including later rounds of the wheel; -1 if there is none.
  ///
  /// All notes share one array: with an array per tick, every access would miss the cache.
  private var heads = FixedList<Int32>(repeating: -1, count: ticks)
  private var links: [Link] = []
  /// The index of the first free link; -1 if there is none.
  private var free: Int32 = -1
  /// The notes of the current tick, in descending order of expiry time.
  private var due: [Note] = []
  /// The current tick; all earlier ticks have been processed.
  private var tick: Int64 = 0

  /// Adds a note that the entry of `driver` expires at `expiry`.
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

  /// Calls `body` with each note due by `time`, which must not decrease from call to call.
  ///
  /// - Returns: whether a new tick has begun.
  mutating func expire(upTo time: Milliseconds, _ body: (Note) -> Void) -> Bool {
    while let note = due.last, note.expiry <= time {
      due.removeLast()
      body(note)
    }
    let now = Self.tick(of: time)
    guard tick < now else { return false }
    // After a long time each slot of the wheel is visited once.
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

  /// Calls `body` with each note of the tick `ticks` after the current one.
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
