import Community
import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import Travellers

/// The offers that were made, kept beside the simulator: who can be asked follows from them.
struct OffersByHand {
  private var offers: [(driver: DriverIndex, request: RequestIndex, time: Milliseconds)] = []

  /// Takes note that `driver` is offered the request of `attempt`.
  mutating func note(_ driver: DriverIndex, _ attempt: Attempt) {
    offers.append((driver, attempt.index, attempt.time))
  }

  /// Those who can be asked: announced, not arrived, without an open offer, and not excluded for the request.
  func cars(_ attempt: Attempt, in world: World) -> [TwoCirclesByHand.Car] {
    if world.board != nil || world.society != nil { return Self.available(attempt, in: world) }
    let now = attempt.time
    let delay = world.rules.answerDelay
    let busy = offers.flatMap { offer in
      let request = world.requests[offer.request]
      let own = world.drivers.indices.filter { world.drivers[$0].ownRequest == request.id }
      let leaves = own.reduce(request.submit.saturatingAdd(request.patience)) {
        min($0, world.drivers[$1].departAlone)
      }
      // Whoever may be taken along does not take anybody along meanwhile.
      return min(offer.time + delay, leaves) > now ? [offer.driver] + own.map { DriverIndex($0) } : []
    }
    return attempt.fleet.active.sorted().filter { !busy.contains($0) && !attempt.excluded.contains($0) }
      .map { Self.car($0, attempt, in: world) }
  }

  /// The same where platform services have a say in who can be asked: the fleet is believed.
  static func available(_ attempt: Attempt, in world: World) -> [TwoCirclesByHand.Car] {
    attempt.fleet.active.sorted().filter {
      attempt.fleet.isAvailable($0) && !attempt.excluded.contains($0)
    }.map { number in
      var car = car(number, attempt, in: world)
      if let society = world.society, let rules = society.channel {
        // Phones are what their draws say, whoever asks.
        var channel = Channel(rules, random: world.rules.random)
        let key = society.keys[Int(society.ofDriver[Int(number)])]
        if !channel.isOnline(user: key, at: attempt.time) {
          car.heard = channel.lastHeard(key: key, at: attempt.time)
        }
      }
      return car
    }
  }

  private static func car(
    _ number: DriverIndex, _ attempt: Attempt, in world: World
  ) -> TwoCirclesByHand.Car {
    let itinerary = attempt.fleet.itineraries[Int(number)]
    var (driver, way) = (world.drivers[Int(number)], itinerary.track.vertices)
    if driver.leavesAtOnce {
      // A car that stands ready would leave now.
      let early = max(.zero, way[0].time - max(attempt.time, driver.depart))
      for place in way.indices { way[place].time = way[place].time - early }
      driver.depart = itinerary.departure - early
    }
    return TwoCirclesByHand.Car(
      number: number, driver: driver, way: way,
      stops: itinerary.stops, onBoard: itinerary.onBoard, luggageOnBoard: itinerary.luggageOnBoard)
  }
}
