public import Quantities

/// A likely upcoming event of a run, whose data can be prefetched.
public enum Upcoming<RequestIndex, Step> {
  /// An event of a request, which will access the request's record.
  case request(RequestIndex)
  /// The decision of an attempt of a request whose record has already been prefetched.
  case attempt(RequestIndex)
  /// A step of the market.
  case step(Step)
}

extension Lifecycle where M: ~Copyable {
  /// The number of upcoming submissions whose data is prefetched.
  @inlinable static var prefetched: Int { 3 }

  /// Prefetches the data of `request` stored by the market and by the desk.
  @inlinable
  @inline(__always)
  func prefetch(_ request: M.RequestIndex) {
    market.prefetch(.request(request))
    desk.states.fetch(Int(request))
    Memory.fetch(desk.records.requests, at: Int(request))
  }
}
