import CarpoolScenario
public import Ground
public import Scenario
public import Tables

extension InputDigests {
  /// Returns the input files of a run of `scenario`, in the order in which they are hashed into the run's identity.
  ///
  /// - Throws: `NetworkError` or `TableError` if a file is missing or unreadable.
  public mutating func inputs(of scenario: Scenario) throws -> [InputFile] {
    var inputs = try inputs(ofSpaceIn: scenario)
    func add(_ role: String, _ file: String?) throws {
      if let file { inputs.append(try input(role, file)) }
    }
    func add(_ matrix: Scenario.MatrixTrips?) throws {
      for (role, file) in matrix?.files ?? [] { try add(role, file) }
    }
    try add("drivers", scenario.supply.file)
    try add(scenario.supply.matrix)
    try add("requests", scenario.demand.file)
    try add(scenario.demand.matrix)
    if scenario.supply.isTrips || scenario.demand.isTrips { try add("trips", scenario.trips?.file) }
    try add(scenario.users?.od.matrix)
    if case .recorded(let offers) = scenario.board?.offers {
      try add("offers", offers.file)
      try add("offer_stops", offers.stopsFile)
      try add("offer_prices", offers.pricesFile)
    }
    if case .recorded(let bookings) = scenario.board?.seeks { try add("bookings", bookings.file) }
    try add("friends", scenario.friendsFile)
    try add("meeting_places", scenario.matching.meetingFile?.file)
    for file in scenario.policyFiles(in: folder) { try add("policy", file) }
    return inputs
  }
}
