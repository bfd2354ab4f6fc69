import Assignment
import Quantities

extension AssignmentProblem {
  /// Returns the optimal solution. Its objectives are, in this order, the most places filled, the most even shortage
  /// over the slots (see `EvenShortage`), the lowest sum of ranks, and the fewest moves. To make it unique, ties are
  /// broken by giving the first claim the section it ranks best, then the second claim, and so on; claims without a
  /// preference get the first section with a free place.
  ///
  /// Since everybody accepts any section of their slot, moves alone never fill additional places; they only let more
  /// wishes be met.
  ///
  /// - Complexity: one network simplex run per independent part. Slots are in the same part if they overlap or if
  ///   they are linked by a person's limit.
  public func optimalSolution() -> [SectionIndex] {
    var solution = Array(repeating: SectionIndex.none, count: claims.count)
    for part in independentParts() {
      let network = AssignmentNetwork(self, claims: part)
      let targets = network.targets(network.network.leastCostFlow())
      let sections = sections(of: part, targets)
      for (claim, section) in zip(part, sections) { solution[claim] = section }
    }
    return solution
  }

  /// Returns the claims, divided into parts that share no place and no person's limit; each part is in ascending order.
  public func independentParts() -> [[Int]] {
    var sets = DisjointSets(count: programme.slots.count)
    for slot in programme.slots.places { sets.join(Int(slot), Int(programme.groups[Int(slot)])) }
    for places in byPerson(Array(claims.indices)) {
      let new = places.map { claims[$0] }.filter { $0.held == .none }
      if let first = new.first, Int(limits[Int(first.person)]) < new.count {
        for claim in new { sets.join(Int(claim.slot), Int(first.slot)) }
      }
    }
    let parts = Dictionary(grouping: claims.indices) { sets.root(of: Int(claims[$0].slot)) }
    return parts.keys.ordered().compactMap { parts[$0] }
  }

  /// Returns the sections of the claims of `part`, given their `targets`. A target of any zone or any shift gets the
  /// first section with a free place.
  private func sections(of part: [Int], _ targets: [AssignmentNetwork.Target]) -> [SectionIndex] {
    var rest = Rest(self)
    // The places of a shift that are certain for those who wished for any of its zones.
    var reserved = Array(repeating: Int32(0), count: programme.shifts.count)
    var sections = targets.map { target -> SectionIndex in
      switch target {
      case .section(let section):
        rest.take(section, programme)
        return section
      case .anyOf(let shift):
        reserved[Int(shift)] += 1
        return .none
      case .anyShift, .nothing: return .none
      }
    }
    for (place, target) in targets.enumerated() {
      var section: SectionIndex?
      switch target {
      case .section, .nothing: continue
      case .anyOf(let shift):
        section = rest.first(of: shift, programme)
        reserved[Int(shift)] -= 1
      case .anyShift:
        let slot = claims[part[place]].slot
        for shift in programme.shiftsOfSlot[Int(slot)] where section == nil {
          guard rest.left(of: shift, programme) > reserved[Int(shift)] else { continue }
          section = rest.first(of: shift, programme)
        }
      }
      guard let section else { preconditionFailure("a flow fits the places it runs through") }
      rest.take(section, programme)
      sections[place] = section
    }
    return sections
  }
}

extension Rest {
  /// Returns the first section of `shift` with a free place; nil if there is none.
  fileprivate func first(of shift: ShiftIndex, _ programme: Programme) -> SectionIndex? {
    programme.shifts[shift].sections.first { left(of: $0, programme) > 0 }
  }
}

extension AssignmentNetwork {
  /// Returns the target of each claim in a unique minimum-cost flow: the one in which the first claim gets the choice
  /// it ranks best, then the second claim, and so on.
  func targets(_ flow: FlowNetwork.Flow) -> [Target] {
    var tight = TightNetwork(network, flow, hubCount: hubCount)
    return choices.indices.map { place in
      let choice = choices[place].first { tight.amounts[Int($0.arc)] > 0 || tight.use($0.arc) }
      tight.fix(nodes[place])
      return choice?.target ?? .nothing
    }
  }
}
