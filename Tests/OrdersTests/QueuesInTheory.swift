import Foundation

/// What is known of a station that always works: orders that come as a Poisson process, and independent service times.
enum QueuesInTheory {
  /// That an order must wait before `servers` with an offered load of `load` (Erlang C; Erlang 1917).
  static func erlangC(servers: Int, load: Double) -> Double {
    // Erlang B by its recursion, then C from B.
    let blocking = (1...servers).reduce(1.0) { load * $0 / (Double($1) + load * $0) }
    let utilisation = load / Double(servers)
    return blocking / (1 - utilisation * (1 - blocking))
  }

  /// The mean wait before `servers` whose exponential services take `service` on average.
  static func meanWait(servers: Int, load: Double, service: Double) -> Double {
    erlangC(servers: servers, load: load) * service / (Double(servers) - load)
  }

  /// The mean wait before one server (Pollaczek 1930, Khinchine 1932).
  static func meanWait(load: Double, service: Double, cv: Double) -> Double {
    load * service * (1 + cv * cv) / (2 * (1 - load))
  }
}
