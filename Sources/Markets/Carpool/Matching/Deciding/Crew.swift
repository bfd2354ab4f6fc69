import CKernels
import Foundation
import Quantities
import Synchronization

/// Work divided into pieces that several threads take one after another.
final class SharedWork: @unchecked Sendable {
  let pieces: Int
  private let taken = Atomic(0)
  private let done = Atomic(0)
  private let carryOut: (Int) -> Void

  /// - Parameter carryOut: carries out the piece with the given number. Pieces must not share mutable state.
  init(pieces: Int, _ carryOut: @escaping (Int) -> Void) {
    self.pieces = pieces
    self.carryOut = carryOut
  }

  /// Whether all pieces have been taken.
  var isTaken: Bool { taken.load(ordering: .relaxed) >= pieces }

  /// Whether all pieces are done, and their results visible to this thread.
  var isDone: Bool { done.load(ordering: .acquiring) == pieces }

  /// Cancels the pieces not yet taken; called if their results are not needed.
  func giveUp() {
    let begun = min(taken.exchange(pieces, ordering: .relaxed), pieces)
    done.add(pieces - begun, ordering: .acquiringAndReleasing)
  }

  /// Carries out pieces until none are left.
  func help() {
    while !isTaken {
      let piece = taken.add(1, ordering: .relaxed).oldValue
      guard piece < pieces else { return }
      carryOut(piece)
      done.add(1, ordering: .acquiringAndReleasing)
    }
  }
}

/// A pool of threads that help its owner with divided work.
///
/// A piece may take only ten microseconds, less than waking a thread, so an idle thread polls for a while before it
/// sleeps. The owner never waits for a thread to start: it carries out the pieces that no other thread has taken.
final class Crew {
  private let board = WorkBoard()
  /// The number of threads, including the owner.
  let threads: Int
  private var hasBegun = false

  /// - Precondition: `threads` is at least 2.
  init(threads: Int) {
    precondition(threads > 1, "one thread helps nobody")
    self.threads = threads
  }

  deinit { board.close() }

  /// Offers `work`, whose results are needed later, to the other threads.
  func expect(_ work: SharedWork) { post(work, isUrgent: false) }

  /// Completes `work` together with the other threads.
  func finish(_ work: SharedWork) {
    if !work.isTaken, work.pieces > 1 { post(work, isUrgent: true) }
    work.help()
    var turns = 0
    while !work.isDone {
      turns += 1
      // The other thread may have been preempted.
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

/// The board on which the crew's current work is posted.
private final class WorkBoard: @unchecked Sendable {
  /// The number of polls, of about ten nanoseconds each, before an idle thread sleeps.
  static let turnsBeforeSleep = 4096

  private let condition = NSCondition()
  /// The number of posts so far; idle threads poll it.
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

  /// Releases the waiting threads, which then end.
  func close() {
    condition.withLock {
      isClosed = true
      works = []
      posts.add(1, ordering: .releasing)
      condition.broadcast()
    }
  }

  /// Carries out posted work until the board is closed.
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
