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
    return searches
  }

  private func wake(_ queue: SearchQueue) {
    for member in members.dropFirst() { DispatchQueue.global().async { queue.help(by: member) } }
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
