import Lifecycle
import Quantities
import Spaces
import Statistics
import TestSupport
import Testing

@testable import Services

/// What a search counts and chooses, against going through all providers stage by stage.
struct SearchTests {
  private static let geometries: [Geometry] = [.plane, .torus(side: 10_000), .globe]

  /// Draws a service of some providers and jobs in 10 km × 10 km.
  private static func setup(seed: UInt64) -> (ServicesSetup, Geometry) {
    var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .selfTest)
    let geometry = geometries[draws.integer(in: 0..<3)]
    func place(_ draws: inout KeyedGenerator) -> Place {
      let (x, y) = (draws.uniform(), draws.uniform())
      let coordinates =
        geometry == .globe
        ? Coordinates(x: -6.9 + 0.1 * x, y: 33.9 + 0.1 * y) : Coordinates(x: 10_000 * x, y: 10_000 * y)
      return Place(position: geometry.position(of: coordinates))
    }
    let providers = (1...30).map { id in
      var provider = Provider(id: Int64(id), base: place(&draws), offers: [])
      for category in 0..<2 where draws.uniform() < 0.6 {
        let tasks = draws.uniform() < 0.5 ? TaskSet.all : TaskSet(task: draws.integer(in: 0..<3))
        provider.offers.append(Provider.Offer(category: CategoryIndex(category), tasks: tasks))
      }
      provider.area =
        draws.uniform() < 0.5
        ? .radius(8_000 * draws.uniform()) : .districts(DistrictSet(bits: 1 + draws.integer(below: 7)))
      if draws.uniform() < 0.5 {
        provider.hours = WorkingHours([
          WorkingHours.Span(from: 0, to: 3_600_000 * Int64(draws.integer(in: 1..<12)))
        ])
      }
      provider.price = Int64(draws.integer(in: 0..<100))
      provider.priorRating = Int32(draws.integer(in: 1_000..<5_000))
      return provider
    }
    let jobs = (1...20).map { id in
      var job = Job(
        id: Int64(id), submit: .zero, category: CategoryIndex(draws.integer(in: 0..<2)), place: place(&draws),
        estimate: Milliseconds(3_600_000 * Int64(draws.integer(in: 1..<8))))
      if draws.uniform() < 0.5 { job.tasks = TaskSet(task: draws.integer(in: 0..<3)) }
      job.districts = DistrictSet(bits: draws.integer(below: 8))
      job.latest = Milliseconds(3_600_000 * Int64(draws.integer(in: 0..<48)))
      job.budget = Int64(draws.integer(in: 50..<500))
      job.leastRating = Int32(draws.integer(in: 0..<4_000))
      return job
    }
    var setup = ServicesSetup(
      trades: Trades([
        Trades.Category("a", tasks: ["x", "y", "z"]), Trades.Category("b", tasks: ["x", "y", "z"]),
      ]),
      providers: providers, jobs: jobs)
    if draws.uniform() < 0.5 { setup.search.radius = 6_000 * draws.uniform() }
    setup.search.weights.price = 1_000
    setup.search.weights.rating = 10
    return (setup, geometry)
  }

  /// The counts and the best, by going through all.
  private static func bySteps(
    _ agency: Agency, _ setup: ServicesSetup, _ job: Job, _ found: (ProviderIndex) -> Bool,
    excluded: [ProviderIndex]
  ) -> ([Int32], ProviderIndex) {
    var left = setup.providers.places.filter { provider in
      found(provider) && !excluded.contains(provider)
        && setup.providers[provider].offers.contains {
          $0.category == job.category && $0.tasks.bits & job.tasks.bits != 0
        }
    }
    var counts = [Int32(left.count)]
    func keep(_ passes: (Provider, ProviderIndex) -> Bool) {
      left = left.filter { passes(setup.providers[$0], $0) }
      counts.append(Int32(left.count))
    }
    keep { provider, _ in
      let distance = agency.geometry.distance(provider.base.position, job.place.position)
      guard distance <= setup.search.radius else { return false }
      switch provider.area {
      case .radius(let radius): return distance <= radius
      case .districts(let set): return set.bits & job.districts.bits != 0
      }
    }
    keep { provider, _ in
      provider.hours.isAlways
        || stride(from: Int64(0), through: job.latest.rawValue, by: 3_600_000).contains { time in
          // Hours and durations are whole hours: only full ones need be tried.
          provider.hours.spans.contains { span in
            let time = time % WorkingHours.week
            return span.from <= time && time + job.estimate.rawValue <= span.to
          }
        }
    }
    keep { provider, _ in provider.price * job.estimate.rawValue / 3_600_000 <= job.budget }
    keep { provider, _ in provider.priorRating >= job.leastRating }
    var best: (score: Int64, provider: ProviderIndex)?
    keep { provider, index in
      // Calendars are empty: the base is as far as it is, and work begins when hours and the way allow it.
      let way = Milliseconds(
        seconds: agency.geometry.distance(provider.base.position, job.place.position) / 10
      ).rawValue
      var start = way
      if !provider.hours.isAlways, let span = provider.hours.spans.first {
        while start <= job.latest.rawValue {
          let time = start % WorkingHours.week
          if span.from <= time, time + job.estimate.rawValue <= span.to { break }
          start = start - time + WorkingHours.week
        }
      }
      guard start <= job.latest.rawValue else { return false }
      let price = provider.price * job.estimate.rawValue / 3_600_000
      let score = way + start + 1_000 * price - 10 * Int64(provider.priorRating)
      if best == nil || (score, index.rawValue) < (best!.score, best!.provider.rawValue) {
        best = (score, index)
      }
      return true
    }
    return (counts, best?.provider ?? .none)
  }

  @Test("A search counts and chooses as going through all providers does, on plane, torus and globe")
  func searchIsBySteps() {
    var chosen = 0
    forAll(seeds: 0..<60) { seed in
      let (setup, geometry) = Self.setup(seed: seed)
      var agency = Agency(setup, spaces: DailySpaces(OpenSpace(geometry: geometry, speed: 10)))
      for provider in setup.providers.places where provider.rawValue % 7 != 3 {
        agency.setFound(provider, true)
      }
      let excluded: [ProviderIndex] = [2, 5, 3]
      for job in setup.jobs.places {
        let finding = agency.search(job, at: .zero, excluded: excluded)
        let (counts, best) = Self.bySteps(
          agency, setup, setup.jobs[job], { $0.rawValue % 7 != 3 }, excluded: excluded)
        let found = [JobStage.offer, .area, .hours, .budget, .rating, .freeTime].map { finding.funnel[$0] }
        guard found == counts else { return "job \(job): counted \(found), by steps \(counts)" }
        let choice = finding.candidates.first?.provider ?? .none
        guard choice == best else { return "job \(job): chose \(choice), by steps \(best)" }
        if best != .none { chosen += 1 }
        let all = finding.all(agency, job, excluded)
        for provider in setup.providers.places {
          let alone = agency.fits(provider, job, at: .zero, excluded: excluded)
          if alone != all.contains(provider) { return "job \(job): fits" }
        }
      }
      return nil
    }
    #expect(chosen > 100)
  }

  @Test("Of the first ones a logit takes each as often as its score says")
  func logitShares() throws {
    var setup = ServicesSetup(
      trades: .one, providers: [.at(0, 0, id: 1), .at(1_000, 0, id: 2), .at(5_000, 0, id: 3)],
      jobs: [.at(0, 0)])
    setup.search.choice = .logit(first: 2, scale: Milliseconds(200_000))
    setup.search.weights.startDelay = 0
    var agency = Agency(setup, spaces: DailySpaces(OpenSpace(geometry: .plane, speed: 10)))
    for provider in setup.providers.places { agency.setFound(provider, true) }
    let finding = agency.search(0, at: .zero, excluded: [])
    let draws = 100_000
    var second = 0
    for id in 0..<draws {
      let generator = KeyedGenerator(seed: 3, replication: 0, purpose: .providerChoice, UInt64(id))
      let choice = try #require(finding.choice(setup.search.choice, generator))
      #expect(choice.provider != 2)
      if choice.provider == 1 { second += 1 }
    }
    // Scores of 0 and 100 s at a scale of 200 s.
    let share = 0.377_540_668_798_145_4
    let error = (share * (1 - share) / Double(draws)).squareRoot()
    #expect(abs(Double(second) / Double(draws) - share) / error < 3.5)
  }
}

extension JobFinding {
  /// Everybody who passes all stages, by asking again with room for all.
  fileprivate func all(_ agency: Agency, _ job: JobIndex, _ excluded: [ProviderIndex]) -> [ProviderIndex] {
    var wider = ServicesSetup(
      trades: Trades([Trades.Category("a"), Trades.Category("b")]), providers: agency.providers,
      jobs: agency.jobs)
    wider.search = agency.rules
    wider.search.choice = .logit(first: 1_000, scale: Milliseconds(1))
    var other = Agency(wider, spaces: DailySpaces(OpenSpace(geometry: agency.geometry, speed: 10)))
    for provider in agency.providers.places where agency.isFound[Int(provider)] {
      other.setFound(provider, true)
    }
    return other.search(job, at: .zero, excluded: excluded).candidates.map(\.provider)
  }
}
