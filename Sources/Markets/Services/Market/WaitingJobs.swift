import Quantities

/// The jobs that wait for a provider to become free, in the order of their submission.
struct WaitingJobs {
  /// The place of each job in the order of submission.
  private let rank: [Int32]
  /// The jobs by ascending rank; some have left since, which is found out when they are looked at.
  private var jobs: [JobIndex] = []
  private var first = 0
  private var isWaiting: [Bool]
  /// The provider for whom a job was called, as long as its attempt is due.
  private var calledFor: [JobIndex: ProviderIndex] = [:]

  init(jobs: [Job]) {
    let order = jobs.places.sorted { (jobs[$0].submit, $0.rawValue) < (jobs[$1].submit, $1.rawValue) }
    var rank = [Int32](repeating: 0, count: jobs.count)
    for (number, job) in order.enumerated() { rank[Int(job)] = Int32(number) }
    self.rank = rank
    isWaiting = Array(repeating: false, count: jobs.count)
  }

  /// Puts `job` at its place.
  mutating func add(_ job: JobIndex) {
    guard !isWaiting[Int(job)] else { return }
    isWaiting[Int(job)] = true
    var place = jobs.count
    while place > first, rank[Int(jobs[place - 1])] > rank[Int(job)] { place -= 1 }
    // A job that left the line and comes back may still stand at its place.
    if place > first, jobs[place - 1] == job { return }
    jobs.insert(job, at: place)
  }

  /// Takes `job` out.
  mutating func remove(_ job: JobIndex) { isWaiting[Int(job)] = false }

  /// The first job that `fits`; others that do not `wait` any more leave.
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

  /// Takes out `job`, which is to be retried for the sake of `provider`.
  mutating func call(_ job: JobIndex, for provider: ProviderIndex) {
    remove(job)
    calledFor[job] = provider
  }

  /// Ends the call of `job`: the provider for whose sake it was; nil where it was not called.
  mutating func endCall(of job: JobIndex) -> ProviderIndex? { calledFor.removeValue(forKey: job) }
}
