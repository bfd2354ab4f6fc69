import Quantities
import Statistics

/// A sampler of the posts that a volunteer wishes for in a slot, best first.
///
/// The k-th post of a slot is chosen with a probability proportional to k^(−s) · e^(strength · share of free places).
/// This is a logit choice, in which the strength is the difference in utility between an empty and a full post. If the
/// counts are not visible, or the strength is 0, only k matters.
public struct WishSampler: Sendable {
  private let programme: Programme
  private let plan: SyntheticVolunteers
  /// The wish weights by slot and shift, before the effect of free places.
  private let weights: [[Double]]

  init(_ programme: Programme, _ plan: SyntheticVolunteers) {
    self.programme = programme
    self.plan = plan
    weights = programme.shiftsOfSlot.map { shifts in
      shifts.indices.map { Rounded.pow(Double($0 + 1), -plan.popularityExponent) }
    }
  }

  /// Draws distinct posts of `slot` for a volunteer who signs up at `time`, best first. The number of posts does not
  /// depend on the free places.
  ///
  /// - Parameter free: the shares of free places of the slot's shifts, as the volunteer sees them; nil if they are
  ///   not visible.
  func wishes(
    in slot: SlotIndex, at time: Milliseconds, _ draws: inout KeyedGenerator, free: [Double]? = nil
  ) -> [Wish] {
    let shifts = programme.shiftsOfSlot[Int(slot)]
    var weights = weights[Int(slot)]
    guard !weights.isEmpty else { return [] }
    if let free {
      for place in weights.indices { weights[place] *= Rounded.exp(plan.seesStrength * free[place]) }
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

  /// The maximum number of draws that repeat an earlier wish. After that, one of the other posts is drawn directly,
  /// which has the same distribution but always terminates.
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

  /// Draws a wish for any zone, or for one of the zones that exist at `time`, which are equally likely.
  private func wish(for shift: ShiftIndex, at time: Milliseconds, _ draws: inout KeyedGenerator) -> Wish {
    guard programme.hasZones(shift), !draws.happens(withProbability: plan.anyZoneShare) else {
      return Wish(shift)
    }
    let open = programme.shifts[shift].sections.filter { programme.sections[$0].opens <= time }
    return open.isEmpty ? Wish(shift) : Wish(shift, in: open[draws.integer(in: 0..<open.count)])
  }
}
