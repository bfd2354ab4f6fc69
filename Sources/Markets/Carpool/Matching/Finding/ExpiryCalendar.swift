import Quantities
import Travellers

/// When what is known of drivers expires: a wheel of short ticks, each with the notes of who expires in it.
///
/// A hashed timing wheel (Varghese and Lauck 1987, scheme 6, doi:10.1145/41457.37504): to note and to expire cost the same
/// whatever the number of drivers, and nobody's turn waits for that of all. A note is never taken back; whoever reads it asks
/// whether it still counts.
struct ExpiryCalendar: ~Copyable {
  /// A tick lasts 2^tickBits milliseconds.
  private static let tickBits: Int64 = 6
  private static let ticks = 8192

  /// That what is known of `driver` expires at `expiry`.
  struct Note {
    var expiry: Milliseconds
    var driver: DriverIndex
  }

  /// The notes of each tick, and those of the same tick in later rounds of the wheel.
  private var notes = [[Note]](repeating: [], count: ticks)
  /// Notes of the tick under way, the first to expire last.
  private var due: [Note] = []
  /// The tick under way: what was noted for earlier ones has been read.
  private var tick: Int64 = 0

  /// Notes that what is known of `driver` expires at `expiry`.
  mutating func add(_ driver: DriverIndex, expiry: Milliseconds) {
    let note = Note(expiry: expiry, driver: driver)
    if Self.tick(of: expiry) > tick {
      notes[Self.place(of: Self.tick(of: expiry))].append(note)
    } else {
      let place = due.lastIndex { $0.expiry >= expiry }.map { $0 + 1 } ?? 0
      due.insert(note, at: place)
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
      guard !notes[place].isEmpty else { continue }
      var kept = 0
      for index in notes[place].indices {
        let note = notes[place][index]
        if note.expiry <= time {
          body(note)
        } else if Self.tick(of: note.expiry) == now {
          due.append(note)
        } else {
          notes[place][kept] = note
          kept += 1
        }
      }
      notes[place].removeLast(notes[place].count - kept)
    }
    tick = now
    if due.count > 1 { due.sort { $0.expiry > $1.expiry } }
    return true
  }

  /// Calls `body` with the notes that are read next, or soon: those of the tick after next.
  func forEachNoteAhead(_ body: (Note) -> Void) {
    for note in notes[Self.place(of: tick + 2)] { body(note) }
  }

  private static func tick(of time: Milliseconds) -> Int64 { time.rawValue >> tickBits }

  private static func place(of tick: Int64) -> Int { Int(tick) & (ticks - 1) }
}
