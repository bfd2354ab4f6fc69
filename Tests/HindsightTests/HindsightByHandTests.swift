import Hindsight
import Matching
import Quantities
import Spaces
import Testing
import Travellers

/// Days on a line along which cars drive 10 m/s, small enough to be planned by hand.
struct HindsightByHandTests {
  private let space = OpenSpace(geometry: .plane, speed: 10)

  private func at(_ x: Double) -> Place { Place(position: Position(x: x, y: 0)) }
  private func seconds(_ value: Double) -> Milliseconds { Milliseconds(seconds: value) }

  private func driver(
    _ id: Int64, from: Double = 0, to: Double = 10_000, depart: Double = 0, seats: Int16 = 3,
    detour: Double = 300
  ) -> Driver {
    Driver(
      id: id, origin: at(from), destination: at(to), depart: seconds(depart), seats: seats,
      maxDetour: seconds(detour), solo: space.travel(from: at(from), to: at(to))!)
  }

  private func request(
    _ id: Int64, from: Double = 2000, to: Double = 8000, submit: Double = 0, party: Int16 = 1,
    patience: Double = 1800
  ) -> Request {
    Request(
      id: id, origin: at(from), destination: at(to), submit: seconds(submit), partySize: party,
      patience: seconds(patience), direct: space.travel(from: at(from), to: at(to))!)
  }

  private func best(
    _ drivers: [Driver], _ requests: [Request], changing transfer: TransferRules? = nil,
    counting: (Int) -> Bool = { _ in true }
  ) -> Hindsight {
    var terms = Terms()
    terms.transfer = transfer
    return Hindsight(
      drivers: drivers, requests: requests, counting: counting, spaces: DailySpaces(space), terms: terms)
  }

  @Test
  func `a driver waits for whoever has not asked yet, as long as the detour allows`() {
    // The car is at the pickup after 200 s; two stops take 60 of the 300 s.
    #expect(best([driver(1)], [request(1, submit: 440)]).oneEach == 1)
    #expect(best([driver(1)], [request(1, submit: 441)]).oneEach == 0)
  }

  @Test
  func `passengers wait no longer than their patience`() {
    #expect(best([driver(1)], [request(1, patience: 200)]).oneEach == 1)
    #expect(best([driver(1)], [request(1, patience: 199)]).oneEach == 0)
  }

  @Test
  func `the way there and back is a detour`() {
    // 1,200 m against the driver's direction, there and back: 240 s and 60 s of stops.
    #expect(best([driver(1)], [request(1, from: -1200)]).oneEach == 1)
    #expect(best([driver(1)], [request(1, from: -1210)]).oneEach == 0)
  }

  @Test
  func `a car that takes several is worth as many as its seats and its detour bear`() {
    let requests = (1...6).map { request($0) }
    let one = best([driver(1)], requests)
    #expect(one.oneEach == 1 && one.pairs == 6)
    // Five pairs of stops fill the detour of 300 s; three seats for 1,300 s bear six rides of 630 s.
    #expect(one.several == 5)
    #expect(best([driver(1, seats: 1)], requests).several == 2)
    #expect(best([driver(1, detour: 60)], requests).several == 1)
    #expect(best([driver(1, detour: 59)], requests).several == 0)
  }

  @Test
  func `drivers are shared out so that most are served`() {
    // The first driver can take both, the second one only the first.
    let requests = [request(1, from: 5000, to: 6000), request(2, from: 1000, to: 3000)]
    let drivers = [driver(1), driver(2, from: 4000)]
    let found = best(drivers, requests)
    #expect(found.pairs == 3 && found.oneEach == 2)
  }

  /// A driver who may leave until 600 s, and is there at 1,600 s.
  private func flexible(_ id: Int64, from: Double = 0, announce: Double = 0) -> Driver {
    var driver = driver(id, from: from)
    driver.announce = seconds(announce)
    driver.flexibility = seconds(600)
    driver.latestArrival = driver.depart + driver.solo.duration + driver.flexibility
    driver.leavesLate = true
    driver.maxDetour = .never
    return driver
  }

  private func announced(_ drivers: [Driver], _ requests: [Request]) throws -> AnnouncedPairs {
    var terms = Terms()
    terms.batch.riders = .one
    let best = Hindsight(
      drivers: drivers, requests: requests, counting: { _ in true }, spaces: DailySpaces(space), terms: terms)
    #expect(best.oneEach == 1)
    return try #require(best.announced)
  }

  @Test
  func `who asks when the driver has to have left is of use to perfect information alone`() throws {
    // 1,000 s on the road and 60 s at stops: to be there at 1,600 s the driver leaves at 540 s.
    for (submit, announce) in [(540.0, 0.0), (0, 540)] {
      let pairs = try announced([flexible(1, announce: announce)], [request(1, submit: submit)])
      #expect(pairs.served == 1 && pairs.savedMetres == 6_000)
    }
    for (submit, announce) in [(541.0, 0.0), (0, 541)] {
      let pairs = try announced([flexible(1, announce: announce)], [request(1, submit: submit)])
      #expect(pairs.served == 0 && pairs.savedMetres == 0)
    }
    // Who cannot wait is on the road: whoever waits there, or comes there, may get on.
    #expect(try announced([driver(1)], [request(1, submit: 440)]).served == 1)
    #expect(best([flexible(1)], [request(1)]).announced == nil)
  }

  @Test
  func `the most metres are saved by others than the most passengers`() throws {
    // 1,000 m back to the one, 6,000 m with the other.
    let requests = [request(1, from: -1_000, to: 0), request(2, submit: 600)]
    let pairs = try announced([flexible(1)], requests)
    #expect(pairs.served == 1 && pairs.savedMetres == 0)
    #expect(try announced([flexible(1)], [requests[0], request(2)]).savedMetres == 6_000)
  }

  @Test
  func `two drivers may take a passenger whom neither takes all the way`() {
    let first = driver(1, to: 5000)
    let drivers = [first, driver(2, from: 4000, depart: 300)]
    let requests = [request(1, from: 1000, to: 9000)]
    #expect(best(drivers, requests).several == 0)
    let found = best(drivers, requests, changing: TransferRules())
    #expect(found.pairs == 0 && found.oneEach == 0 && found.several == 1)
    // One car is not two, and nobody sits in a full one.
    #expect(best([first], requests, changing: TransferRules()).several == 0)
    #expect(
      best(drivers, [request(1, from: 1000, to: 9000, party: 4)], changing: TransferRules()).several == 0)
  }

  @Test
  func `the second driver waits for a change as long as the detour allows`() {
    // Two boardings, 800 s on the road and a minute between: the second car is at the drop-off after 920 s, at home after 1,050.
    func several(depart: Double, _ rules: TransferRules = TransferRules()) -> Int {
      let drivers = [driver(1, to: 5000), driver(2, from: 4000, depart: depart)]
      return best(drivers, [request(1, from: 1000, to: 9000)], changing: rules).several
    }
    #expect(several(depart: 150) == 1)
    #expect(several(depart: 149) == 0)
    var rules = TransferRules()
    rules.leastWait = .zero
    #expect(several(depart: 90, rules) == 1)
    #expect(several(depart: 89, rules) == 0)
  }

  @Test
  func `the first driver makes two stops for everybody`() {
    let drivers = [driver(1, to: 5000, seats: 1), driver(2, from: 4000, depart: 300)]
    let requests = (1...6).map { request($0, from: 1000, to: 9000) }
    #expect(best(drivers, requests, changing: TransferRules()).several == 5)
    // 1,200 m against the driver's direction, there and back, take all of the detour but two stops.
    func several(from: Double) -> Int {
      let drivers = [driver(1, to: 5000), driver(2, from: 4000, depart: 900)]
      return best(drivers, [request(1, from: from, to: 9000)], changing: TransferRules()).several
    }
    #expect(several(from: -1200) == 1)
    #expect(several(from: -1210) == 0)
  }

  @Test
  func `seats, wishes, probes, refused rows and those that do not count`() {
    var probe = request(2)
    probe.isProbe = true
    var refused = request(3)
    refused.refusal = .tooLong
    var smoker = request(4)
    smoker.wishes = Wishes(smoker: true, required: true)
    let requests = [request(1, party: 4), probe, refused, smoker, request(5)]
    let all = best([driver(1)], requests)
    #expect(all.requests == 3 && all.pairs == 1 && all.oneEach == 1)
    #expect(best([driver(1)], requests) { $0 != 4 }.oneEach == 0)
    #expect(best([], requests).several == 0)
  }
}
