import CarpoolScenario
public import Ground
public import Quantities
public import Scenario
public import Tables
public import Travellers

/// The drivers and requests of a run, generated or read from files: the run's complete input apart from the space.
///
///     let population = try Population.make(scenario, in: Territory(space), folder: "Examples")
///
/// A draw depends only on seed, replication, purpose and the traveller's number (for a row: its id). Adding drivers
/// does not change earlier ones, and changing the matching radius changes no traveller.
public struct Population: Sendable {
  /// The drivers in ascending order of id, without duplicates.
  public var drivers: [Driver] = []
  /// The requests in ascending order of id, without duplicates.
  public var requests: [Request] = []
  /// The published trips by driver index; empty without a board.
  public var trips: [PublishedTrip?] = []
  /// The board search criteria by request index; empty without a board.
  public var seeks: [Seek?] = []
  /// The users behind drivers and requests; nil if the scenario does not require them.
  public var users: Users?
  /// The names of the drivers in files; a bootstrap names them by draw number.
  public var driverNames = Names.numbers
  /// The names of the requests in files; a bootstrap names them by draw number.
  public var requestNames = Names.numbers
  /// The recorded alternatives to a ride by request id; empty if alternatives are not recorded.
  public var alternatives: [Int64: Alternative] = [:]
  /// The input files, in the order drivers, requests, trips, users, offers, their stops and prices, bookings, friends.
  /// For a side drawn from a trip matrix: the zones, the matrix and the node weights.
  public var inputs: [InputFile] = []
  /// The notices for the user about the input files.
  var inputNotices: [InputNotice] = []
  /// The users behind the travellers, by the travellers' ids.
  var roll = UserRoll()
  /// The listed offers by driver id, and the booked seats by request id.
  var listed = ListedBoard()

  /// Creates an empty population.
  public init() {}

  /// Generates or reads the drivers and requests of `scenario`, with files relative to `folder`.
  ///
  /// Rows that are valid but cannot be served are kept, with their `refusal`; rows outside the simulated period are
  /// excluded and counted.
  ///
  /// - Parameter stock: a cache of travellers, shared by scenarios with the same input.
  /// - Throws: `SynthesisError` with all faults found in the files or during sampling.
  public static func make(
    _ scenario: Scenario, in territory: Territory, folder: String, sharing stock: InputStock? = nil,
    progress: Preparation.Progress = { _ in }
  ) throws(SynthesisError) -> Population {
    let travellers = scenario.ofTravellers
    func make() throws(SynthesisError) -> Population {
      try withoutActuallyEscaping(progress) { progress throws(SynthesisError) in
        try Self.make(
          PopulationMaker(scenario: travellers, territory: territory, folder: folder, progress: progress))
      }
    }
    var population: Population
    if let stock {
      population = try stock.input(of: travellers, make: make)
    } else {
      population = try make()
    }
    population.settle(in: scenario)
    return population
  }

  private static func make(_ maker: PopulationMaker) throws(SynthesisError) -> Population {
    try maker.checkMemory()
    let scenario = maker.scenario
    var population = Population()
    population.roll.drawn = scenario.users?.count ?? 0
    var faults: [SynthesisError.Fault] = []
    for side in Side.allCases {
      do throws(SynthesisError) { try maker.add(side, to: &population) } catch { faults += error.faults }
    }
    if scenario.supply.isTrips || scenario.demand.isTrips {
      do throws(SynthesisError) { try maker.addTrips(to: &population) } catch { faults += error.faults }
    }
    do throws(SynthesisError) { try maker.addUsers(to: &population) } catch { faults += error.faults }
    // Ids are compared with those of both sides, which must be read first.
    if faults.isEmpty {
      do throws(SynthesisError) { try maker.addListedBoard(to: &population) } catch { faults += error.faults }
    }
    if faults.isEmpty { faults = maker.faults(of: population) }
    guard faults.isEmpty else { throw SynthesisError(faults: faults) }
    maker.sample(&population)
    for side in Side.allCases {
      population.inputNotices += maker.suspicions(of: side, population)
      population.inputNotices += maker.coincidence(of: side, population)
    }
    try maker.addOwnCars(to: &population)
    if let notice = maker.partiesWithoutCar(population) { population.inputNotices.append(notice) }
    population.drivers.order { $0.id < $1.id }
    population.requests.order { $0.id < $1.id }
    try maker.fillBoard(of: &population)
    try maker.nameUsers(of: &population)
    return population
  }

  /// Adds an input file with its notices.
  mutating func take(_ input: InputFile, _ notices: [InputNotice]) {
    inputs.append(input)
    inputNotices += notices
  }

  /// The number of refused drivers and requests for each cause, in the order of the causes.
  public var refused: [(cause: Cause, drivers: Int, requests: Int)] {
    var counts: [Cause: (drivers: Int, requests: Int)] = [:]
    for driver in drivers { if let cause = driver.refusal { counts[cause, default: (0, 0)].drivers += 1 } }
    for request in requests {
      if let cause = request.refusal { counts[cause, default: (0, 0)].requests += 1 }
    }
    return Cause.allCases.compactMap { cause in
      counts[cause].map { (cause, $0.drivers, $0.requests) }
    }
  }
}

/// A side of the market: the drivers or the requests.
enum Side: Int, CaseIterable, Sendable {
  case drivers
  case requests
}

/// The builder of a population, with the inputs common to all its parts.
struct PopulationMaker {
  /// The part of the scenario that determines the travellers: `Scenario.ofTravellers`.
  let scenario: Scenario
  /// The carpool fields of the scenario, cached because they are read for every traveller.
  let carpool: CarpoolFields
  let territory: Territory
  let folder: String
  /// Called with the progress of drawing travellers.
  let progress: Preparation.Progress

  init(
    scenario: Scenario, territory: Territory, folder: String,
    progress: @escaping Preparation.Progress = { _ in }
  ) {
    self.scenario = scenario
    carpool = scenario.fields(of: CarpoolFields.self)
    self.territory = territory
    self.folder = folder
    self.progress = progress
  }

  /// Adds the drivers or the requests, except those from trips or users, which are added for both sides together.
  func add(_ side: Side, to population: inout Population) throws(SynthesisError) {
    switch side {
    case .drivers:
      switch scenario.supply {
      case .none, .trips, .users: break
      case .synthetic(let synthetic): population.drivers = try drivers(synthetic, &population)
      case .recorded(let recorded): try addDrivers(recorded, to: &population)
      }
    case .requests:
      switch scenario.demand {
      case .none, .trips, .users: break
      case .synthetic(let synthetic): population.requests = try requests(synthetic, &population)
      case .recorded(let recorded): try addRequests(recorded, to: &population)
      }
    }
  }

  /// Opens the file of drivers, requests or trips called `file` in the scenario.
  func table(
    _ table: InputTable, _ file: String, _ columns: [String: String] = [:]
  ) throws(SynthesisError) -> RecordedRows {
    try RecordedRows(
      table, file: file, path: path(of: file), columns: columns, time: scenario.time)
  }

  /// Returns the path of a file named in the scenario.
  func path(of file: String) -> String { FilePath.path(of: file, in: folder) }
}

extension Scenario.Side {
  /// Whether the travellers are drawn, and therefore lie within the space.
  var isDrawn: Bool {
    switch self {
    case .synthetic, .users: true
    case .none, .recorded, .trips: false
    }
  }
  var isTrips: Bool { if case .trips = self { true } else { false } }

  /// The matrix from which trips are drawn; nil if there is none.
  var matrix: Scenario.MatrixTrips? { if case .synthetic(let side) = self { side.od.matrix } else { nil } }

  /// The file that lists the travellers; nil if there is none.
  var file: String? { if case .recorded(let side) = self { side.file } else { nil } }
}

extension Side {
  /// The side's field in the scenario.
  var field: String {
    switch self {
    case .drivers: "supply"
    case .requests: "demand"
    }
  }
}

/// Placeholders for values specified neither in a file nor in the attributes, to be replaced by the scenario's values.
enum Unsaid {
  static let span = Milliseconds(-1)
  static let ratio = -1.0
}

extension Population {
  /// Replaces the placeholders for limits and patience by the values of `scenario`, and sets whether passengers' own
  /// cars leave immediately, as its policy implies.
  mutating func settle(in scenario: Scenario) {
    let limits = scenario.matching.limits
    let maxDetour = limits.maxDetour ?? .never
    let maxDetourRatio = limits.maxDetourRatio ?? .infinity
    // Without circles, coinciding ends are irrelevant.
    if scenario.matching.looksEverywhere {
      inputNotices.removeAll { if case .coincidingEnds = $0 { true } else { false } }
    }
    let ownCarsLeaveAtOnce = scenario.carpool.decidesRolesAtOnce
    for index in drivers.indices {
      if drivers[index].maxDetour == Unsaid.span { drivers[index].maxDetour = maxDetour }
      if drivers[index].maxDetourRatio == Unsaid.ratio { drivers[index].maxDetourRatio = maxDetourRatio }
      if drivers[index].ownRequest != nil { drivers[index].leavesAtOnce = ownCarsLeaveAtOnce }
    }
    let patience = scenario.behaviour.patience ?? .never
    for index in requests.indices where requests[index].patience == Unsaid.span {
      requests[index].patience = patience
    }
  }
}
