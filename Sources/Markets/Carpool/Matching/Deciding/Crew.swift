import CKernels
import Foundation
import Quantities
import Synchronization

/// Work in pieces that several threads may do: each takes the first piece that nobody has taken yet.
final class SharedWork: @unchecked Sendable {
  let pieces: Int
  private let taken = Atomic(0)
  private let done = Atomic(0)
  private let carryOut: (Int) -> Void

  /// - Parameter carryOut: does the piece of that number; it shares nothing that changes with other pieces.
  init(pieces: Int, _ carryOut: @escaping (Int) -> Void) {
    self.pieces = pieces
    self.carryOut = carryOut
  }

  /// True if somebody is at each piece, or was.
  var isTaken: Bool { taken.load(ordering: .relaxed) >= pieces }

  /// True if every piece is done, and what it has written can be read.
  var isDone: Bool { done.load(ordering: .acquiring) == pieces }

  /// Lets nobody begin with a piece that nobody has taken yet: what it would find is not wanted.
  func giveUp() {
    let begun = min(taken.exchange(pieces, ordering: .relaxed), pieces)
    done.add(pieces - begun, ordering: .acquiringAndReleasing)
  }

  /// Does all pieces that nobody has taken yet.
  func help() {
    while !isTaken {
      let piece = taken.add(1, ordering: .relaxed).oldValue
      guard piece < pieces else { return }
      carryOut(piece)
      done.add(1, ordering: .acquiringAndReleasing)
    }
  }
}

/// Threads that help the one that they belong to with work in pieces.
///
/// Pieces are as short as ten microseconds, in which no thread wakes up: a thread that has nothing to do looks for work for a while
/// before it sleeps. None waits for another to come: the thread that needs the work does whatever no other has taken.
final class Crew {
  private let board = WorkBoard()
  /// The number of threads, the one that it belongs to included.
  let threads: Int
  private var hasBegun = false

  /// - Precondition: two threads or more.
  init(threads: Int) {
    precondition(threads > 1, "one thread helps nobody")
    self.threads = threads
  }

  deinit { board.close() }

  /// Lets the others begin with `work`, which is asked for later.
  func expect(_ work: SharedWork) { post(work, isUrgent: false) }

  /// Does `work` together with the others.
  func finish(_ work: SharedWork) {
    if !work.isTaken, work.pieces > 1 { post(work, isUrgent: true) }
    work.help()
    var turns = 0
    while !work.isDone {
      turns += 1
      // The other may have lost its processor to somebody else.
      if turns % WorkBoard.turnsBeforeSleep == 0 { sched_yield() } else { detour_pause() }
    }
  }

  private func post(_ work: SharedWork, isUrgent: Bool) {
    board.post(work, isUrgent: isUrgent)
    guard !hasBegun else { return }
    hasBegun = true
    for _ in 1..<threads {
      guard Threads.start({ [board] in board.help() }) else { return }
    }
  }
}

/// The work that is to be done, for those who help.
private final class WorkBoard: @unchecked Sendable {
  /// The number of looks at the board, some ten nanoseconds each, after which a thread that has nothing to do sleeps.
  static let turnsBeforeSleep = 4096

  private let condition = NSCondition()
  /// The number of times that something was posted: what those who look for work look at.
  private let posts = Atomic(0)
  private var works: [SharedWork] = []
  private var sleepers = 0
  private var isClosed = false

  func post(_ work: SharedWork, isUrgent: Bool) {
    condition.withLock {
      works.removeAll { $0.isTaken }
      works.insert(work, at: isUrgent ? 0 : works.count)
      posts.add(1, ordering: .releasing)
      if sleepers > 0 { condition.broadcast() }
    }
  }

  /// Lets those who help go.
  func close() {
    condition.withLock {
      isClosed = true
      works = []
      posts.add(1, ordering: .releasing)
      condition.broadcast()
    }
  }

  /// Does what is posted, until the board is closed.
  func help() {
    var seen = 0
    while true {
      var turns = 0
      while posts.load(ordering: .acquiring) == seen, turns < Self.turnsBeforeSleep {
        turns += 1
        detour_pause()
      }
      condition.lock()
      while posts.load(ordering: .relaxed) == seen {
        sleepers += 1
        condition.wait()
        sleepers -= 1
      }
      seen = posts.load(ordering: .relaxed)
      let isClosed = isClosed
      condition.unlock()
      if isClosed { return }
      while let work = next() { work.help() }
    }
  }

  private func next() -> SharedWork? { condition.withLock { works.first { !$0.isTaken } } }
}
