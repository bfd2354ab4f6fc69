public import Lifecycle
import Quantities

extension ShiftsMarket {
  /// Prefetches the data of a sign-up, since volunteers do not sign up in the order in which they are stored.
  @inline(__always)
  public func prefetch(_ upcoming: Upcoming<SignUpIndex, Step>) {
    guard case .request(let request) = upcoming else { return }
    Memory.fetch(core.submissions, at: Int(request))
    Memory.fetch(core.festival.requests, at: Int(request))
    Memory.fetch(core.sections, at: Int(request))
    Memory.fetch(tries, at: Int(request))
  }
}
