import Lifecycle
import Quantities
import Statistics
import TestSupport

@testable import Orders

extension OrdersSetup {
  /// Nothing: no account, no order, no pack and no station.
  init() {
    var fields = OrdersFields()
    (fields.packs, fields.stations) = ([], [])
    self.init(fields)
  }

  /// Orders of one rich account, `count` of them, at independent exponential distances, each of one card.
  static func poisson(_ count: Int, meanDistance: Double, seed: UInt64, stations: [Station]) -> OrdersSetup {
    var world = OrdersSetup()
    world.accounts = [Account(id: 1, credits: 1 << 40)]
    world.fields.stations = stations
    var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .selfTest)
    var time = 0.0
    for number in 0..<count {
      time += draws.exponential(mean: meanDistance)
      world.orders.append(
        Order(id: Int64(number + 1), submit: Milliseconds(Int64(time.rounded())), account: 0))
    }
    return world
  }

  /// What a run with a seed of its own leaves behind.
  func ran(seed: UInt64 = 1, _ change: (inout Rules) -> Void = { _ in }) throws -> OrdersRecords {
    var rules = Rules(random: RandomSource(seed: seed, replication: 0))
    change(&rules)
    return try records(rules)
  }
}

extension Rules {
  /// The rules of a run with the given seed.
  static func of(seed: UInt64) -> Rules { Rules(random: RandomSource(seed: seed, replication: 0)) }
}
