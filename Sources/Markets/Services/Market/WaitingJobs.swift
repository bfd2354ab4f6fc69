import Quantities

/// The jobs waiting for a provider to become free, in submission order.
struct WaitingJobs {
  /// The rank of each job by submission.
  private let rank: [Int32]
  /// The jobs in ascending order of rank, including some that have left and are removed later.
  private var jobs: [JobIndex] = []
  private var first = 0
  private var isWaiting: [Bool]
  /// The provider who prompted the retry of each job called from the queue, until the attempt is made.
  private var calledFor: [JobIndex: ProviderIndex] = [:]

  init(jobs: [Job]) {
    let order = jobs.places.ordered { (jobs[$0].submit, $0.rawValue) < (jobs[$1].submit, $1.rawValue) }
    var rank = [Int32](repeating: 0, count: jobs.count)
    for (number, job) in order.enumerated() { rank[Int(job)] = Int32(number) }
    self.rank = rank
    isWaiting = Array(repeating: false, count: jobs.count)
  }

  /// Inserts `job` at its rank.
  mutating func add(_ job: JobIndex) {
    guard !isWaiting[Int(job)] else { return }
    isWaiting[Int(job)] = true
    var place = jobs.count
    while place > first, rank[Int(jobs[place - 1])] > rank[Int(job)] { place -= 1 }
    // A job that left and returns may still be in the list.
    if place > first, jobs[place - 1] == job { return }
    jobs.insert(job, at: place)
  }

  /// Removes `job`.
  mutating func remove(_ job: JobIndex) { isWaiting[Int(job)] = false }

  /// Returns the first waiting job that `fits`, and removes jobs for which `waits` is false.
  mutating func first(waits: (JobIndex) -> Bool, fits: (JobIndex) -> Bool) -> JobIndex? {
    while first < jobs.count, !isWaiting[Int(jobs[first])] { first += 1 }
    if first > 64, 2 * first > jobs.count {
      jobs.removeFirst(first)
      first = 0
    }
    for job in jobs[first...] where isWaiting[Int(job)] {
      if !waits(job) {
        isWaiting[Int(job)] = false
      } else if fits(job) {
        return job
      }
    }
    return nil
  }

  /// Removes `job` for a retry prompted by `provider`, and records the provider.
  mutating func call(_ job: JobIndex, for provider: ProviderIndex) {
    remove(job)
    calledFor[job] = provider
  }

  /// Removes and returns the provider who prompted the retry of `job`; nil if there was none.
  mutating func endCall(of job: JobIndex) -> ProviderIndex? { calledFor.removeValue(forKey: job) }
}
