import Lifecycle
import Quantities
import Statistics

@testable import Shifts

extension MadeUp {
  /// A festival in which volunteers sign up in the first 1,000 s, for slots of 100 s from second 2,000 on.
  static func festival(
    seed: UInt64, volunteers: Int, slots: Int, posts: Int, flexible: Double, limited: Double = 0.3,
    overlap: Bool = true
  ) -> Festival {
    var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .rows)
    let made = programme(&draws, slots: slots, posts: posts, overlap: overlap)
    let slotsLater = made.slots.map {
      Slot(
        $0.name, begin: Milliseconds(2_000_000) + 1_000 * $0.begin,
        end: Milliseconds(2_000_000) + 1_000 * $0.end)
    }
    let larger = made.posts.map { post in
      var post = post
      for shift in post.shifts.indices {
        post.shifts[shift].capacity *= 3
        for zone in post.shifts[shift].zones.indices { post.shifts[shift].zones[zone].places *= 3 }
      }
      return post
    }
    var festival = Festival(programme: Programme(slots: slotsLater, zones: made.zones, posts: larger))
    for id in 1...volunteers {
      let isFlexible = draws.happens(withProbability: flexible)
      let slots = festival.programme.slots.places.filter { _ in draws.happens(withProbability: 0.5) }
      let lists = slots.map { slot in (slot, wishes(&draws, festival.programme, slot: slot, most: 4)) }
      festival.append(
        id: Int64(id), signUp: Milliseconds(Int64(draws.integer(in: 0..<1_000_000))), isFlexible: isFlexible,
        maxShifts: draws.happens(withProbability: limited) ? Int32(draws.integer(in: 1..<3)) : .max,
        wishes: lists.filter { isFlexible || !$0.1.isEmpty })
    }
    return festival
  }

  /// Rules under which a bit of everything happens.
  static func simulation(_ festival: Festival, seed: UInt64, assignment: AssignmentPolicy) -> ShiftsSimulation
  {
    var rules = Rules(random: RandomSource(seed: seed, replication: 0))
    rules.retryInterval = Milliseconds(seconds: 60)
    rules.answerDelay = Milliseconds(seconds: 30)
    rules.declineProbability = 0.05
    rules.requesterCancelProbability = 0.15
    rules.maxCycles = 2
    rules.relaunchProbability = 0.5
    rules.relaunchDelay = Milliseconds(seconds: 100)
    var own = ShiftRules()
    own.deadline = Milliseconds(seconds: 1_500)
    own.fields.matching.assignment = assignment
    own.fields.behaviour.withdrawAllProbability = 0.05
    own.fields.behaviour.noShowProbability = 0.1
    return ShiftsSimulation(festival, rules: rules, shiftRules: own)
  }
}

extension ShiftRules {
  /// Rules under which nobody withdraws from everything or fails to come, and all posts are equally popular.
  init() {
    var fields = ShiftsFields()
    fields.volunteers = .recorded(file: "", columns: [:])
    (fields.behaviour.withdrawAllProbability, fields.behaviour.noShowProbability) = (0, 0)
    self.init(fields)
  }
}
