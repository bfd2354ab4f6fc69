import Quantities
import Spaces
import Travellers

extension Attempt {
  /// The candidates of the two-circles rule, in ascending order of driver id; fills in the funnel.
  public mutating func candidates() -> [Candidate] {
    var alone: Whereabouts?
    return candidates(&alone)
  }

  /// The same for an attempt that is decided with others, whose drivers' `whereabouts` all share; nil for one alone. Of those who are
  /// decided together, what was found by an earlier window is not looked for again.
  mutating func candidates(_ whereabouts: inout Whereabouts?) -> [Candidate] {
    for stage in [Stage.seats, .preferences, .limits] { funnel[stage] = 0 }
    bindingLimit = nil
    // Each look at the property would count a reference, several times a driver.
    let fleet = fleet
    let keeps = whereabouts != nil && fleet.knownPairs.isInUse && inquiry.standsInList
    var search = CandidateSearch(keeps ? fleet.knownPairs.take(inquiry) : nil)
    let found = driversOnRoute(changedSince: search.known?.window ?? .min)
    for (place, driver) in found.enumerated() {
      while let finding = search.nextKnown(before: driver, in: fleet) {
        look(again: finding, &search, &whereabouts, in: fleet)
      }
      fleet.fetch(found, behind: place)
      fleet.fetchSights(found, behind: place)
      look(at: driver, &search, &whereabouts, in: fleet)
    }
    while let finding = search.nextKnown(before: nil, in: fleet) {
      look(again: finding, &search, &whereabouts, in: fleet)
    }
    if keeps {
      funnel[.route] = Int32(search.looks)
      fleet.knownPairs.add(search, for: inquiry)
    }
    if !search.candidates.isEmpty { bindingLimit = nil }
    return search.candidates
  }

  /// Looks at `driver`, who is on the route.
  @inline(__always)
  private mutating func look(
    at driver: DriverIndex, _ search: inout CandidateSearch, _ whereabouts: inout Whereabouts?,
    in fleet: Fleet
  ) {
    var finding = KnownPairs.Finding(driver: driver)
    var candidate: Candidate?
    if !fleet.hasRoom(for: inquiry.request, in: driver) {
      finding.failed = .seats
    } else if !fleet.agree(inquiry, driver) {
      finding.failed = .preferences
    } else {
      let sight = whereabouts?.sight(of: driver, in: fleet) ?? fleet.sight(of: driver, at: time)
      let result = fleet.inserter.evaluate(inquiry, into: driver, from: sight.start, in: fleet)
      candidate = Candidate(driver, reported: sight.reported, result, in: fleet)
      finding.take(result, leavingFrom: sight.start.diversion.time)
    }
    note(finding, candidate, &search)
    if search.known != nil, fleet.isFree(driver, at: time) {
      finding.until = min(finding.until, fleet.itineraries[driver].departure - Milliseconds(1))
      search.keep(finding)
    }
  }

  /// Looks again at the driver of `finding`, who has not changed since.
  private mutating func look(
    again finding: KnownPairs.Finding, _ search: inout CandidateSearch, _ whereabouts: inout Whereabouts?,
    in fleet: Fleet
  ) {
    let candidate = search.knownCandidate(of: finding)
    guard time <= finding.until else {
      return look(at: finding.driver, &search, &whereabouts, in: fleet)
    }
    note(finding, candidate?.asked(later: time - search.knownAt, fleet.terms), &search)
    search.keep(finding, isKnown: true)
  }

  /// Counts a driver by the stages that were passed.
  @inline(__always)
  private mutating func note(
    _ finding: KnownPairs.Finding, _ candidate: Candidate?, _ search: inout CandidateSearch
  ) {
    search.looks += 1
    if finding.failed == .seats { return }
    funnel[.seats] += 1
    if finding.failed == .preferences { return }
    funnel[.preferences] += 1
    if let candidate {
      funnel[.limits] += 1
      search.candidates.append(candidate)
    } else if finding.nearestMiss < search.nearestMiss || bindingLimit == nil {
      search.nearestMiss = finding.nearestMiss
      bindingLimit = finding.bindingLimit
    }
  }
}

/// A search for the candidates of one attempt, drivers in ascending order of id.
struct CandidateSearch {
  /// What an earlier window found about the request; nil where nothing is kept.
  let known: KnownPairs.Request?
  var candidates: [Candidate] = []
  var nearestMiss = Milliseconds.never
  /// The number of drivers on the route, and of those of them about whom a finding held.
  var looks = 0
  private(set) var repeats = 0
  private(set) var findings: [KnownPairs.Finding] = []
  private var place = 0
  private var placeOfCandidate = 0

  init(_ known: KnownPairs.Request?) {
    self.known = known
    if let known { findings.reserveCapacity(known.findings.count + 8) }
  }

  /// The time from which those of the known candidates count.
  var knownAt: Milliseconds { known?.time ?? .zero }

  /// Returns the next finding about a driver who has not changed since, of a lower id than `driver`; nil where there is none.
  @inline(__always)
  mutating func nextKnown(before driver: DriverIndex?, in fleet: Fleet) -> KnownPairs.Finding? {
    guard let known else { return nil }
    while place < known.findings.count {
      let finding = known.findings[place]
      if let driver, finding.driver >= driver { return nil }
      place += 1
      if fleet.knownPairs.isUnchanged(finding.driver, since: known.window) { return finding }
    }
    return nil
  }

  /// Returns the candidate that `finding` was made of; nil for one that was none.
  ///
  /// - Precondition: findings are asked for in ascending order.
  mutating func knownCandidate(of finding: KnownPairs.Finding) -> Candidate? {
    guard finding.failed == nil, let known else { return nil }
    while known.candidates[placeOfCandidate].driver < finding.driver { placeOfCandidate += 1 }
    return known.candidates[placeOfCandidate]
  }

  /// Keeps `finding` for later windows.
  mutating func keep(_ finding: KnownPairs.Finding, isKnown: Bool = false) {
    findings.append(finding)
    if isKnown { repeats += 1 }
  }
}
