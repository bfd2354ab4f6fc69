import Assignment
import Quantities

extension AssignmentProblem {
  /// The solution that fills the most places; of those the one whose shortage is spread most evenly over the slots, see
  /// `EvenShortage`; of those with the least sum of ranks, and of those with the fewest moves. Of equal ones it is that in
  /// which the first claim gets what it ranks best, then the second, and so on, and then the first section that is left,
  /// so that there is exactly one.
  ///
  /// As everybody takes any section of their slot, a move alone never fills a place more; it gives somebody a better wish.
  ///
  /// - Complexity: that of the network simplex, part by part: slots that no person's limit ties together are decided apart.
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

  /// The claims in parts that have no place and no person's limit in common, each in order.
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
    return parts.keys.sorted().compactMap { parts[$0] }
  }

  /// The sections of the claims of a `part` that get `targets`: for any zone, and then for any shift, the first left.
  private func sections(of part: [Int], _ targets: [AssignmentNetwork.Target]) -> [SectionIndex] {
    var rest = Rest(self)
    // Places of a shift that those who wished for any of its zones have for certain.
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
  /// The first section of `shift` that has a place left.
  fileprivate func first(of shift: ShiftIndex, _ programme: Programme) -> SectionIndex? {
    programme.shifts[shift].sections.first { left(of: $0, programme) > 0 }
  }
}

extension AssignmentNetwork {
  /// Returns the target of each claim in the one flow of least cost in which the first claim gets what it ranks best, then
  /// the second, and so on.
  func targets(_ flow: FlowNetwork.Flow) -> [Target] {
    var tight = TightNetwork(network, flow, hubCount: hubCount)
    return choices.indices.map { place in
      let choice = choices[place].first { tight.amounts[Int($0.arc)] > 0 || tight.use($0.arc) }
      tight.fix(nodes[place])
      return choice?.target ?? .nothing
    }
  }
}
