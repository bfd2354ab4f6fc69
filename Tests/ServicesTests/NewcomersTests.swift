import Lifecycle
import Models
import Quantities
import Scenario
import Statistics
import Testing

@testable import Services

/// Providers who begin without a rating: what searches count for them, what clients see, and the work that they get.
struct NewcomersTests {
  @Test("A newcomer's rating is the stars counted at first, and with reviews their mean by the weights")
  func ratingByHand() {
    var reputation = Reputation(priors: [3_500, 4_000, 4_000], weight: 5, unrated: [nil, 2, 0])
    #expect([0, 1, 2].map { reputation.rating(of: ProviderIndex($0)) } == [3_500, 4_000, 4_000])
    #expect([0, 1, 2].map { reputation.isRated(ProviderIndex($0)) } == [true, false, false])
    for provider in [0, 1, 2] { reputation.show(stars: 5, for: ProviderIndex(provider)) }
    // (5 · 3.5 + 5) ÷ 6, (2 · 4 + 5) ÷ 3, and the one review alone.
    #expect([0, 1, 2].map { reputation.rating(of: ProviderIndex($0)) } == [3_750, 4_333, 5_000])
    #expect(reputation.isRated(1) && reputation.isRated(2))
    reputation.show(stars: 2, for: 1)
    #expect(reputation.rating(of: 1) == 3_750)
    reputation.hide(stars: 5, for: 1)
    reputation.hide(stars: 2, for: 1)
    #expect(!reputation.isRated(1) && reputation.rating(of: 1) == 4_000)
  }

  /// Two providers at the place of all jobs: one rated 4.2 from the start, and a newcomer without a rating.
  private static func setup(_ jobs: [Job], unrated: Double) -> ServicesSetup {
    var rules = UnratedRules()
    (rules.rating, rules.weight) = (unrated, 1)
    var providers = [Provider.at(0, 0), .at(0, 0, id: 2)]
    providers[0].priorRating = 4_200
    providers[1].registered = Milliseconds(seconds: 1)
    (providers[1].isUnrated, providers[1].priorRating) = (true, rules.prior)
    var setup = ServicesSetup(trades: .one, providers: providers, jobs: jobs)
    setup.search.isInstant = true
    setup.search.weights.startDelay = 0
    setup.search.weights.rating = 1_000
    setup.conduct.reviews.probability = 1
    setup.conduct.reviews.starWeights = [0, 0, 1, 0, 0]
    setup.conduct.reviews.moderationDelay = Milliseconds(seconds: 10)
    setup.conduct.reviews.unrated = rules
    return setup
  }

  @Test(
    "Searches rank and filter by the stars counted for a newcomer, whom the attempt shows without a rating")
  func searches() throws {
    var jobs = (0..<2).map { Job.at(0, 0, submit: 100 + 20_000 * Double($0), id: Int64($0)) }
    let run = try Self.setup(jobs, unrated: 4.5).run()
    // Three stars after the first job: (4.5 + 3) ÷ 2 is less than 4.2.
    #expect(run.attempts.map(\.provider) == [1, 0])
    #expect(run.attempts.map(\.rating) == [0, 4_200])
    #expect(run.providers.map(\.rating) == [4_000, 3_750])
    let behind = try Self.setup(jobs, unrated: 4).run()
    #expect(behind.attempts.map(\.provider) == [0, 0] && behind.providers[1].rating == 0)
    jobs[0].leastRating = 4_400
    #expect(try Self.setup([jobs[0]], unrated: 4.5).run().attempts[0].provider == 1)
    #expect(try Self.setup([jobs[0]], unrated: 4.3).run().jobs[0].cause == .rating)
  }

  private static let scenario = """
    categories: [{ name: "care", price_cv: 0 }],
    supply: { kind: "synthetic", count: 30, new_share: 0.5, validation_delay_s: 3600 },
    demand: { kind: "synthetic", count: 600, budget: null },
    """

  @Test(
    "The weeks of newcomers.csv are what a walk through the appointments counts, and drawn ratings are not touched"
  )
  func weeks() throws {
    let text = Self.scenario + "behaviour: { reviews: { unrated: { rating: 3.9 } } },"
    let world = try ServicesWorld(ServicesScenarioTests.load(text, days: 20), folder: "")
    let run = try world.run(RunObservation(records: false))
    let plain = try ServicesWorld(ServicesScenarioTests.load(Self.scenario, days: 20), folder: "")
    for (provider, before) in zip(run.setup.providers, plain.setup.providers) {
      #expect(provider.isUnrated == (provider.registered > .zero))
      #expect(provider.priorRating == (provider.isUnrated ? 3_900 : before.priorRating))
      #expect(provider.registered == before.registered && provider.price == before.price)
    }
    let weeks = Tenure(of: run).weeks
    #expect(weeks.count == 4 && weeks.reduce(0) { $0 + $1.jobs } == run.jobs.count { $0.outcome == .done })
    for week in weeks {
      var (jobs, hours, providers) = (0, 0.0, 0)
      for (place, provider) in run.setup.providers.enumerated() {
        let found = max(provider.registered, provider.validated).seconds
        guard (found > 0) == (week.week > 0), found < run.lastJobEnd.seconds else { continue }
        let begin = week.week == 0 ? 0 : found + 604_800 * Double(week.week - 1)
        let end = week.week == 0 ? run.lastJobEnd.seconds : min(begin + 604_800, run.lastJobEnd.seconds)
        guard begin < end else { continue }
        providers += 1
        // All providers work from nine to five on weekdays, or at all times.
        hours += run.hours(of: place, from: begin, to: end)
        jobs += run.appointments.count {
          Int($0.provider) == place
            && ($0.finished.map { begin <= $0.seconds && $0.seconds < end + 1e-9 } ?? false)
        }
      }
      #expect(week.providers == providers && week.jobs == jobs)
      #expect(abs(week.working.seconds - hours) < 1e-3)
    }
    #expect(weeks[1].unrated <= weeks[1].providers && weeks[1].unrated > 0)
  }

  @Test("The field is told to be idle where nobody signs up during the run")
  func idle() throws {
    let text =
      Self.scenario.replacing("new_share: 0.5, validation_delay_s: 3600", with: "new_share: 0")
      + "behaviour: { reviews: { unrated: {} } },"
    let scenario = try ServicesScenarioTests.load(text, days: 2)
    #expect(scenario.idleFields.contains { "\($0)".contains("nobody signs up") })
  }
}

extension ServicesRun {
  /// Working hours of a provider, counted minute by minute.
  fileprivate func hours(of place: Int, from begin: Double, to end: Double) -> Double {
    guard !setup.providers[place].hours.isAlways else { return end - begin }
    return Double(
      setup.providers[place].hours.work(
        from: Int64(1_000 * begin), to: Int64(1_000 * end), monday: setup.monday.rawValue)) / 1_000
  }
}
