import Assignment
import Quantities
import Spaces
import Travellers

/// A policy that jointly decides the attempts gathered in a window (see `Terms.batch`).
public protocol GatheringPolicy: Policy {
  /// Chooses a candidate, or none, for each of `attempts`, such that no driver is chosen twice; fills in their funnels.
  ///
  /// - Throws: the error that prevents a choice and ends the run.
  func choose(together attempts: inout [Attempt]) throws -> GatheredChoice
}

extension GatheringPolicy {
  public var gathering: (any GatheringPolicy)? { self }
}

/// The choices for jointly decided attempts.
public struct GatheredChoice: Sendable {
  /// The chosen candidate of each attempt; nil: none.
  public var choices: [Candidate?]
  /// The number of feasible request–driver pairs, and the number of distinct drivers in them.
  public var pairs = 0
  public var drivers = 0
  /// The number of blocking pairs: passengers and drivers who would prefer each other to their partners.
  public var blockingPairs = 0

  public init(choices: [Candidate?]) { self.choices = choices }
}

/// The candidates of gathered attempts as a bipartite graph: one row per attempt, one column per driver.
struct GatheredPairs {
  private(set) var graph: PairGraph
  /// The candidates of each attempt, in the order of the pairs in its row.
  let lists: [[Candidate]]
  /// The preferences of both sides for each pair, by the pair's index in the graph.
  private(set) var liking: [PairLiking] = []

  /// Creates the graph from `lists`, which holds the candidates of each attempt.
  ///
  /// - Parameter costs: the costs of the candidates, in the same order; by default the weighted costs.
  init(_ lists: [[Candidate]], terms: Terms, costs: [[Int64]]? = nil) {
    self.lists = lists
    // Columns are in driver order, so that ties go to the lower id.
    let last = lists.lazy.compactMap { $0.last?.driver }.max() ?? DriverIndex.none
    var columns = [Int32](repeating: -1, count: Int(last) + 1)
    for list in lists {
      for candidate in list { columns[Int(candidate.driver)] = 0 }
    }
    var count: Int32 = 0
    for driver in columns.indices where columns[driver] == 0 {
      columns[driver] = count
      count += 1
    }
    graph = PairGraph(columns: Int(count))
    liking.reserveCapacity(lists.reduce(0) { $0 + $1.count })
    for (row, list) in lists.enumerated() {
      let costs = costs?[row] ?? list.map { max(0, $0.cost) }
      graph.appendRow(zip(list, costs).lazy.map { (columns[Int($0.driver)], $1) })
      liking += list.lazy.map { PairLiking($0, terms) }
    }
  }

  /// Returns the choice that corresponds to `assignment`.
  func choice(_ assignment: PairAssignment) -> GatheredChoice {
    var choice = GatheredChoice(
      choices: assignment.pairs.enumerated().map { row, place in
        place < 0 ? nil : lists[row][Int(place) - graph.pairs(ofRow: row).lowerBound]
      })
    choice.pairs = graph.pairs.count
    choice.drivers = graph.columnCount
    choice.blockingPairs = graph.blockingPairs(of: assignment, liking)
    return choice
  }
}

extension PairLiking {
  /// Creates both sides' preferences for the pair with `candidate`. The passenger ranks by the time to pickup and unmet
  /// preferences, weighted by the terms; the driver ranks by the detour.
  init(_ candidate: Candidate, _ terms: Terms) {
    let unmet = Double(terms.weights.preference.rawValue) * (1 - candidate.agreement)
    self.init(
      ofRow: candidate.insertion.timeToPickup.rawValue + Int64(unmet.rounded()),
      ofColumn: candidate.insertion.detour.rawValue)
  }
}

extension Array where Element == Candidate {
  /// Returns the number of these candidates of one attempt that block `choice`: the passenger prefers them to the
  /// choice, and they prefer the passenger to driving alone.
  public func blockingPairs(of choice: Candidate?, terms: Terms) -> Int {
    guard let choice else { return count }
    let has = PairLiking(choice, terms).ofRow
    return count { $0.driver != choice.driver && PairLiking($0, terms).ofRow < has }
  }
}

extension Attempt {
  /// Returns the distance saved if `candidate` takes the passenger, in millimetres: the direct trip distance minus the
  /// driver's additional distance.
  public func savedMillimetres(with candidate: Candidate) -> Int64 {
    let added = fleet.addedMetres(
      of: request, by: candidate.insertion, to: candidate.driver, at: time, from: fleet.vantage)
    return Int64(((request.direct.metres - added) * 1_000).rounded())
  }
}

/// Decides the requests of a window jointly and optimally: most matches, least cost, or most kilometres saved.
///
/// Agatz, Erera, Savelsbergh and Wang 2011, doi:10.1016/j.trb.2011.05.017.
public struct Batch: GatheringPolicy {
  public let name = PolicyName.batch.rawValue
  public init() {}

  public func choose(together attempts: inout [Attempt]) -> GatheredChoice {
    let lists = attempts.candidates()
    return Self.choice(among: lists, of: attempts)
  }

  /// Returns the optimal choice for `attempts`, given the candidates of each in `lists`.
  static func choice(among lists: [[Candidate]], of attempts: [Attempt]) -> GatheredChoice {
    guard let terms = attempts.first?.fleet.terms else { return GatheredChoice(choices: []) }
    switch terms.batch.objective {
    case .matches, .cost:
      let pairs = GatheredPairs(lists, terms: terms)
      let left = terms.batch.objective == .cost ? terms.batch.unmatchedCost.rawValue : nil
      return pairs.leastCostChoice(left: left, of: attempts)
    case .savedKilometres:
      let saved = zip(attempts, lists).map { attempt, list in list.map { attempt.savedMillimetres(with: $0) }
      }
      // The greatest saving costs nothing, and pairs without a saving are not made.
      let left = max(0, saved.joined().max() ?? 0)
      let costs = saved.map { row in row.map { left - max(0, $0) } }
      let pairs = GatheredPairs(lists, terms: terms, costs: costs)
      return pairs.leastCostChoice(left: left, of: attempts)
    }
  }
}

/// Decides the requests of a window jointly, by a stable assignment: no passenger and driver prefer each other to their
/// partners. On both sides, ties go to the lower id.
///
/// Wang, Agatz and Erera 2018, doi:10.1287/trsc.2017.0768.
public struct Stable: GatheringPolicy {
  public let name = PolicyName.stable.rawValue
  public init() {}

  public func worth(of candidate: Candidate, in attempt: Attempt) -> Double {
    Double(PairLiking(candidate, attempt.fleet.terms).ofRow)
  }

  public func choose(together attempts: inout [Attempt]) -> GatheredChoice {
    guard let terms = attempts.first?.fleet.terms else { return GatheredChoice(choices: []) }
    let lists = attempts.candidates()
    let order = attempts.indices.ordered { attempts[$0].request.id < attempts[$1].request.id }
    // Rows in the order of request ids, as columns are in the order of driver ids.
    let pairs = GatheredPairs(order.map { lists[$0] }, terms: terms)
    var choice = pairs.choice(
      pairs.graph.stableAssignment(
        pairs.liking, proposing: terms.batch.proposing == .passengers ? .rows : .columns))
    let chosen = choice.choices
    for (row, place) in order.enumerated() { choice.choices[place] = chosen[row] }
    return choice
  }
}

extension GatheredPairs {
  /// Returns the least-cost choice for `attempts` if an unassigned request costs `left`; nil: the least cost among the
  /// choices with the most pairs.
  ///
  /// If some drivers are also requesters, each person is in at most one pair, as passenger or as driver. This is a
  /// matching in a general graph whose nodes are the people, requesters first. If two people could each drive the
  /// other, only the better pair is used.
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

  /// Returns the choice that corresponds to `assignment`, in which each person is in at most one pair.
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

  /// Returns the number of people, and each column's person; requesters are numbered first, in row order. Nil if no
  /// driver is also a requester.
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

  /// Returns, for each column, the row of the driver's own request; -1 for a driver without a request. Nil if no driver
  /// has a request.
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
