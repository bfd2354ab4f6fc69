import Quantities
import Scenario
import Statistics

/// Sign-ups for any one of several equally preferred posts of a slot.
package struct PostSets: Equatable, Sendable {
  /// The share of synthetic sign-ups that are for such sets, among those that are not flexible.
  package var share = 0.3
  package var postsMin = 2
  package var postsMax = 4
}

extension Field<ShiftsFields> {
  static var sets: Self {
    Self(
      "sets", \.sets, orAbsent: .object(PostSets.members),
      "Sign-ups for any of several posts in a slot, one of which is assigned at the deadline. `null`: none."
    )
  }
}

extension PostSets {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "share", \.share, .number(.init(lower: 0, upper: 1, includesLower: false)),
          "The share of sign-ups that are for a set of posts, among those of volunteers not flexible in the slot."
        ).idle { _, scenario in
          guard case .synthetic(let plan) = scenario.fields(of: ShiftsFields.self).volunteers else {
            return fromFile
          }
          return plan.flexibleShare >= 1 || plan.slotFlexibleShare >= 1
            ? "everybody accepts any post (`flexible_share` or `slot_flexible_share` is 1)" : nil
        },
        Field("posts_min", \.postsMin, .integer(1, to: 100), "The minimum number of posts in a set.")
          .idle { isRecorded($1) ? fromFile : nil },
        Field(
          "posts_max", \.postsMax, .integer(1, to: 100),
          "The maximum number of posts in a set; numbers are drawn uniformly."
        ).idle { isRecorded($1) ? fromFile : nil },
      ],
      check: { checked, faults in
        if checked.value.postsMin > checked.value.postsMax {
          checked.conflict("posts_min exceeds posts_max; swap them", ["posts_min", "posts_max"], &faults)
        }
      })
  }

  private static let fromFile = "the column `any_of` of the volunteer file marks the sets"

  private static func isRecorded(_ scenario: Scenario) -> Bool {
    if case .recorded = scenario.fields(of: ShiftsFields.self).volunteers { true } else { false }
  }

  /// Reports sets of posts if no assignment is made, since only an assignment decides them.
  static func check(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    let fields = checked.value.fields(of: ShiftsFields.self)
    if fields.sets != nil, fields.matching.assignment == .none {
      checked.conflict(
        "sign-ups for a set of posts are decided at the deadline, and matching.assignment is `none`; choose `greedy` or"
          + " `optimal`, or leave `sets` out", ["sets", "matching.assignment", "matching"], &faults)
    }
  }
}

/// A sampler that draws which sign-ups are for a set of posts, and the posts of each set.
struct PostSetSampler {
  private let sets: PostSets
  private let sampler: WishSampler

  /// Creates a sampler; nil if the scenario has no sets.
  init?(_ sets: PostSets?, _ programme: Programme, _ plan: SyntheticVolunteers) {
    guard let sets else { return nil }
    self.sets = sets
    var plan = plan
    plan.wishesMin = sets.postsMin
    plan.wishesMax = sets.postsMax
    sampler = WishSampler(programme, plan)
  }

  /// Replaces the wishes for some slots by sets of posts, in programme order.
  ///
  /// - Parameters:
  ///   - key: the volunteer's key.
  ///   - kept: the slots in which the volunteer accepts any post, whose wishes are not replaced.
  /// - Returns: the slots of the sets.
  func draw(
    into lists: inout [(SlotIndex, [Wish])], key: UInt64, at time: Milliseconds, keeping kept: [SlotIndex],
    _ random: RandomSource
  ) -> [SlotIndex] {
    lists.indices.compactMap { place in
      let slot = lists[place].0
      var draws = random.stream(.postSet, key, UInt64(slot.rawValue))
      guard draws.happens(withProbability: sets.share), !kept.contains(slot), !lists[place].1.isEmpty else {
        return nil
      }
      lists[place].1 = sampler.wishes(in: slot, at: time, &draws).sorted {
        ($0.shift, $0.section) < ($1.shift, $1.section)
      }
      return slot
    }
  }
}
