import Foundation
import Quantities
import Spaces
import Travellers

/// The threads that share a window's searches.
///
/// One thread finds the nearby drivers, because that changes the index. The others evaluate the drivers' plans, each
/// with its own search and spaces, without changing shared state, so the results do not depend on the number of
/// threads.
final class SearchTeam {
  /// The minimum number of drivers to evaluate for which it pays to wake the other threads.
  static let repaysHelp = 512
  /// The maximum number of queued searches; above it, the first thread evaluates one itself.
  static let mostWaiting = 64

  private let members: [SearchMember]
  private let room = WaitingRoom()
  /// Whether the threads of the other members have been started.
  private var hasBegun = false
  private var leader: SearchMember { members[0] }

  /// Creates a team of `threads` threads, at least two, whose members use twins of `spaces`.
  init(threads: Int, spaces: DailySpaces) {
    members = (0..<threads).map { _ in SearchMember(spaces.twin()) }
  }

  /// Calls `prepare` with each request in `order`, and completes the returned searches in parallel.
  ///
  /// - Returns: the searches, in the same order.
  func search(
    _ order: some Sequence<RequestIndex>, _ prepare: (RequestIndex) -> GatheredSearch
  ) -> [GatheredSearch] {
    let queue = SearchQueue()
    var searches: [GatheredSearch] = []
    var looks = 0
    for number in order {
      let search = prepare(number)
      searches.append(search)
      // After being queued, a search belongs to the thread that takes it.
      if looks < Self.repaysHelp {
        looks += search.looks.count
        if looks >= Self.repaysHelp { wake(queue) }
      }
      queue.add(search)
      // Unevaluated searches take memory.
      if looks >= Self.repaysHelp, queue.waitingCount > Self.mostWaiting { queue.take()?.finish(by: leader) }
    }
    while let search = queue.take() { search.finish(by: leader) }
    queue.close()
    room.dismiss()
    return searches
  }

  deinit { room.close() }

  /// Wakes the other members to help with `queue`, starting their threads if necessary, as far as the system permits.
  private func wake(_ queue: SearchQueue) {
    room.call(for: queue)
    guard !hasBegun else { return }
    hasBegun = true
    for member in members.dropFirst() {
      guard Threads.start({ [room] in room.attend(as: member) }) else { return }
    }
  }
}

/// The place where the other threads of the team wait between windows.
private final class WaitingRoom: @unchecked Sendable {
  private let condition = NSCondition()
  /// The current queue, and the number of calls for help so far.
  private var queue: SearchQueue?
  private var calls = 0
  private var isClosed = false

  /// Calls the waiting threads to help with `queue`.
  func call(for queue: SearchQueue) {
    condition.withLock {
      self.queue = queue
      calls += 1
      condition.broadcast()
    }
  }

  /// Discards the finished queue.
  func dismiss() { condition.withLock { queue = nil } }

  /// Releases the waiting threads.
  func close() {
    condition.withLock {
      isClosed = true
      queue = nil
      condition.broadcast()
    }
  }

  /// Helps with each queue until the room is closed.
  func attend(as member: SearchMember) {
    var seen = 0
    while let queue = next(after: &seen) { queue.help(by: member) }
  }

  /// Waits for the next call after call number `seen`, and returns the queue; nil once the room is closed.
  private func next(after seen: inout Int) -> SearchQueue? {
    condition.withLock {
      while calls == seen || queue == nil, !isClosed { condition.wait() }
      seen = calls
      return isClosed ? nil : queue
    }
  }
}

/// The mutable state of one thread's searches.
final class SearchMember: @unchecked Sendable {
  private let spaces: DailySpaces
  private var search = InsertionSearch()

  init(_ spaces: DailySpaces) { self.spaces = spaces }

  /// Prefetches the data of `look`; called shortly before its evaluation.
  func expect(_ look: GatheredSearch.Look, in fleet: Fleet) {
    let space = spaces.space(at: fleet.drivers[look.driver].depart)
    space.expect(look.sight.start.diversion.place, hub: .destination)
    space.expect(fleet.drivers[look.driver].destination, hub: .origin)
  }

  /// Returns the result of evaluating all pairs of stops for the driver of `look`, as computed by the inserter of
  /// `fleet`.
  func evaluate(_ look: GatheredSearch.Look, _ inquiry: Inquiry, in fleet: Fleet) -> InsertionResult {
    let question = fleet.question(
      inquiry, into: look.driver, from: look.sight.start, direct: look.direct,
      in: spaces.space(at: fleet.drivers[look.driver].depart))
    return search.search(question, in: fleet.itineraries[look.driver])
  }
}

/// The prepared searches that remain to be completed.
private final class SearchQueue: @unchecked Sendable {
  private let condition = NSCondition()
  private var searches: [GatheredSearch] = []
  private var next = 0
  private var isClosed = false
  /// The number of threads currently helping.
  private var helpers = 0

  var waitingCount: Int { condition.withLock { searches.count - next } }

  func add(_ search: GatheredSearch) {
    condition.withLock {
      searches.append(search)
      condition.signal()
    }
  }

  /// Removes and returns the next search; nil if none is left.
  func take() -> GatheredSearch? { condition.withLock { takeLocked() } }

  private func takeLocked() -> GatheredSearch? {
    guard next < searches.count else { return nil }
    defer { next += 1 }
    return searches[next]
  }

  /// Completes searches until the queue is closed; returns immediately if it already is.
  func help(by member: SearchMember) {
    condition.lock()
    guard !isClosed else { return condition.unlock() }
    helpers += 1
    while true {
      if let search = takeLocked() {
        condition.unlock()
        search.finish(by: member)
        condition.lock()
      } else if isClosed {
        break
      } else {
        condition.wait()
      }
    }
    helpers -= 1
    condition.broadcast()
    condition.unlock()
  }

  /// Closes the queue, and waits for the helping threads.
  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    while helpers > 0 { condition.wait() }
    condition.unlock()
  }
}
