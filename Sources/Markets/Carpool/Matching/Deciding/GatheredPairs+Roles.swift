import Assignment
import Quantities
import Travellers

extension GatheredPairs {
  /// Returns the choice of least cost for `attempts`, in which an unassigned request costs `left`; nil: as many
  /// pairs as possible.
  ///
  /// If a driver is the same person as one of the requesters, each person is in at most one pair, as passenger or
  /// as driver: a matching in a general graph whose nodes are the people, requesters first. If two people could
  /// each drive the other, only the better pair is used.
  func leastCostChoice(left: Int64?, of attempts: [Attempt]) -> GatheredChoice {
    guard let people = people(in: attempts) else { return choice(graph.leastCostAssignment(left: left)) }
    var persons = MatchingGraph(nodes: people.count)
    for pair in graph.pairs {
      persons.appendEdge(pair.row, people.ofColumns[Int(pair.column)], cost: pair.cost)
    }
    var assignment = PairAssignment(of: graph)
    for place in persons.leastCostMatching(left: left) { assignment.give(place, of: graph) }
    return choice(assignment, of: attempts)
  }

  /// Returns the choice for `assignment` of the drivers to `attempts`, in which each person is in at most one pair.
  func choice(_ assignment: PairAssignment, of attempts: [Attempt]) -> GatheredChoice {
    var choice = choice(assignment)
    guard let people = people(in: attempts)?.ofColumns else { return choice }
    // An unassigned person who drives is not left without a ride.
    let driving = Set(assignment.columns.filter { $0 >= 0 }.map { people[Int($0)] })
    choice.blockingPairs = graph.blockingPairs(of: assignment, liking) { place in
      let (row, person) = (graph.pairs[place].row, Int(people[Int(graph.pairs[place].column)]))
      return !driving.contains(row) && (person >= graph.rowCount || assignment.columns[person] < 0)
    }
    return choice
  }

  /// Returns the number of people and the person of each column, requesters first, in the order of the rows; nil if
  /// no driver is one of the requesters.
  private func people(in attempts: [Attempt]) -> (count: Int, ofColumns: [Int32])? {
    guard let rows = rows(ofColumnsIn: attempts) else { return nil }
    var count = Int32(graph.rowCount)
    let people = rows.map { row in
      if row >= 0 { return row }
      defer { count += 1 }
      return count
    }
    return (Int(count), people)
  }

  /// Returns the row of the person of each column; -1 for a driver without a request. Nil if no driver has
  /// one.
  private func rows(ofColumnsIn attempts: [Attempt]) -> [Int32]? {
    guard let drivers = attempts.first?.fleet.drivers, attempts.contains(where: \.request.hasCar) else {
      return nil
    }
    let rowOfRequest = Dictionary(
      uniqueKeysWithValues: attempts.enumerated().map { ($1.request.id, Int32($0)) })
    var rows = [Int32](repeating: -1, count: graph.columnCount)
    for (row, list) in lists.enumerated() {
      for (place, candidate) in zip(graph.pairs(ofRow: row), list) {
        if let person = drivers[candidate.driver].ownRequest.flatMap({ rowOfRequest[$0] }) {
          rows[Int(graph.pairs[place].column)] = person
        }
      }
    }
    return rows.contains { $0 >= 0 } ? rows : nil
  }
}
