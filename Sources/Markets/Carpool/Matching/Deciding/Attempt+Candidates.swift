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
    // Each look at the property would count a reference, several times a driver.
    let fleet = fleet
    var search = beginSearch(keeps: whereabouts != nil, in: fleet)
    // Attempts of a window are to find all that can be kept.
    let isAlone = whereabouts == nil
    let dismissed = isAlone && fleet.inserter.boundsDetours ? DismissedDrivers(inquiry) : nil
    forEachOnRoute(&search, dismisses: dismissed != nil, in: fleet) { attempt, search, driver, finding in
      if let finding, attempt.repeats(finding, &search) { return }
      attempt.look(at: driver, &whereabouts, dismissed, &search, in: fleet)
    }
    if isAlone { fleet.inserter.looks += search.looks }
    if let dismissed, search.candidates.isEmpty {
      bindingLimit = dismissed.bindingLimit(besides: bindingLimit, search, in: fleet)
    }
    return endSearch(search, in: fleet)
  }

  /// Puts `driver`, who is on the route, through the stages behind, and takes over what is found.
  ///
  /// Not put in place: the loop over the drivers calls it at three places, and with all this at each the compiler no longer puts in
  /// place what is called here, which cost a decision on a plane 7 % more instructions.
  @inline(never)
  private mutating func look(
    at driver: DriverIndex, _ whereabouts: inout Whereabouts?, _ dismissed: DismissedDrivers?,
    _ search: inout CandidateSearch, in fleet: Fleet
  ) {
    if let stage = obstacle(to: driver, in: fleet) {
      return take(KnownPairs.Finding(driver: driver, failed: stage), nil, &search, in: fleet)
    }
    if dismissed?.takeAsSeenLast(driver, place: search.looks, in: fleet) == true {
      return take(KnownPairs.Finding(driver: driver, failed: .limits), nil, &search, in: fleet)
    }
    let sight = whereabouts?.sight(of: driver, in: fleet) ?? fleet.sight(of: driver, at: time)
    if dismissed?.take(driver, sight.start, place: search.looks, in: fleet) == true {
      return take(KnownPairs.Finding(driver: driver, failed: .limits), nil, &search, in: fleet)
    }
    let result = fleet.inserter.evaluate(inquiry, into: driver, from: sight.start, in: fleet)
    take(result, of: driver, sight, &search, in: fleet)
  }

  /// Begins a search, which `keeps` what it finds for later windows where these have a use for it.
  mutating func beginSearch(keeps: Bool, in fleet: Fleet) -> CandidateSearch {
    for stage in [Stage.seats, .preferences, .limits] { funnel[stage] = 0 }
    bindingLimit = nil
    let keeps = keeps && fleet.knownPairs.isInUse && inquiry.standsInList
    return CandidateSearch(keeps ? fleet.knownPairs.take(inquiry) : nil)
  }

  /// Ends `search`, and returns the candidates.
  mutating func endSearch(_ search: borrowing CandidateSearch, in fleet: Fleet) -> [Candidate] {
    if search.known != nil {
      funnel[.route] = Int32(search.looks)
      fleet.knownPairs.add(search, for: inquiry)
    }
    if !search.candidates.isEmpty { bindingLimit = nil }
    return search.candidates
  }

  /// Calls `body` with each driver on the route, in ascending order of id, and with what an earlier window found of one who has not
  /// changed since.
  ///
  /// - Parameters:
  ///   - evaluates: whether plans are evaluated at once, by the same thread.
  ///   - dismisses: whether drivers are dismissed by bounds before.
  @inline(__always)
  mutating func forEachOnRoute(
    _ search: inout CandidateSearch, evaluates: Bool = true, dismisses: Bool = false, in fleet: Fleet,
    _ body: (inout Attempt, inout CandidateSearch, DriverIndex, KnownPairs.Finding?) -> Void
  ) {
    let found = driversOnRoute(changedSince: search.known?.window ?? .min)
    for (place, driver) in found.enumerated() {
      while let finding = search.nextKnown(before: driver, in: fleet) {
        body(&self, &search, finding.driver, finding)
      }
      fleet.fetch(found, behind: place)
      if evaluates { fleet.fetchSights(found, behind: place, dismisses: dismisses) }
      body(&self, &search, driver, nil)
    }
    while let finding = search.nextKnown(before: nil, in: fleet) {
      body(&self, &search, finding.driver, finding)
    }
  }

  /// The stage before the limits that `driver` does not pass.
  @inline(__always)
  func obstacle(to driver: DriverIndex, in fleet: Fleet) -> Stage? {
    if !fleet.hasRoom(for: inquiry.request, in: driver) { return .seats }
    return fleet.agree(inquiry, driver) ? nil : .preferences
  }

  /// Takes over `finding`, and tells whether it still holds.
  mutating func repeats(_ finding: KnownPairs.Finding, _ search: inout CandidateSearch) -> Bool {
    let candidate = search.knownCandidate(of: finding)
    guard time <= finding.until else { return false }
    note(finding, candidate?.asked(later: time - search.knownAt, fleet.terms), &search)
    search.keep(finding, isKnown: true)
    return true
  }

  /// Takes over `result` for `driver`, who was seen at `sight`.
  @inline(__always)
  mutating func take(
    _ result: InsertionResult, of driver: DriverIndex, _ sight: Whereabouts.Sight,
    _ search: inout CandidateSearch, in fleet: Fleet
  ) {
    let candidate = Candidate(driver, reported: sight.reported, result, in: fleet)
    take(
      KnownPairs.Finding(result, of: driver, leavingFrom: sight.start.diversion.time), candidate, &search,
      in: fleet)
  }

  /// Takes over what was found of a driver, and keeps it if it may hold for later windows.
  @inline(__always)
  mutating func take(
    _ finding: KnownPairs.Finding, _ candidate: Candidate?, _ search: inout CandidateSearch, in fleet: Fleet
  ) {
    note(finding, candidate, &search)
    guard search.known != nil, fleet.isFree(finding.driver, at: time) else { return }
    search.keep(
      finding.holding(until: fleet.itineraries[finding.driver].departure - Milliseconds(1)))
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
      search.placeOfMiss = search.looks - 1
      bindingLimit = finding.bindingLimit
    }
  }
}

/// A search for the candidates of one attempt, drivers in ascending order of id.
struct CandidateSearch {
  /// What an earlier window found about the request; nil where nothing is kept.
  let known: KnownPairs.Request?
  var candidates: [Candidate] = []
  /// The least driving that a driver whom a limit leaves out would have added, and that driver's place on the list.
  var nearestMiss = Milliseconds.never
  var placeOfMiss = Int.max
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
