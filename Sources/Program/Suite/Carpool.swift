import Carpool
import CarpoolScenario
import Ground
public import Matching
public import Quantities
import RoadNetwork
import Scenario
import Spaces
import Statistics
import Synthesis
public import Travellers

/// A carpool on streets, with drivers who leave at time 0, consecutive requests, and the exact matcher.
///
/// A driver's trip takes at most 1.5 times the solo trip, and a passenger's wait and ride at most 600 s more than the
/// direct trip. Stops take no time, and the objective is the least added driving.
public struct Carpool {
  let spaces: DailySpaces
  public let drivers: [Driver]
  public let requests: [Request]
  /// Whether only drivers in both circles are evaluated.
  private let usesRadius: Bool
  /// The walking distance of passengers, in metres.
  public var walk: Metres = 0
  /// The number of listed meeting places, evenly spaced among the nodes; 0: every node is one.
  public var places = 0
  /// Whether parties at the same place share a stop of the car.
  public var sharesStops = false
  /// Whether passengers may transfer.
  var changes = false

  /// The name of the file with the requests of Chengdu.
  public static let requestsFile = "carpool-requests.csv.gz"

  /// Returns the name of the file with at least `count` drivers of Chengdu or, if there is none, of the largest one.
  public static func driversFile(for count: Int) -> String {
    let kept = [1_000, 10_000, 50_000].first { $0 >= count } ?? 50_000
    return "carpool-drivers-\(kept / 1000)k.csv.gz"
  }

  /// Reads the carpool of Chengdu in `folder`, with `count` drivers; if the data has fewer, trips are repeated.
  ///
  /// - Throws: errors of reading a scenario with these files.
  public init(folder: String, drivers count: Int) throws {
    let text = """
      {
        name: "chengdu-carpool", space: { kind: "network", file: "\(folder)" },
        supply: { kind: "recorded", file: "\(folder)/\(Self.driversFile(for: count))", default_depart_s: 0 },
        demand: { kind: "recorded", file: "\(folder)/\(Self.requestsFile)" },
        \(Self.rules)
      }
      """
    // With as many drivers as a country has, only nearby ones are evaluated.
    try self.init(text, drivers: count, usesRadius: count > 100_000)
  }

  /// Generates a carpool in a synthetic city of 20 km × 20 km. After all `count` drivers have been on the road for
  /// five minutes, two hundred requests arrive in six seconds: as many per minute as in Chengdu.
  ///
  /// - Throws: errors of reading a scenario, which do not occur here.
  init(city count: Int) throws {
    let text = """
      {
        name: "city-carpool", time: { duration_s: 306 },
        space: { kind: "city", columns: 30, rows: 30, block_m: 700 },
        supply: { kind: "synthetic", count: \(count), od: { kind: "uniform", min_m: 6000 } },
        demand: {
          kind: "synthetic", count: 200, od: { kind: "uniform", min_m: 2000 },
          profile: [{ until_s: 300, weight: 0 }, { until_s: 306, weight: 1 }],
        },
        \(Self.rules)
      }
      """
    try self.init(text, drivers: count, usesRadius: true)
  }

  private static let rules = """
    matching: {
      policy: "insertion", insertion: { objective: "added_driving" },
      limits: { max_detour_s: null, max_detour_ratio: 0.5, max_wait_s: null, max_delay_s: 600 },
    },
    behaviour: { stop_duration_s: 0 },
    input: { longest_trip_m: null },
    """

  private init(_ scenario: String, drivers count: Int, usesRadius: Bool) throws {
    let world = try CarpoolInput(Scenario.load(text: scenario, file: "carpool"), folder: "")
    let some = world.population.drivers.filter { $0.refusal == nil }
    drivers = (0..<count).map { number in
      var driver = some[number % some.count]
      driver.id = Int64(number)
      driver.depart = .zero
      return driver
    }
    // In order of time.
    requests = world.population.requests.filter { $0.refusal == nil }
      .ordered { ($0.submit, $0.id) < ($1.submit, $1.id) }
    spaces = world.spaces
    self.usesRadius = usesRadius
  }

  /// The listed meeting places; nil if every node is one.
  private var meetingPlaces: MeetingPlaces? {
    guard places > 0, let space = spaces.base as? NetworkSpace else { return nil }
    let count = space.network.nodeCount
    let nodes = (0..<min(places, count)).map { NodeIndex($0 * count / min(places, count)) }
    return MeetingPlaces(nodes.map(space.place(ofNode:)), includesDoor: true, geometry: space.geometry)
  }

  /// Returns a new day on which no request has been served yet.
  public func day() -> Day { Day(self) }

  /// A day on which the requests are served one after the other.
  public final class Day {
    private let requests: [Request]
    public let fleet: Fleet
    private let random = RandomSource(seed: 1, replication: 0)
    private var busy: [DriverIndex] = []

    fileprivate init(_ carpool: Carpool) {
      var terms = Terms()
      terms.radius = 1000
      terms.spacing = 0
      terms.stopDuration = .zero
      terms.maxDelay = Milliseconds(600_000)
      terms.insertion.objective = .addedDriving
      terms.insertion.usesRadius = carpool.usesRadius
      terms.walking.reach = carpool.walk
      terms.sharesStops = carpool.sharesStops
      if carpool.changes { terms.transfer = TransferRules() }
      requests = carpool.requests
      // The actual rate, as in a run: it determines how far entries of the index move.
      fleet = Fleet(
        drivers: carpool.drivers, terms: terms, spaces: carpool.spaces, vantage: .actual,
        meetingPlaces: carpool.meetingPlaces, questions: requests.attemptsPerSecond(atMost: 1))
      for driver in carpool.drivers.places { fleet.announce(driver, at: .zero) }
      // The first query of a run prepares bounds and the table of legs: it belongs to the preparation.
      _ = choice(for: 0)
    }

    /// Makes the stops due before request number `number`.
    public func makeStops(before number: Int) {
      let time = requests[number].submit
      for driver in busy {
        while let stop = fleet[driver].stops.first, stop.arrive < time {
          _ = fleet.makeStop(driver)
        }
      }
    }

    /// Returns the candidate chosen for request number `number` among all drivers, with the funnel of the attempt.
    public func choice(for number: Int) -> (Candidate?, Funnel) {
      var attempt = Attempt(
        request: requests[number], index: RequestIndex(number), cycle: 1, attempt: 1,
        time: requests[number].submit,
        promise: fleet.terms.promise(for: requests[number]), excluded: [], fleet: fleet, random: random)
      let choice = BestInsertion().choose(for: &attempt)
      return (choice, attempt.funnel)
    }

    /// Returns the same choice, found by evaluating every driver.
    func scannedChoice(for number: Int) -> (driver: DriverIndex, insertion: Insertion)? {
      let request = requests[number]
      let inquiry = Inquiry(request, promise: fleet.terms.promise(for: request), at: request.submit)
      var best: (driver: DriverIndex, result: InsertionResult)?
      for driver in fleet.drivers.places where isInCircles(driver, inquiry) {
        guard fleet.hasRoom(for: request, in: driver), requiredWishesAgree(request, fleet.drivers[driver])
        else { continue }
        let result = fleet.evaluate(inquiry, into: driver, from: .actual)
        guard result.best != nil, result.value < best?.result.value ?? .max else { continue }
        best = (driver, result)
      }
      return best.flatMap { best in best.result.best.map { (best.driver, $0) } }
    }

    private func isInCircles(_ driver: DriverIndex, _ inquiry: Inquiry) -> Bool {
      guard fleet.terms.insertion.usesRadius else { return true }
      let track = fleet[driver].track
      let report = track.report(at: inquiry.time, spacing: 0, geometry: fleet.geometry)
      return fleet.geometry.isWithin(
        fleet.terms.radius, inquiry.request.origin.position, report.position)
        && fleet.passes(driver, near: inquiry.request.destination.position, after: report)
    }

    /// Inserts request number `number` in the plan of the chosen driver.
    public func accept(_ choice: Candidate, for number: Int) {
      accept(choice.insertion, by: choice.driver, for: number)
    }

    /// Returns the inquiry of request number `number`.
    func inquiry(of number: Int) -> Inquiry {
      let request = requests[number]
      return Inquiry(
        request, as: RequestIndex(number), promise: fleet.terms.promise(for: request), at: request.submit)
    }

    /// Inserts `inquiry` in the plan of `driver`.
    func accept(_ insertion: Insertion, by driver: DriverIndex, _ inquiry: Inquiry) {
      fleet.accept(inquiry, insertion: insertion, by: driver)
      busy.append(driver)
    }

    private func accept(_ insertion: Insertion, by driver: DriverIndex, for number: Int) {
      var inquiry = inquiry(of: number)
      if let meeting = fleet.meeting(of: inquiry, by: insertion, with: driver) {
        inquiry = fleet.inquiry(inquiry, meeting: meeting, start: inquiry.time)
      }
      accept(insertion, by: driver, inquiry)
    }

    /// Serves all requests.
    func outcome() -> Outcome {
      var evaluated = 0
      var outcome = outcome { number in
        let (choice, funnel) = choice(for: number)
        evaluated += Int(funnel.evaluated)
        return choice.map { ($0.driver, $0.insertion) }
      }
      outcome.counts += [Count("evaluated", evaluated), Count("index_probes", fleet.indexProbes)]
      return outcome
    }

    /// Serves all requests with the choices returned by `choose` for the request numbers.
    func outcome(_ choose: (Int) -> (driver: DriverIndex, insertion: Insertion)?) -> Outcome {
      var checksum = Checksum()
      var matched = 0
      for number in requests.indices {
        makeStops(before: number)
        let choice = choose(number)
        checksum.add(choice?.driver.rawValue ?? -1)
        guard let choice else { continue }
        matched += 1
        checksum.add(choice.insertion.addedDriving.rawValue)
        accept(choice.insertion, by: choice.driver, for: number)
      }
      return Outcome(checksum, ["matched": matched])
    }
  }
}
