import Community
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import Tables

/// The maker of a scenario's providers and jobs, which it draws or reads.
///
/// Draws depend only on the seed, the replication, and the number of the provider or job (the id of a recorded one).
/// Each aspect has a separate stream: adding providers does not change earlier ones, and a different radius does not
/// affect any draws.
struct ServicesMaker {
  let scenario: Scenario
  let fields: ServicesFields
  let territory: Territory
  let folder: String
  let districts: DistrictMap
  var trades: TradesBuilder
  var providers: [Provider] = []
  var jobs: [Job] = []
  var providerNames = Names.numbers
  var jobNames = Names.numbers
  var inputs: [InputFile] = []
  var notices: [String] = []
  /// The ids of the providers whose validation is recorded.
  var validated: Set<Int64> = []
  /// The ids of the providers whose rating is recorded.
  var rated: Set<Int64> = []
  private var applications: [Application] = []
  /// The number of returning clients who are not members, and their names if recorded.
  var clients = 0
  var clientNames: [String] = []

  init(_ scenario: Scenario, in territory: Territory, folder: String) {
    self.scenario = scenario
    fields = scenario.fields(of: ServicesFields.self)
    self.territory = territory
    self.folder = folder
    districts = DistrictMap(fields.districts, geometry: territory.space.geometry)
    trades = TradesBuilder(fields.categories)
  }

  /// Draws or reads the providers, and then the jobs.
  mutating func make() throws(SynthesisError) {
    var faults: [SynthesisError.Fault] = []
    do throws(SynthesisError) {
      switch fields.supply {
      case .synthetic(let plan): try draw(plan)
      case .recorded(let plan): try read(plan)
      }
    } catch { faults += error.faults }
    verify()
    do throws(SynthesisError) {
      switch fields.demand {
      case .synthetic(let plan): try draw(plan)
      case .recorded(let plan): try read(plan)
      }
    } catch { faults += error.faults }
    refuseJobsOfClosedAccounts()
    faults += allRefused("supply", providers.map(\.refusal)) + allRefused("demand", jobs.map(\.refusal))
    guard faults.isEmpty else { throw SynthesisError(faults: faults) }
    noteRefused("providers", providers.map(\.refusal))
    noteRefused("jobs", jobs.map(\.refusal))
    noteUnoffered()
  }

  /// Returns the random number stream for `purpose` and the entity with key `entity`.
  func stream(_ purpose: Purpose, _ entity: UInt64 = 0) -> KeyedGenerator {
    random.stream(purpose, entity)
  }

  var random: RandomSource { scenario.random }

  /// Returns the setup of a run, apart from the space.
  func setup() -> ServicesSetup {
    var setup = ServicesSetup(trades: trades.trades, providers: providers, jobs: jobs)
    // An answer that arrives in time must leave enough time to set out.
    setup.search = fields.matching.rules(
      answerDelay: fields.channel?.offerTimeout ?? fields.behaviour.answerDelay)
    setup.channel = fields.channel
    setup.conduct = fields.behaviour.conduct
    setup.settlement = fields.settlement.rules
    setup.hasWaitingLine = fields.matching.hasWaitingLine
    setup.monday = .zero - scenario.time.sinceMonday
    setup.random = random
    setup.verification = fields.verification
    setup.applications = applications
    setup.clientRules = fields.clientVerification
    setup.sanctions = fields.sanctions
    if let unrated = fields.behaviour.conduct.reviews.unrated {
      for place in setup.providers.indices
      where setup.providers[place].registered > .zero && !rated.contains(setup.providers[place].id) {
        setup.providers[place].isUnrated = true
        setup.providers[place].priorRating = unrated.prior
      }
    }
    setup.users = fields.users.map { plan in
      var users = UsersSetup()
      (users.churn, users.providerChurn) = (plan.churn, plan.providerChurn)
      (users.providers, users.clients, users.clientNames) = (providers.count, clients, clientNames)
      return users
    }
    return setup
  }

  /// Determines when the providers are verified under the scenario's rules, except those whose validation is recorded.
  private mutating func verify() {
    guard let rules = fields.verification else { return }
    let verification = Verification(rules, random: random)
    let keys = providers.map(\.key)
    let registrations = providers.map { provider -> Milliseconds? in
      provider.refusal == nil && !validated.contains(provider.id) ? provider.registered : nil
    }
    var moments = zip(keys, registrations).map { key, registered in
      registered.map { verification.moment(ofUser: key, registered: $0) }
    }
    if let decided = rules.applications {
      let outcome = verification.outcome(
        of: registrations, keys: keys, by: decided, phase: scenario.time.sinceMonday)
      (moments, applications) = (outcome.verified, outcome.applications)
    }
    for (place, moment) in moments.enumerated() {
      if let moment { providers[place].validated = max(moment, providers[place].registered) }
    }
  }

  /// Refuses jobs that a member would request after having closed the account.
  private mutating func refuseJobsOfClosedAccounts() {
    for place in jobs.indices where jobs[place].refusal == nil && jobs[place].client != .none {
      if providers[jobs[place].client].closes <= jobs[place].submit { jobs[place].refusal = .accountClosed }
    }
  }

  // MARK: - What the user should know

  private func counts(_ refusals: [JobCause?]) -> [(cause: JobCause, count: Int)] {
    JobCause.allCases.compactMap { cause in
      let count = refusals.count { $0 == cause }
      return count == 0 ? nil : (cause, count)
    }
  }

  private func allRefused(_ side: String, _ refusals: [JobCause?]) -> [SynthesisError.Fault] {
    guard !refusals.isEmpty, refusals.allSatisfy({ $0 != nil }) else { return [] }
    let causes = counts(refusals).map { cause, count in
      InputNotice.Refusal(cause: cause.rawValue, meaning: cause.meaning, count: count)
    }
    return [.allRefused(side: side, causes: causes, hints: [])]
  }

  private mutating func noteRefused(_ side: String, _ refusals: [JobCause?]) {
    let causes = counts(refusals)
    guard !causes.isEmpty else { return }
    let words = causes.map { "\($0.count) \($0.cause.rawValue) (\($0.cause.meaning))" }
    let count = causes.reduce(0) { $0 + $1.count }
    notices.append(
      "\(side): \(count) of \(refusals.count) are refused and excluded: "
        + words.joined(separator: ", "))
  }

  /// Adds a notice for each category with jobs that no provider can do, because nobody offers the category or the
  /// tasks.
  private mutating func noteUnoffered() {
    var offered = Array(repeating: UInt64(0), count: trades.trades.categories.count)
    for provider in providers where provider.refusal == nil {
      for offer in provider.offers { offered[Int(offer.category)] |= offer.tasks.bits }
    }
    var counts = Array(repeating: 0, count: offered.count)
    for job in jobs where job.refusal == nil && offered[Int(job.category)] & job.tasks.bits == 0 {
      counts[Int(job.category)] += 1
    }
    for (category, count) in counts.enumerated() where count > 0 {
      let tenths = (1_000 * count + jobs.count / 2) / jobs.count
      let isTask = offered[category] != 0
      notices.append(
        "jobs: \(count) of \(jobs.count) (\(tenths / 10).\(tenths % 10) %) require "
          + (isTask ? "tasks of " : "") + "the category `\(trades.trades.categories[category].name)`"
          + (isTask ? " that nobody offers" : ", which nobody offers"))
    }
  }
}
