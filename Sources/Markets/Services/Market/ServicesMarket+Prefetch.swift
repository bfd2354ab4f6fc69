public import Lifecycle
import Quantities

extension ServicesMarket {
  /// Prefetches a job and the range of its list in the catalogue, or the record and the state of a provider.
  @inline(__always)
  public func prefetch(_ upcoming: Upcoming<JobIndex, ServicesStep>) {
    switch upcoming {
    case .request(let job):
      Memory.fetch(agency.jobs, at: Int(job))
      agency.catalogue.prefetchList(of: job)
    case .step(.arrive(let provider)), .step(.finish(let provider)):
      Memory.fetch(providerRecords, at: Int(provider))
      Memory.fetch(agency.states, at: Int(provider))
    case .attempt, .step: break
    }
  }
}
