import CarpoolScenario
import Community
import Lifecycle
import Matching
import Quantities
import Scenario
import Simulation
import Spaces
import Travellers

/// A small run on a plane where cars drive 10 m/s, told as a log.
///
/// Unless a story says otherwise: r = 500 m, continuous reports, stops take no time, no limits, three attempts
/// a minute apart, answers after 15 s, and nobody declines, cancels or asks again.
struct Story {
  var drivers: [Driver] = []
  var requests: [Request] = []
  var terms = Terms()
  var rules = Rules.certain
  var policy: any Policy = TwoCircles()
  /// What drivers publish and passengers look for, by their numbers; with any of it the story has a board.
  var trips: [Int: PublishedTrip] = [:]
  var seeks: [Int: Seek] = [:]
  /// The rules of the board.
  var board = Scenario.Board()
  /// The platform services, of which everybody is a user: drivers first, then requests.
  var service: (inout SocietySetup) -> Void = { _ in }
  var hasService = false
  /// What passengers choose by; nil if they take every ride.
  var choice: ChoiceSetup?
  let space = OpenSpace(geometry: .plane, speed: 10)

  init() {
    terms.radius = 500
    terms.spacing = 0
    terms.stopDuration = .zero
  }

  /// A story under the exact matcher, with answers at once and one attempt each.
  static func exact(_ objective: Objective = .addedDriving) -> Story {
    var story = Story()
    story.policy = BestInsertion()
    story.terms.insertion.objective = objective
    story.rules.answerDelay = .zero
    story.rules.attempts = 1
    story.rules.maxCycles = 1
    return story
  }

  /// Adds a driver who goes east along the x axis, and lets `change` alter it.
  mutating func driver(
    from: Metres = 0, to: Metres = 10_000, depart: Double = 0, announce: Double? = nil,
    _ change: (inout Driver) -> Void = { _ in }
  ) {
    let (origin, destination) = (place(from), place(to))
    var driver = Driver(
      id: Int64(drivers.count), origin: origin, destination: destination,
      depart: Milliseconds(seconds: depart), announce: announce.map { Milliseconds(seconds: $0) },
      solo: space.travel(from: origin, to: destination)!)
    change(&driver)
    drivers.append(driver)
  }

  /// Adds a request along the x axis, and lets `change` alter it.
  mutating func request(
    from: Metres, to: Metres, at submit: Double = 0, _ change: (inout Request) -> Void = { _ in }
  ) {
    let (origin, destination) = (place(from), place(to))
    var request = Request(
      id: Int64(requests.count), origin: origin, destination: destination,
      submit: Milliseconds(seconds: submit), direct: space.travel(from: origin, to: destination)!)
    change(&request)
    requests.append(request)
  }

  /// Runs the story.
  func records() throws -> RunRecords {
    var setup = SimulationSetup(
      Scenario(), drivers: drivers, requests: requests, space: space, policy: policy)
    setup.terms = terms
    setup.rules = rules
    setup.choice = choice
    setup.observation.recordsEvents = true
    if !trips.isEmpty || !seeks.isEmpty {
      setup.board = BoardSetup(
        board, trips: drivers.indices.map { trips[$0] }, seeks: requests.indices.map { seeks[$0] })
    }
    if hasService {
      let (drivers, requests) = (drivers.count, requests.count)
      var society = SocietySetup(
        users: drivers + requests, ofDriver: (0..<drivers).map { UserIndex($0) },
        ofRequest: (drivers..<(drivers + requests)).map { UserIndex($0) },
        keys: (0..<UInt64(drivers + requests)).map { $0 })
      service(&society)
      setup.society = society
    }
    return try setup.records()
  }

  func place(_ x: Metres) -> Place { Place(position: Position(x: x, y: 0)) }
}

extension RunRecords {
  /// What happened, a line each: the time in seconds, the kind, the driver, the request.
  var lines: [String] {
    log.map { event in
      let seconds = event.time.seconds
      let time = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
      let driver = event.driver >= 0 ? " d\(event.driver)" : ""
      let request = event.request >= 0 ? " r\(event.request)" : ""
      return "\(time) \(event.kind.rawValue)\(driver)\(request)"
    }
  }

  /// The lines in which request `number` takes part.
  func lines(ofRequest number: Int) -> [String] { lines.filter { $0.hasSuffix(" r\(number)") } }
}
