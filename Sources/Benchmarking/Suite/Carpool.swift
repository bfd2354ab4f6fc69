import Carpool
public import Matching
import Quantities
import Run
import Scenario
import Spaces
import Statistics
import Synthesis
public import Travellers

/// The carpool of Chengdu: drivers who leave at 0, requests that come one after the other, the exact matcher.
///
/// The drivers' limit is 1.5 times the own trip, the passengers' wait and ride at most 600 s above the direct trip;
/// stops take no time, and the least added driving time wins.
public struct Carpool {
  private let world: World
  public let drivers: [Driver]
  public let requests: [Request]

  /// Reads the carpool in `folder`, with `count` drivers; more than there are repeat those.
  ///
  /// - Throws: What keeps a scenario of these files from being read.
  public init(folder: String, drivers count: Int) throws {
    let kept = [1_000, 10_000, 50_000].first { $0 >= count } ?? 50_000
    let text = """
      {
        name: "chengdu-carpool", space: { kind: "network", file: "\(folder)" },
        supply: { kind: "recorded", file: "\(folder)/carpool-drivers-\(kept / 1000)k.csv.gz", default_depart_s: 0 },
        demand: { kind: "recorded", file: "\(folder)/carpool-requests.csv.gz" },
        matching: {
          policy: "insertion", insertion: { objective: "added_driving" },
          limits: { max_detour_s: null, max_detour_ratio: 0.5, max_wait_s: null, max_delay_s: 600 },
        },
        behaviour: { stop_duration_s: 0 },
        input: { longest_trip_m: null },
      }
      """
    world = try World(Scenario.load(text: text, file: "carpool"), folder: "")
    let some = world.population.drivers.filter { $0.refusal == nil }
    drivers = (0..<count).map { number in
      var driver = some[number % some.count]
      driver.id = Int64(number)
      return driver
    }
    requests = world.population.requests.filter { $0.refusal == nil }
  }

  /// The requests' day, before it begins.
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
      // With as many drivers as a country has, only those near by are looked at.
      terms.insertion.usesRadius = carpool.drivers.count > 100_000
      requests = carpool.requests
      fleet = Fleet(drivers: carpool.drivers, terms: terms, spaces: carpool.world.spaces, vantage: .actual)
      for driver in carpool.drivers.places { fleet.announce(driver, at: .zero) }
      // The first question of a run prepares bounds and the table of legs: it belongs to the preparation.
      _ = choice(for: 0)
    }

    /// Lets the cars make the stops that are due when request number `number` comes.
    public func makeStops(before number: Int) {
      let time = requests[number].submit
      for driver in busy {
        while let stop = fleet.itineraries[driver].stops.first, stop.arrive < time {
          _ = fleet.makeStop(driver)
        }
      }
    }

    /// The choice for request number `number` over all drivers, and how it was come by.
    public func choice(for number: Int) -> (Candidate?, Funnel) {
      var attempt = Attempt(
        request: requests[number], index: RequestIndex(number), cycle: 1, attempt: 1,
        time: requests[number].submit,
        promise: fleet.terms.promise(for: requests[number]), excluded: [], fleet: fleet, random: random)
      let choice = BestInsertion().choose(for: &attempt)
      return (choice, attempt.funnel)
    }

    /// Puts request number `number` into the plan of the driver that was chosen.
    public func accept(_ choice: Candidate, for number: Int) {
      let request = requests[number]
      fleet.accept(
        request, as: RequestIndex(number), promise: fleet.terms.promise(for: request),
        insertion: choice.insertion, by: choice.driver, at: request.submit)
      busy.append(choice.driver)
    }

    /// Serves all requests.
    func outcome() -> Outcome {
      var checksum = Checksum()
      var (matched, evaluated) = (0, 0)
      for number in requests.indices {
        makeStops(before: number)
        let (choice, funnel) = choice(for: number)
        evaluated += Int(funnel.evaluated)
        checksum.add(choice?.driver.rawValue ?? -1)
        guard let choice else { continue }
        matched += 1
        checksum.add(choice.insertion.addedDriving.rawValue)
        accept(choice, for: number)
      }
      return Outcome(
        checksum,
        [Count("matched", matched), Count("evaluated", evaluated), Count("index_probes", fleet.indexProbes)])
    }
  }
}
