import Board
import CarpoolScenario
import Community
import Hindsight
import Matching
public import Metrics
import OutsidePolicies
import Quantities
import Scenario
public import Simulation
import Spaces
public import Synthesis
import Travellers

extension CarpoolInput {
  /// The identity of this input's run.
  public var identity: RunIdentity { RunIdentity(of: scenario, inputs: inputs) }

  /// The setup for simulating this input.
  public var setup: SimulationSetup {
    var setup = SimulationSetup(
      scenario, drivers: population.drivers, requests: population.requests, spaces: spaces, policy: policy)
    (setup.driverNames, setup.requestNames) = (population.driverNames, population.requestNames)
    setup.meetingPlaces = meetingPlaces
    setup.board = scenario.board.map {
      BoardSetup($0, trips: population.trips, seeks: population.seeks)
    }
    setup.choice?.alternatives = population.alternatives
    setup.society = population.users.map { SocietySetup(scenario, $0) }
    return setup
  }

  /// The scenario's policy, created for this input's run.
  private var policy: any Policy { scenario.matching.policy.policy(in: subject) }

  /// The description of this input's run for external policies.
  var subject: PolicySubject {
    var subject = PolicySubject(
      scenario: scenario.name, seed: scenario.seed, replication: scenario.replication,
      geometry: spaces.geometry, requestNames: population.requestNames,
      driverNames: population.driverNames, walks: scenario.matching.walking.reach > 0, folder: folder)
    if let rules = scenario.matching.batch { subject.batch = rules }
    return subject
  }

  /// Returns the finished run with `records`.
  ///
  /// - Parameter identity: the run's identity; if nil, it is computed from this input.
  /// - Throws: `RunError` if the run and the interval make its tables useless.
  public func finished(_ records: RunRecords, identity: RunIdentity? = nil) throws(RunError) -> CarpoolRun {
    try RunError.check(end: records.end, interval: scenario.results.interval)
    var run = CarpoolRun(
      identity: identity ?? self.identity, requests: population.requests, drivers: population.drivers,
      records: records,
      geometry: spaces.geometry, warmUp: scenario.time.warmUp, interval: scenario.results.interval,
      requestNames: population.requestNames, driverNames: population.driverNames)
    run.fields = scenario.carpool
    run.stationaryPeriod = scenario.stationaryPeriod
    run.board = scenario.board?.rules
    run.trips = population.trips
    run.seeks = population.seeks
    run.wayMetres = wayMetres
    run.users = population.users
    if case .outside(let policy) = scenario.matching.policy {
      run.outsidePolicy = (policy.name, policy.command?.joined(separator: " ") ?? policy.library ?? "")
    }
    run.slack = scenario.slack
    run.mapCalls = scenario.mapCalls.map {
      MapCallRules(
        calls: $0, spacing: scenario.matching.spacing,
        begin: Milliseconds(1_000 * (scenario.time.start.map { $0.seconds - $0.midnight.seconds } ?? 0)))
    }
    if scenario.hindsight == true {
      run.hindsight = Hindsight(
        drivers: run.drivers, requests: run.requests, counting: run.isSettled, spaces: spaces,
        terms: Terms(scenario))
    }
    return run
  }

  /// The lengths of the routes between consecutive stops of published trips, by driver index, for cars that leave at
  /// the trips' departure times.
  private var wayMetres: [[Metres]] {
    zip(population.drivers, population.trips).map { driver, trip in
      guard let trip, driver.refusal == nil else { return [] }
      let space = spaces.space(at: driver.depart)
      return zip(trip.stops, trip.stops.dropFirst()).map { start, end in
        space.travel(from: start.place, to: end.place)?.metres
          ?? spaces.geometry.distance(start.place.position, end.place.position)
      }
    }
  }
}
