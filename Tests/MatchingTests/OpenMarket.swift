import Matching
import Quantities
import Spaces
import Statistics
import Travellers

/// A market whose fleet a test moves by hand.
struct OpenMarket {
  let space: any Space
  let fleet: Fleet
  let terms: Terms

  init(_ geometry: Geometry, speed: Double, terms: Terms, _ drivers: [Driver]) {
    self.init(OpenSpace(geometry: geometry, speed: speed), terms: terms, drivers)
  }

  init(_ space: any Space, terms: Terms, _ drivers: [Driver]) {
    self.space = space
    fleet = Fleet(
      drivers: drivers.map {
        var driver = $0
        driver.solo = space.travel(from: driver.origin, to: driver.destination)!
        return driver
      }, terms: terms, space: space)
    self.terms = terms
  }

  /// A request of one person from `origin` to `destination`.
  func request(id: Int64 = 0, from origin: Place, to destination: Place, at time: Milliseconds) -> Request {
    Request(
      id: id, origin: origin, destination: destination, submit: time,
      direct: space.travel(from: origin, to: destination)!)
  }

  /// The matcher's view of `request` at `time`.
  func attempt(_ request: Request, at time: Milliseconds, excluded: [DriverIndex] = []) -> Attempt {
    Attempt(
      request: request, index: 0, cycle: 1, attempt: 1, time: time, promise: terms.promise(for: request),
      excluded: excluded, fleet: fleet, random: RandomSource(seed: 1, replication: 0))
  }

  /// The funnel of an attempt from `origin` to `destination` at `time`.
  func funnel(from origin: Place, to destination: Place, at time: Milliseconds) -> Funnel {
    var attempt = attempt(request(from: origin, to: destination, at: time), at: time)
    _ = attempt.candidates()
    return attempt.funnel
  }
}

/// The place (`x`, `y`) of open ground.
func place(_ x: Metres, _ y: Metres) -> Place { Place(position: Position(x: x, y: y)) }
