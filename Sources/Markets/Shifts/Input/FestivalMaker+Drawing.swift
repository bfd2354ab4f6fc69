import Ground
import Quantities
import Scenario
import Statistics

extension FestivalMaker {
  /// Draws a programme, in which `post 1` is the most popular post.
  func drawn(_ plan: SyntheticProgramme) -> Programme {
    let slots = plan.slots.map { Slot($0.name, begin: $0.begin, end: $0.end) }
    let openings = (0..<plan.zones).map { opening(ofZone: $0, plan) }
    let posts = (1...plan.posts).map { number -> Post in
      var draws = random.stream(.posts, UInt64(number))
      func places() -> Int32 { Int32(draws.integer(in: plan.placesMin..<plan.placesMax + 1)) }
      var zones: [Post.ZonePlaces] = []
      let isZoned = draws.happens(withProbability: plan.zonedShare)
      let capacity = places()
      if isZoned, plan.zones > 0 {
        var all = Array(0..<plan.zones)
        draws.shuffle(&all)
        zones = all.prefix(plan.zonesPerPost).sorted().map {
          Post.ZonePlaces(ZoneIndex($0), places: places())
        }
      }
      var manned = slots.places.filter { _ in draws.happens(withProbability: plan.slotShare) }
      // Every post is in at least one slot.
      let fallback = SlotIndex(draws.integer(in: 0..<slots.count))
      if manned.isEmpty { manned = [fallback] }
      var post = Post("post \(number)", slots: manned, capacity: zones.isEmpty ? capacity : nil, zones: zones)
      let growth = growth(ofPost: number, plan)
      for shift in post.shifts.indices { post.shifts[shift].open(openings, growing: growth) }
      return post
    }
    return Programme(slots: slots, zones: (0..<plan.zones).map { "zone \($0 + 1)" }, posts: posts)
  }

  /// Draws the time at which a zone opens; zero if it exists from the start.
  private func opening(ofZone zone: Int, _ plan: SyntheticProgramme) -> Milliseconds {
    var draws = random.stream(.zoneOpening, UInt64(zone))
    return draws.happens(withProbability: plan.lateZoneShare) ? momentOfSignUp(&draws) : .zero
  }

  /// Draws the time from which a post takes more persons, and the number of places added; nil if it never does.
  private func growth(
    ofPost number: Int, _ plan: SyntheticProgramme
  ) -> (time: Milliseconds, places: Int32)? {
    var draws = random.stream(.postGrowth, UInt64(number))
    guard draws.happens(withProbability: plan.growingShare) else { return nil }
    return (momentOfSignUp(&draws), Int32(draws.integer(in: 1..<plan.growthMax + 1)))
  }

  /// Draws a uniformly distributed time before the deadline.
  private func momentOfSignUp(_ draws: inout KeyedGenerator) -> Milliseconds {
    Milliseconds(Int64(draws.uniform() * Double(deadline.rawValue)))
  }

  /// Draws the volunteers with their wishes.
  func draw(_ plan: SyntheticVolunteers, into festival: inout Festival) throws(ShiftsError) {
    guard let duration = scenario.time.duration else {
      preconditionFailure("a scenario with synthetic volunteers has a duration")
    }
    guard
      let times = ArrivalTimes(
        plan.arrivals.profile, duration: duration, phase: scenario.time.sinceMonday)
    else {
      throw ShiftsError(faults: [.emptyProfile])
    }
    let sampler = WishSampler(festival.programme, plan)
    if plan.sees == .counts { festival.sampler = sampler }
    let sets = PostSetSampler(fields.sets, festival.programme, plan)
    for number in try 0..<count(plan.arrivals) {
      let id = plan.arrivals.firstID + Int64(number)
      let key = UInt64(bitPattern: id)
      var signUp = random.stream(.volunteerSignUp, key)
      var traits = random.stream(.volunteerTraits, key)
      // Drawn first, so that the share changes nothing else.
      let isFlexible = traits.happens(withProbability: plan.flexibleShare)
      let slotCount = min(
        traits.integer(in: plan.slotsMin..<plan.slotsMax + 1), festival.programme.slots.count)
      var slots = Array(festival.programme.slots.places)
      traits.shuffle(&slots)
      let wished = slots.prefix(slotCount).sorted()
      let time = times.draw(&signUp)
      let isEverywhere = isFlexible && fields.matching.flexibleSlots == .all
      var lists = (isEverywhere ? Array(festival.programme.slots.places) : wished).map { slot in
        var draws = random.stream(.volunteerWishes, key, UInt64(slot.rawValue))
        return (slot, wished.contains(slot) ? sampler.wishes(in: slot, at: time, &draws) : [])
      }
      let flexibleSlots = wished.filter { slot in
        var draws = random.stream(.slotFlexibility, key, UInt64(slot.rawValue))
        return draws.happens(withProbability: plan.slotFlexibleShare)
      }
      let setSlots =
        isFlexible ? nil : sets?.draw(into: &lists, key: key, at: time, keeping: flexibleSlots, random)
      festival.append(
        id: id, signUp: time, isFlexible: isFlexible, flexibleSlots: flexibleSlots, setSlots: setSlots ?? [],
        maxShifts: plan.maxShifts.map { Int32($0) } ?? .max,
        wishes: lists.filter { isFlexible || !$0.1.isEmpty })
    }
  }

  private func count(_ arrivals: Scenario.Arrivals) throws(ShiftsError) -> Int {
    if let count = arrivals.count { return count }
    let mean = arrivals.mean(in: scenario.time)
    guard mean <= 50_000_000 else { throw ShiftsError(faults: [.tooMany(expected: mean)]) }
    var generator = random.stream(.requestCount)
    return generator.poisson(mean: mean)
  }
}

extension Post.Manning {
  /// Makes the post's zones open at `openings`, a time per zone, and adds the places of `growth` to each zone, or to
  /// the post if it has none.
  fileprivate mutating func open(
    _ openings: [Milliseconds], growing growth: (time: Milliseconds, places: Int32)?
  ) {
    for zone in zones.indices where openings[Int(zones[zone].zone)] > .zero {
      later.append(
        Post.LaterPlaces(
          zones[zone].zone, opens: openings[Int(zones[zone].zone)], places: zones[zone].places))
    }
    guard let growth else { return }
    capacity += growth.places * Int32(max(1, zones.count))
    for zone in zones.indices {
      zones[zone].places += growth.places
      later.append(
        Post.LaterPlaces(
          zones[zone].zone, opens: max(growth.time, openings[Int(zones[zone].zone)]), places: growth.places))
    }
    if zones.isEmpty { later.append(Post.LaterPlaces(opens: growth.time, places: growth.places)) }
  }
}
