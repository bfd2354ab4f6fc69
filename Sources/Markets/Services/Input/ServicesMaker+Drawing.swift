import Community
import Ground
import Quantities
import Scenario
import Spaces
import Statistics

extension ServicesMaker {
  /// Draws the providers; the i-th, counting from 0, has the id first_id + i.
  mutating func draw(_ plan: SyntheticProviders) throws(SynthesisError) {
    let sampler = PlaceSampler(plan.place, in: territory)
    let weights = fields.categories.map(\.providerWeight)
    guard weights.contains(where: { $0 > 0 }) else { throw SynthesisError(.emptyProfile(side: "categories")) }
    let patterns = WeightedDraw(plan.hours.map(\.weight))
    let counts = WeightedDraw(plan.categoriesEach)
    providers.reserveCapacity(plan.count)
    for number in 0..<plan.count {
      let entity = UInt64(number)
      var places = stream(.providerBase, entity)
      guard let base = sampler.draw(&places) else {
        throw SynthesisError(.noTrip(side: "supply", index: number, draws: PlaceSampler.draws))
      }
      var draws = stream(.providerTraits, entity)
      let offers = offers(1 + counts.draw(&draws), weights, plan.taskShare, &draws)
      var provider = Provider(id: plan.firstID + Int64(number), base: base, offers: offers)
      let category = fields.categories[Int(offers[0].category)]
      provider.price = Int64(min(1e8, draws.spread(category.price, category.priceSpread)).rounded())
      provider.hours = plan.hours[patterns.draw(&draws)].hours.working
      let rating = plan.rating + plan.ratingSpread * draws.normal()
      provider.priorRating = Int32((1_000 * min(5, max(1, rating))).rounded())
      if draws.uniform() < plan.newShare, let duration = scenario.time.duration {
        provider.registered = Milliseconds(Int64(draws.uniform() * Double(duration.rawValue)))
        provider.validated =
          provider.registered
          + Milliseconds(seconds: draws.exponential(mean: plan.validationDelay.seconds))
      }
      provider.area = area(plan.area, base: base, &draws)
      if draws.uniform() < plan.closingShare, let end = scenario.time.duration {
        let rest = (end - provider.registered).seconds
        provider.closes = provider.registered + Milliseconds(seconds: draws.uniform() * rest)
      }
      providers.append(provider)
    }
  }

  /// Draws `count` different categories (all if there are fewer), and the tasks offered in each.
  private func offers(
    _ count: Int, _ weights: [Double], _ taskShare: Double, _ draws: inout KeyedGenerator
  ) -> [Provider.Offer] {
    var weights = weights
    var offers: [Provider.Offer] = []
    for _ in 0..<count {
      guard weights.contains(where: { $0 > 0 }) else { break }
      let category = WeightedDraw(weights).draw(&draws)
      weights[category] = 0
      let taskCount = fields.categories[category].tasks.count
      var tasks = TaskSet.all
      if taskCount > 0, taskShare < 1 {
        tasks.bits = 0
        for task in 0..<taskCount where draws.uniform() < taskShare { tasks.bits |= 1 << UInt64(task) }
        if tasks.bits == 0 { tasks = TaskSet(task: draws.integer(in: 0..<taskCount)) }
      }
      offers.append(Provider.Offer(category: CategoryIndex(category), tasks: tasks))
    }
    return offers
  }

  private func area(_ plan: AreaPlan, base: Place, _ draws: inout KeyedGenerator) -> Provider.Area {
    switch plan {
    case .radius(let radius):
      let share = draws.uniform()
      let metres = radius.shortest + share * (radius.longest - radius.shortest)
      return .radius((10 * metres).rounded() / 10)
    case .districts(let count):
      var set = districts.districts(at: base.position)
      var others = Array(0..<districts.count)
      draws.shuffle(&others)
      for district in others.filter({ !set.meets(DistrictSet(bits: 1 << UInt64($0))) }).prefix(count.more) {
        set.insert(district)
      }
      return .districts(set)
    }
  }

  /// Draws the jobs; the i-th, counting from 0, has the id first_id + i.
  mutating func draw(_ plan: SyntheticJobs) throws(SynthesisError) {
    let duration = scenario.time.duration ?? .zero
    guard
      let times = ArrivalTimes(
        plan.arrivals.profile, duration: duration, phase: scenario.time.sinceMonday)
    else {
      throw SynthesisError(.emptyProfile(side: "demand"))
    }
    let weights = fields.categories.map(\.jobWeight)
    guard weights.contains(where: { $0 > 0 }) else { throw SynthesisError(.emptyProfile(side: "categories")) }
    let sampler = PlaceSampler(plan.place, in: territory)
    let categories = WeightedDraw(weights)
    let count = try count(plan.arrivals)
    let homes = try drawHomes(sampler)
    jobs.reserveCapacity(count)
    for number in 0..<count {
      let entity = UInt64(number)
      var arrival = stream(.jobArrival, entity)
      var draws = stream(.jobTraits, entity)
      let category = categories.draw(&draws)
      let traits = fields.categories[category]
      let length = min(1e7, max(1, draws.spread(traits.duration.seconds, traits.durationSpread)))
      var job = Job(
        id: plan.arrivals.firstID + Int64(number), submit: times.draw(&arrival),
        category: CategoryIndex(category), place: .nowhere, estimate: Milliseconds(seconds: length))
      finish(&job, plan, traits, &draws)
      let home = job.client == .none ? nil : providers[job.client].base
      var places = stream(.jobPlace, entity)
      if !homes.isEmpty {
        var clients = stream(.clientOfJob, entity)
        let client = clients.integer(in: 0..<homes.count)
        job.user = UserIndex(providers.count + client)
        job.place = homes[client]
      } else if let place = sampler.draw(&places, home: home) {
        if fields.users != nil { job.user = UserIndex(rawValue: job.client.rawValue) }
        job.place = place
      } else {
        throw SynthesisError(.noTrip(side: "demand", index: number, draws: PlaceSampler.draws))
      }
      job.districts = districts.districts(at: job.place.position)
      jobs.append(job)
    }
  }

  /// Draws the homes of returning clients who are not members; empty if there are none.
  private mutating func drawHomes(_ sampler: PlaceSampler) throws(SynthesisError) -> [Place] {
    guard let count = fields.users?.count, fields.withoutDrawnClients == nil else { return [] }
    var homes: [Place] = []
    homes.reserveCapacity(count)
    for number in 0..<count {
      var draws = stream(.clientHome, UInt64(number))
      guard let home = sampler.draw(&draws) else {
        throw SynthesisError(.noTrip(side: "demand", index: number, draws: PlaceSampler.draws))
      }
      homes.append(home)
    }
    clients = count
    return homes
  }

  /// Draws the client's requirements, and the client if members request the jobs. Most draws are made whether or not
  /// they are used.
  private func finish(
    _ job: inout Job, _ plan: SyntheticJobs, _ traits: CategoryPlan, _ draws: inout KeyedGenerator
  ) {
    let (namesTask, task) = (draws.uniform() < plan.taskShare, draws.uniform())
    if namesTask, !traits.tasks.isEmpty {
      job.tasks = TaskSet(task: Int(task * Double(traits.tasks.count)))
    }
    job.earliest = job.submit + Milliseconds(seconds: draws.exponential(mean: plan.lead.seconds))
    if let window = plan.window { job.latest = job.earliest + window }
    let budget = draws.spread(plan.budget?.factor ?? 1, plan.budget?.spread ?? 0)
    if plan.budget != nil {
      job.budget = Int64(min(1e15, budget * traits.price * job.estimate.seconds / 3600))
    }
    if draws.uniform() < plan.ratingShare { job.leastRating = Int32((1_000 * plan.leastRating).rounded()) }
    job.isProbe = draws.uniform() < plan.probeShare
    job.patience = fields.behaviour.patience ?? .never
    let client = draws.uniform()
    if fields.areMembersClients(of: plan), !providers.isEmpty {
      job.client = member(client, at: job.submit, &draws)
    }
  }

  /// The maximum number of draws to find a member whose account is open; after that, the last member drawn is taken.
  private static let memberDraws = 10_000

  /// Returns the member selected by `draw`, a number in [0, 1); redraws if their account is not open at `time`.
  private func member(_ draw: Double, at time: Milliseconds, _ draws: inout KeyedGenerator) -> ProviderIndex {
    var draw = draw
    for _ in 0..<Self.memberDraws {
      let member = ProviderIndex(Int(draw * Double(providers.count)))
      if (providers[member].registered..<providers[member].closes).contains(time) { return member }
      draw = draws.uniform()
    }
    return ProviderIndex(Int(draw * Double(providers.count)))
  }

  private func count(_ arrivals: Scenario.Arrivals) throws(SynthesisError) -> Int {
    if let count = arrivals.count { return count }
    let mean = arrivals.mean(in: scenario.time)
    guard mean <= 50_000_000 else { throw SynthesisError(.tooMany(field: "demand.per_hour", expected: mean)) }
    var generator = stream(.jobCount)
    return generator.poisson(mean: mean)
  }
}

extension KeyedGenerator {
  /// Draws a lognormal number with the given mean and coefficient of variation `cv`.
  mutating func spread(_ mean: Double, _ cv: Double) -> Double {
    let variance = Rounded.log(1 + cv * cv)
    let factor = lognormal(logMean: -variance / 2, logDeviation: variance.squareRoot())
    return cv > 0 ? mean * factor : mean
  }
}
