import Quantities
import Spaces
import Travellers

extension Attempt {
  /// Returns the candidates under the two-circles rule, in ascending order of driver id; fills in the funnel.
  public mutating func candidates() -> [Candidate] {
    var alone: Whereabouts?
    return candidates(&alone)
  }

  /// Returns the candidates of an attempt that shares the drivers' `whereabouts` with the other attempts of its window;
  /// nil for an attempt decided alone. Results from earlier windows are reused while they remain valid.
  mutating func candidates(_ whereabouts: inout Whereabouts?) -> [Candidate] {
    // Each access to the property would count a reference, several times per driver.
    let fleet = fleet
    var search = beginSearch(keeps: whereabouts != nil, in: fleet)
    // Attempts of a window must find all feasible candidates.
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

  /// Applies the remaining stages to `driver`, who is within both circles, and records the result.
  ///
  /// Not inlined: the driver loop has three call sites, and with three copies the compiler no longer inlines the
  /// callees. That cost 7 % more instructions per decision on a plane.
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

  /// Begins a search; if `keeps`, its results are cached for later windows.
  mutating func beginSearch(keeps: Bool, in fleet: Fleet) -> CandidateSearch {
    for stage in [Stage.seats, .preferences, .limits] { funnel[stage] = 0 }
    bindingLimit = nil
    let keeps = keeps && fleet.knownPairs.isInUse && inquiry.standsInList
    return CandidateSearch(keeps ? fleet.knownPairs.take(inquiry) : nil)
  }

  /// Ends `search` and returns the candidates.
  mutating func endSearch(_ search: borrowing CandidateSearch, in fleet: Fleet) -> [Candidate] {
    if search.known != nil {
      funnel[.route] = Int32(search.looks)
      fleet.knownPairs.add(search, for: inquiry)
    }
    if !search.candidates.isEmpty { bindingLimit = nil }
    return search.candidates
  }

  /// Calls `body` with each driver within both circles, in ascending order of id, and with the driver's result from an
  /// earlier window if nothing has changed since then.
  ///
  /// - Parameters:
  ///   - evaluates: whether the same thread evaluates plans immediately.
  ///   - dismisses: whether drivers are pruned by bounds first.
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

  /// Returns the first stage before `limits` that `driver` fails; nil if the driver passes all of them.
  @inline(__always)
  func obstacle(to driver: DriverIndex, in fleet: Fleet) -> Stage? {
    if !fleet.hasRoom(for: inquiry.request, in: driver) { return .seats }
    return fleet.agree(inquiry, driver) ? nil : .preferences
  }

  /// Records `finding` if it is still valid; otherwise returns false.
  mutating func repeats(_ finding: KnownPairs.Finding, _ search: inout CandidateSearch) -> Bool {
    let candidate = search.knownCandidate(of: finding)
    guard time <= finding.until else { return false }
    note(finding, candidate?.asked(later: time - search.knownAt, fleet.terms), &search)
    search.keep(finding, isKnown: true)
    return true
  }

  /// Records `result` for `driver`, evaluated from `sight`.
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

  /// Records the result for a driver, and caches it if it may be valid for later windows.
  @inline(__always)
  mutating func take(
    _ finding: KnownPairs.Finding, _ candidate: Candidate?, _ search: inout CandidateSearch, in fleet: Fleet
  ) {
    note(finding, candidate, &search)
    guard search.known != nil, fleet.isFree(finding.driver, at: time) else { return }
    search.keep(
      finding.holding(until: fleet.itineraries[finding.driver].departure - Milliseconds(1)))
  }

  /// Increments the count of each stage that the driver of `finding` has passed.
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

/// The state of a candidate search for one attempt, which visits drivers in ascending order of id.
struct CandidateSearch {
  /// The results of an earlier window for the same request; nil if none are cached.
  let known: KnownPairs.Request?
  var candidates: [Candidate] = []
  /// The least added driving among the drivers excluded by a limit, and that driver's index among those within both
  /// circles.
  var nearestMiss = Milliseconds.never
  var placeOfMiss = Int.max
  /// The number of drivers within both circles so far, and the number of those whose cached result was still valid.
  var looks = 0
  private(set) var repeats = 0
  private(set) var findings: [KnownPairs.Finding] = []
  private var place = 0
  private var placeOfCandidate = 0

  init(_ known: KnownPairs.Request?) {
    self.known = known
    if let known { findings.reserveCapacity(known.findings.count + 8) }
  }

  /// The time at which the cached candidates were evaluated.
  var knownAt: Milliseconds { known?.time ?? .zero }

  /// Returns the next cached result for an unchanged driver with an id below that of `driver`; nil if there is none.
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

  /// Returns the cached candidate for `finding`; nil if the driver was not a candidate.
  ///
  /// - Precondition: calls are in ascending order of driver index.
  mutating func knownCandidate(of finding: KnownPairs.Finding) -> Candidate? {
    guard finding.failed == nil, let known else { return nil }
    while known.candidates[placeOfCandidate].driver < finding.driver { placeOfCandidate += 1 }
    return known.candidates[placeOfCandidate]
  }

  /// Caches `finding` for later windows.
  mutating func keep(_ finding: KnownPairs.Finding, isKnown: Bool = false) {
    findings.append(finding)
    if isKnown { repeats += 1 }
  }
}
