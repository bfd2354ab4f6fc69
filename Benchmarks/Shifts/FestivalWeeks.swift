import BenchmarkSupport
import Lifecycle
import Quantities
import Shifts
import Statistics

/// Six weeks of sign-up and three days of a festival: 40 posts in nine slots, a third of them in zones, with places for four
/// in five of those who wish; who has no shift by the deadline and is flexible is assigned greedily, and who has waited
/// for three weeks gives up, so that places become free again.
struct FestivalWeeks {
  static let week: Int64 = 604_800_000
  let simulation: ShiftsSimulation

  /// Draws the festival of `count` volunteers.
  init(count: Int) {
    var numbers = BenchmarkNumbers(seed: 1)
    func below(_ bound: Int) -> Int { Int(numbers.uniform() * Double(bound)) }
    let slots = (0..<9).map { slot in
      let begin = 6 * Self.week + Int64(4 + slot / 3) * 86_400_000 + Int64(9 + slot % 3 * 4) * 3_600_000
      return Slot("slot \(slot)", begin: Milliseconds(begin), end: Milliseconds(begin + 4 * 3_600_000))
    }
    let share = max(1, count / 150)
    let posts = (0..<40).map { post in
      let zones =
        post % 3 == 0
        ? (0..<3).map { Post.ZonePlaces(ZoneIndex((post + 4 * $0) % 12), places: Int32(max(1, share / 3))) }
        : []
      return Post(
        "post \(post)", slots: slots.places.map(\.self), capacity: zones.isEmpty ? Int32(share) : nil,
        zones: zones)
    }
    var festival = Festival(
      programme: Programme(slots: slots, zones: (0..<12).map { "zone \($0)" }, posts: posts))
    for id in 1...count {
      let signUp = Milliseconds(Int64(numbers.uniform() * Double(6 * Self.week)))
      let isFlexible = numbers.uniform() < 0.3
      let lists = festival.programme.slots.places.filter { _ in numbers.uniform() < 1.0 / 3 }.map { slot in
        let shifts = festival.programme.shiftsOfSlot[Int(slot)]
        var wishes: [Wish] = []
        for _ in 0..<1 + below(3) {
          // The first posts are wished for most.
          let shift = shifts[min(below(40), below(40))]
          let sections = festival.programme.shifts[shift].sections
          let isAny = !festival.programme.hasZones(shift) || numbers.uniform() < 0.7
          let section = isAny ? SectionIndex.none : sections.lowerBound.advanced(by: below(sections.count))
          if !wishes.contains(where: { $0.shift == shift }) { wishes.append(Wish(shift, in: section)) }
        }
        return (slot, wishes)
      }
      festival.append(
        id: Int64(id), signUp: signUp, isFlexible: isFlexible, maxShifts: Int32(2 + id % 3), wishes: lists)
    }
    var rules = Rules(random: RandomSource(seed: 1, replication: 0))
    rules.retryInterval = Milliseconds(60_000)
    rules.answerDelay = Milliseconds(86_400_000)
    var own = ShiftRules(ShiftsFields())
    (own.fields.behaviour.withdrawAllProbability, own.fields.behaviour.noShowProbability) = (0, 0)
    own.deadline = Milliseconds(6 * Self.week)
    own.fields.matching.assignment = .greedy
    own.fields.behaviour.patience = Milliseconds(3 * Self.week)
    simulation = ShiftsSimulation(festival, rules: rules, shiftRules: own)
  }

  /// Runs once.
  func sample() throws -> SideSample {
    var records: ShiftsRecords?
    let seconds = try processorSeconds { records = try simulation.records() }
    let requests = records?.lifecycle.requests ?? []
    let places = requests.reduce(0) { $0 + ($1.section == .none ? 0 : Int($1.section.rawValue) + 1) }
    return SideSample(
      seconds: seconds, units: simulation.festival.requests.count,
      found: [
        "worked": requests.count { $0.outcome == .worked },
        "unmatched": requests.count { $0.outcome == .unmatched },
        "left": requests.count { $0.outcome == .cancelledByVolunteer },
        "attempts": records?.lifecycle.attempts.count ?? 0, "places": places,
      ])
  }

  /// The festival as the peer reads it.
  var text: String {
    let festival = simulation.festival
    let programme = festival.programme
    let rules = simulation.rules
    let own = simulation.shiftRules
    var lines = [
      "\(programme.slots.count) \(programme.shifts.count) \(programme.sections.count) \(festival.volunteers.count)",
      "\(rules.attempts) \(rules.retryInterval.rawValue) \(rules.answerDelay.rawValue) \(own.deadline.rawValue)"
        + " \(own.patience.rawValue)",
    ]
    lines += programme.slots.map { "\($0.begin.rawValue) \($0.end.rawValue)" }
    lines += programme.shifts.map {
      "\($0.slot.rawValue) \($0.capacity) \($0.sections.lowerBound.rawValue) \($0.sections.upperBound.rawValue)"
    }
    lines += programme.sections.map { "\($0.capacity)" }
    for volunteer in festival.volunteers {
      var words = [
        "\(volunteer.signUp.rawValue)", volunteer.isFlexible ? "1" : "0", "\(volunteer.maxShifts)",
        "\(volunteer.requests.count)",
      ]
      for request in volunteer.requests {
        let request = festival.requests[request]
        words += ["\(request.slot.rawValue)", "\(request.wishes.count)"]
        for place in request.wishes {
          let wish = festival.wishes[Int(place)]
          words += ["\(wish.shift.rawValue)", "\(wish.section.rawValue)"]
        }
      }
      lines.append(words.joined(separator: " "))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
