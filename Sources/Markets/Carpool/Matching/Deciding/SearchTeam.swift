import Foundation
import Quantities
import Spaces
import Travellers

/// The threads among which the searches of a window are divided.
///
/// Who is near is found by one thread, for that changes the index; the others evaluate the plans of who was found, each with a search
/// and with spaces of its own, which changes nothing that they share. So what is found is the same on any number of threads.
final class SearchTeam {
  /// The number of drivers to be looked at that repays waking the others.
  static let repaysHelp = 512
  /// The number of searches that may wait for the others before the first thread lends a hand.
  static let mostWaiting = 64

  private let members: [SearchMember]
  private let room = WaitingRoom()
  /// Whether the threads of the other members have been started.
  private var hasBegun = false
  private var leader: SearchMember { members[0] }

  /// Gathers `threads` threads, two or more, that ask for times in spaces like `spaces`.
  init(threads: Int, spaces: DailySpaces) {
    members = (0..<threads).map { _ in SearchMember(spaces.twin()) }
  }

  /// Calls `prepare` with each number of `order`, and finishes the searches that it returns side by side.
  ///
  /// - Returns: the searches, in that order.
  func search(
    _ order: some Sequence<RequestIndex>, _ prepare: (RequestIndex) -> GatheredSearch
  ) -> [GatheredSearch] {
    let queue = SearchQueue()
    var searches: [GatheredSearch] = []
    var looks = 0
    for number in order {
      let search = prepare(number)
      searches.append(search)
      // Once it is handed over, it belongs to whoever takes it.
      if looks < Self.repaysHelp {
        looks += search.looks.count
        if looks >= Self.repaysHelp { wake(queue) }
      }
      queue.add(search)
      // Plans that nobody has looked at take memory.
      if looks >= Self.repaysHelp, queue.waitingCount > Self.mostWaiting { queue.take()?.finish(by: leader) }
    }
    while let search = queue.take() { search.finish(by: leader) }
    queue.close()
    room.dismiss()
    return searches
  }

  deinit { room.close() }

  /// Has the other members help with `queue`; those whose threads the system refuses do not.
  private func wake(_ queue: SearchQueue) {
    room.call(for: queue)
    guard !hasBegun else { return }
    hasBegun = true
    for member in members.dropFirst() {
      guard Threads.start({ [room] in room.attend(as: member) }) else { return }
    }
  }
}

/// The place where the other threads of a team wait between windows.
private final class WaitingRoom: @unchecked Sendable {
  private let condition = NSCondition()
  /// The queue that was called for last, and the number of calls.
  private var queue: SearchQueue?
  private var calls = 0
  private var isClosed = false

  /// Has those who wait help with `queue`.
  func call(for queue: SearchQueue) {
    condition.withLock {
      self.queue = queue
      calls += 1
      condition.broadcast()
    }
  }

  /// Drops the queue that was called for, which is finished.
  func dismiss() { condition.withLock { queue = nil } }

  /// Lets those who wait go.
  func close() {
    condition.withLock {
      isClosed = true
      queue = nil
      condition.broadcast()
    }
  }

  /// Helps with each queue that is called for, until the room is closed.
  func attend(as member: SearchMember) {
    var seen = 0
    while let queue = next(after: &seen) { queue.help(by: member) }
  }

  /// Waits for a call after the one numbered `seen`; nil once the room is closed.
  private func next(after seen: inout Int) -> SearchQueue? {
    condition.withLock {
      while calls == seen || queue == nil, !isClosed { condition.wait() }
      seen = calls
      return isClosed ? nil : queue
    }
  }
}

/// The belongings of one thread: what a search changes.
final class SearchMember: @unchecked Sendable {
  private let spaces: DailySpaces
  private var search = InsertionSearch()

  init(_ spaces: DailySpaces) { self.spaces = spaces }

  /// Takes note that `look` is soon taken, so that times from there come from memory meanwhile.
  func expect(_ look: GatheredSearch.Look, in fleet: Fleet) {
    let space = spaces.space(at: fleet.drivers[look.driver].depart)
    space.expect(look.sight.start.diversion.place, hub: .destination)
    space.expect(fleet.drivers[look.driver].destination, hub: .origin)
  }

  /// Evaluates all pairs of stops of the driver of `look`, as the inserter of `fleet` does.
  func evaluate(_ look: GatheredSearch.Look, _ inquiry: Inquiry, in fleet: Fleet) -> InsertionResult {
    let question = fleet.question(
      inquiry, into: look.driver, from: look.sight.start, direct: look.direct,
      in: spaces.space(at: fleet.drivers[look.driver].depart))
    return search.search(question, in: fleet.itineraries[look.driver])
  }
}

/// The searches that are prepared, for those who finish them.
private final class SearchQueue: @unchecked Sendable {
  private let condition = NSCondition()
  private var searches: [GatheredSearch] = []
  private var next = 0
  private var isClosed = false
  /// The number of threads that help now.
  private var helpers = 0

  var waitingCount: Int { condition.withLock { searches.count - next } }

  func add(_ search: GatheredSearch) {
    condition.withLock {
      searches.append(search)
      condition.signal()
    }
  }

  /// Takes the next search; nil where none waits.
  func take() -> GatheredSearch? { condition.withLock { takeLocked() } }

  private func takeLocked() -> GatheredSearch? {
    guard next < searches.count else { return nil }
    defer { next += 1 }
    return searches[next]
  }

  /// Finishes searches until the queue is closed; none, where it is already.
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

  /// Lets nobody help any more, and waits for those who do.
  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    while helpers > 0 { condition.wait() }
    condition.unlock()
  }
}
