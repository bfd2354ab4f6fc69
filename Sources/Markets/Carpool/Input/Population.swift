import CarpoolScenario
public import Ground
public import Quantities
public import Scenario
public import Tables
public import Travellers

/// The drivers and requests of a run, synthesised or read from files; all that the run takes in but the space.
///
///     let population = try Population.make(scenario, in: Territory(space), folder: "Examples")
///
/// A draw depends on seed, replication and the traveller's number (of a row: its id) alone, each aspect
/// by itself: more drivers leave those before them as they were, another radius changes nobody.
public struct Population: Sendable {
  /// The drivers in ascending order of id, each id once.
  public var drivers: [Driver] = []
  /// The requests in ascending order of id, each id once.
  public var requests: [Request] = []
  /// The trips that drivers publish, in the order of the drivers; empty where there is no board.
  public var trips: [PublishedTrip?] = []
  /// The seats that requests look for on the board, in the order of the requests; empty where there is no board.
  public var seeks: [Seek?] = []
  /// The users that they are; nil where nothing in the scenario requires it.
  public var users: Users?
  /// The names of the drivers in the files; a bootstrap numbers them by its draws.
  public var driverNames = Names.numbers
  /// The names of the requests in the files, likewise.
  public var requestNames = Names.numbers
  /// The files read, in the order drivers, requests, trips, users, offers, their stops and prices, bookings, friends; where
  /// trips are drawn from a matrix, its zones, the matrix and the weights of nodes in the place of its side.
  public var inputs: [InputFile] = []
  /// The notices for the user about the files.
  var inputNotices: [InputNotice] = []
  /// The users that the travellers are, by their ids.
  var roll = UserRoll()
  /// The offers that files list, by the driver's id, and the seats of requests, by the request's.
  var listed = ListedBoard()

  /// Creates a population of nobody.
  public init() {}

  /// Synthesises or reads the drivers and requests of `scenario`; its files are relative to `folder`.
  ///
  /// Rows that can be read but not served stay, with their `refusal`; rows outside the scenario's period are
  /// left out and counted.
  ///
  /// - Parameter stock: where the travellers are shared with other scenarios that have the same ones.
  /// - Throws: `SynthesisError` with everything that is wrong with the files, or with what the scenario asks
  ///   to be drawn.
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
    // Ids are compared with those of the sides, so these have to be there.
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
    population.drivers.sort { $0.id < $1.id }
    population.requests.sort { $0.id < $1.id }
    try maker.fillBoard(of: &population)
    try maker.nameUsers(of: &population)
    return population
  }

  /// Adds what is known of a file that was read.
  mutating func take(_ input: InputFile, _ notices: [InputNotice]) {
    inputs.append(input)
    inputNotices += notices
  }

  /// The numbers of drivers and requests that take no part, by cause, in the order of the causes.
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

/// Drivers or requests.
enum Side: Int, CaseIterable, Sendable {
  case drivers
  case requests
}

/// The maker of a population, with all that it needs throughout.
struct PopulationMaker {
  /// The part of the scenario that decides who takes part, and nothing else: `Scenario.ofTravellers`.
  let scenario: Scenario
  /// The carpool's fields in it, which are read for every traveller.
  let carpool: CarpoolFields
  let territory: Territory
  let folder: String
  /// Hears how many of the travellers are drawn.
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

  /// Adds the drivers or the requests, but for those from trips and of users, which come together.
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

  /// Opens the file of drivers, requests or trips that the scenario calls `file`.
  func table(
    _ table: InputTable, _ file: String, _ columns: [String: String] = [:]
  ) throws(SynthesisError) -> RecordedRows {
    try RecordedRows(
      table, file: file, path: path(of: file), columns: columns, duration: scenario.time.duration)
  }

  /// The path of a file that the scenario names.
  func path(of file: String) -> String { FilePath.path(of: file, in: folder) }
}

extension Scenario.Side {
  /// True if the travellers are drawn; what is drawn lies in the space.
  var isDrawn: Bool {
    switch self {
    case .synthetic, .users: true
    case .none, .recorded, .trips: false
    }
  }
  var isTrips: Bool { if case .trips = self { true } else { false } }

  /// The matrix that trips are drawn from; nil where they are not.
  var matrix: Scenario.MatrixTrips? { if case .synthetic(let side) = self { side.od.matrix } else { nil } }

  /// The file that lists the travellers; nil where none does.
  var file: String? { if case .recorded(let side) = self { side.file } else { nil } }
}

extension Side {
  /// The scenario's field.
  var field: String {
    switch self {
    case .drivers: "supply"
    case .requests: "demand"
    }
  }
}
