import Foundation
import Quantities
import Statistics

/// Draws the posts that a volunteer wishes for in a slot, the best first.
///
/// A post is chosen with a probability in proportion to k to the power of −s, where it is the k-th of its slot, and to e to
/// the power of the strength times the share of its places that are free: a logit choice, in which an empty post is worth as
/// much more than a full one as the strength says. Without a look at the counts, or at strength 0, only k counts.
public struct WishSampler: Sendable {
  private let programme: Programme
  private let plan: SyntheticVolunteers
  /// The weights of the wishes for each shift by itself, by slot.
  private let weights: [[Double]]

  init(_ programme: Programme, _ plan: SyntheticVolunteers) {
    self.programme = programme
    self.plan = plan
    weights = programme.shiftsOfSlot.map { shifts in
      shifts.indices.map { pow(Double($0 + 1), -plan.popularityExponent) }
    }
  }

  /// Different posts of `slot` for somebody who signs up at `time`, the best first; how many does not depend on what is free.
  ///
  /// - Parameter free: the shares of the places of the slot's shifts that are free, as the volunteer sees them; nil where they
  ///   see none.
  func wishes(
    in slot: SlotIndex, at time: Milliseconds, _ draws: inout KeyedGenerator, free: [Double]? = nil
  ) -> [Wish] {
    let shifts = programme.shiftsOfSlot[Int(slot)]
    var weights = weights[Int(slot)]
    guard !weights.isEmpty else { return [] }
    if let free {
      for place in weights.indices { weights[place] *= exp(plan.seesStrength * free[place]) }
    }
    var sum = 0.0
    let masses = weights.map { weight in
      sum += weight
      return sum
    }
    let count = min(draws.integer(in: plan.wishesMin..<plan.wishesMax + 1), shifts.count)
    var wishes: [Wish] = []
    var misses = 0
    while wishes.count < count {
      let rank: Int
      if misses < Self.patience {
        let mass = draws.uniform() * sum
        rank = masses.firstIndex { $0 > mass } ?? masses.count - 1
      } else {
        rank = Self.draw(
          weights,
          without: shifts.indices.filter { index in
            wishes.contains { $0.shift == shifts[index] }
          }, &draws)
      }
      guard !wishes.contains(where: { $0.shift == shifts[rank] }) else {
        misses += 1
        continue
      }
      misses = 0
      wishes.append(wish(for: shifts[rank], at: time, &draws))
    }
    return wishes
  }

  /// The number of draws of posts that are wished for already after which one among the others is drawn: the same law,
  /// which ends.
  private static let patience = 64

  private static func draw(_ weights: [Double], without taken: [Int], _ draws: inout KeyedGenerator) -> Int {
    let left = weights.indices.filter { !taken.contains($0) }
    var mass = draws.uniform() * left.reduce(0) { $0 + weights[$1] }
    for place in left {
      mass -= weights[place]
      if mass < 0 { return place }
    }
    return left.last ?? 0
  }

  /// Returns a wish for any zone, or for one of those that are there at `time`, every one equally likely.
  private func wish(for shift: ShiftIndex, at time: Milliseconds, _ draws: inout KeyedGenerator) -> Wish {
    guard programme.hasZones(shift), !draws.happens(withProbability: plan.anyZoneShare) else {
      return Wish(shift)
    }
    let open = programme.shifts[shift].sections.filter { programme.sections[$0].opens <= time }
    return open.isEmpty ? Wish(shift) : Wish(shift, in: open[draws.integer(in: 0..<open.count)])
  }
}
