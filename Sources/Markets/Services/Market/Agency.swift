import Community
import Quantities
import Spaces
import Statistics

/// The state of the service: the findable providers, their calendars and ratings, and the payments.
///
/// It covers jobs and providers; attempts and cycles belong to the lifecycle.
struct Agency {
  let providers: [Provider]
  let jobs: [Job]
  let rules: SearchRules
  let weights: SearchRules.PreparedWeights
  let conduct: ConductRules
  let settlement: Settlement
  let random: RandomSource
  let geometry: Geometry
  let catalogue: Catalogue
  let slotSearch: SlotSearch
  let bases: [Place]
  var states: [ProviderState]
  /// Whether searches find each provider, that is, whether they have signed up, are validated and have not left.
  private(set) var isFound: [Bool]
  /// The numbers of findable providers that offer each category and each of its tasks.
  private var offering: [OfferCounts]
  var reputation: Reputation
  var ledger: Ledger<ServiceTransfer>
  var moderation: Moderation?
  /// The jobs of each user who may leave. These are the members who close their accounts, and all returning users.
  private let jobsOfLeaving: [UserIndex: [JobIndex]]
  /// The credit that each member has reserved for offered or agreed work, in milliseconds.
  private(set) var promised: [Int64]

  private struct OfferCounts {
    var any: Int32 = 0
    /// The number of providers that offer all tasks, and the numbers of other providers that offer each task.
    var ofAllTasks: Int32 = 0
    var ofTask = [Int32](repeating: 0, count: Trades.mostTasks)
  }

  init(_ setup: ServicesSetup, spaces: DailySpaces) {
    providers = setup.providers
    jobs = setup.jobs
    rules = setup.search
    weights = SearchRules.PreparedWeights(setup.search.weights)
    conduct = setup.conduct
    settlement = setup.settlement
    random = setup.random
    geometry = spaces.geometry
    let categories = setup.trades.categories.count
    let timetables = Timetables(setup.providers.map(\.hours), monday: setup.monday.rawValue)
    catalogue = Catalogue(
      setup.providers, hours: timetables.hoursOfProvider, jobs: setup.jobs, categories: categories,
      radius: setup.search.radius,
      geometry: spaces.geometry)
    slotSearch = SlotSearch(
      timetables: timetables, ways: Ways(spaces, isInstant: setup.search.isInstant))
    bases = setup.providers.map(\.base)
    states = setup.providers.map { ProviderState(base: $0.base) }
    isFound = Array(repeating: false, count: setup.providers.count)
    offering = Array(repeating: OfferCounts(), count: categories)
    reputation = Reputation(
      priors: setup.providers.map(\.priorRating), weight: setup.conduct.reviews.ratingWeight,
      unrated: setup.conduct.reviews.unrated.map { rules in
        setup.providers.map { $0.isUnrated ? rules.weight : nil }
      } ?? [])
    ledger = Ledger(providers: setup.providers.count)
    // Per job, one transfer for the payment and one for the service's share.
    ledger.reserve(2 * setup.jobs.count)
    moderation = setup.conduct.reviews.moderation.map {
      Moderation($0, phase: .zero - setup.monday, random: setup.random)
    }
    let leaving = setup.jobs.places.filter { place in
      let job = setup.jobs[place]
      return job.user != .none || job.client != .none && setup.providers[job.client].closes != .never
    }
    jobsOfLeaving = Dictionary(grouping: leaving) { place in
      let job = setup.jobs[place]
      return job.user != .none ? job.user : UserIndex(rawValue: job.client.rawValue)
    }
    promised = Array(repeating: 0, count: setup.providers.count)
  }

  // MARK: - Who is found

  /// Sets whether searches find `provider`.
  mutating func setFound(_ provider: ProviderIndex, _ found: Bool) {
    guard isFound[Int(provider)] != found else { return }
    isFound[Int(provider)] = found
    let step: Int32 = found ? 1 : -1
    for offer in providers[provider].offers {
      offering[Int(offer.category)].any += step
      if offer.tasks == .all {
        offering[Int(offer.category)].ofAllTasks += step
        continue
      }
      for task in 0..<Trades.mostTasks where offer.tasks.meets(TaskSet(task: task)) {
        offering[Int(offer.category)].ofTask[task] += step
      }
    }
  }

  /// Returns the number of findable providers that offer a task required by `job`, not counting its client and
  /// `excluded`.
  ///
  /// The method is mutating only because a non-mutating one would copy the whole agency.
  mutating func offering(_ job: Job, without excluded: [ProviderIndex]) -> Int32 {
    let counts = offering[Int(job.category)]
    let task = job.tasks.bits.trailingZeroBitCount
    var count = job.tasks == .all ? counts.any : counts.ofAllTasks + counts.ofTask[task]
    for (place, provider) in excluded.enumerated() where offers(provider, job) {
      if provider != job.client, !excluded[..<place].contains(provider) { count -= 1 }
    }
    if job.client != .none, offers(job.client, job) { count -= 1 }
    return count
  }

  @inline(__always)  // A call would copy the agency.
  private func offers(_ provider: ProviderIndex, _ job: Job) -> Bool {
    isFound[Int(provider)]
      && providers[provider].offers.contains { $0.category == job.category && $0.tasks.meets(job.tasks) }
  }

  /// Returns the jobs of `user`; empty if the user can never leave.
  func jobs(of user: UserIndex) -> [JobIndex] { jobsOfLeaving[user] ?? [] }

  // MARK: - Credit

  /// Returns whether the client of `job` stays at or above the minimum balance after paying for it and for all work
  /// already offered or agreed.
  @inline(__always)  // Likewise.
  func canPay(_ job: Job) -> Bool {
    guard case .timeCredits(_, let floor, _, _) = settlement, job.client != .none else { return true }
    let rest = ledger.balance(of: .provider(job.client)) - promised[Int(job.client)]
    return rest - settlement.charge(job.estimate, price: 0) >= floor
  }

  /// Reserves `charge` from the balance of the client of `job`; a negative charge releases the reservation.
  mutating func promise(_ charge: Int64, for job: JobIndex) {
    guard settlement.isTimeCredits, jobs[job].client != .none else { return }
    promised[Int(jobs[job].client)] += charge
  }

  /// Credits `provider` with the opening balance of a member and, for newcomers, the gift.
  mutating func issue(to provider: ProviderIndex, at time: Milliseconds) {
    guard case .timeCredits(let start, _, _, let gift) = settlement else { return }
    ledger.transfer(start, from: .service, to: .provider(provider), for: .issue, at: time)
    if gift > 0, providers[provider].registered > .zero {
      ledger.transfer(gift, from: .service, to: .provider(provider), for: .gift, at: time)
    }
  }

  /// Refunds to the client of `job` the amount that `provider` was paid. Credit that a member cannot return without
  /// falling below the minimum balance is paid by the service.
  mutating func refund(_ charge: Int64, _ job: JobIndex, by provider: ProviderIndex, at time: Milliseconds) {
    switch settlement {
    case .timeCredits(_, let floor, _, _):
      let client = ServiceAccount.provider(jobs[job].client)
      let rest = ledger.balance(of: .provider(provider)) - promised[Int(provider)] - floor
      let given = min(charge, max(0, rest))
      if given > 0 {
        ledger.transfer(given, from: .provider(provider), to: client, for: .refund, job: job, at: time)
      }
      if given < charge {
        ledger.transfer(charge - given, from: .service, to: client, for: .refund, job: job, at: time)
      }
    case .money(let commission, let fee, _):
      ledger.transfer(charge, from: .provider(provider), to: .clients, for: .refund, job: job, at: time)
      if fee > 0 { ledger.transfer(fee, from: .service, to: .clients, for: .feeRefund, job: job, at: time) }
      ledger.transfer(
        charge * commission / 1_000_000, from: .service, to: .provider(provider), for: .commissionRefund,
        job: job, at: time)
    }
  }

  /// Pays `provider` for `job`.
  mutating func settle(_ charge: Int64, _ job: JobIndex, by provider: ProviderIndex, at time: Milliseconds) {
    switch settlement {
    case .timeCredits:
      guard jobs[job].client != .none else { return }
      ledger.transfer(
        charge, from: .provider(jobs[job].client), to: .provider(provider), for: .payment, job: job, at: time)
    case .money(let commission, let fee, _):
      ledger.transfer(charge, from: .clients, to: .provider(provider), for: .payment, job: job, at: time)
      if fee > 0 { ledger.transfer(fee, from: .clients, to: .service, for: .fee, job: job, at: time) }
      ledger.transfer(
        charge * commission / 1_000_000, from: .provider(provider), to: .service, for: .commission,
        job: job, at: time)
    }
  }

  /// Returns whether `provider` received the opening balance before `time`.
  func hasBegun(_ provider: ProviderIndex, at time: Milliseconds) -> Bool {
    providers[provider].refusal == nil && max(.zero, providers[provider].registered) < time
  }

  /// Pays out all providers' positive balances.
  mutating func payOut(at time: Milliseconds) {
    for provider in providers.places {
      let balance = ledger.balance(of: .provider(provider))
      if balance > 0 {
        ledger.transfer(balance, from: .provider(provider), to: .bank, for: .payout, at: time)
      }
    }
  }
}

extension Agency {
  /// Returns the time of the next retry of a job that found no provider with free time at `time`, if no provider
  /// becomes free before; nil if there is none. It is the job's earliest start, the start of a possible provider's
  /// working hours, or the moment just after the job's window closes, when the attempt fails for good.
  func nextChance(for index: JobIndex, after time: Milliseconds) -> Milliseconds? {
    let job = jobs[index]
    var chance = job.latest == .never ? Int64.max : max(job.latest, time).rawValue + 1
    if rules.bookAhead != .never {
      // A job that waits for its earliest start can be booked once somebody can set out for it.
      if job.earliest > time { chance = min(chance, job.earliest.rawValue) }
      catalogue.withEntries(for: index) { entries, list in
        for place in list where entries[Int(place)].tasks.meets(job.tasks) {
          let entry = entries[Int(place)]
          let stretch = slotSearch.timetables.stretch(of: entry.hours, endingAfter: time.rawValue)
          if let stretch, stretch.from > time.rawValue { chance = min(chance, stretch.from) }
        }
      }
    }
    return chance == .max ? nil : Milliseconds(chance)
  }
}
