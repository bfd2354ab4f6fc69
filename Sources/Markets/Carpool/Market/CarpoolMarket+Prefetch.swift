import Lifecycle
import Matching
import Quantities
import Travellers

extension CarpoolMarket {
  /// Prefetches the data of an upcoming event: a request, or the state and the itinerary of a driver. Searches over all
  /// drivers are started in advance.
  @inline(__always)
  func prefetch(_ upcoming: Upcoming<RequestIndex, Step>) {
    switch upcoming {
    case .request(let request): Memory.fetch(requests, at: Int(request))
    case .attempt(let request): if searchesAll { fleet.expect(requests[request]) }
    case .step(let step):
      guard step.kind == .drive else { return }
      Memory.fetch(driverStates, at: Int(step.driver))
      fleet.fetch(step.driver)
    }
  }
}
