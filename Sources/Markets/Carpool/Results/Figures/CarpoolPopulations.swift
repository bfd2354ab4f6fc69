import Metrics

extension Metric.Population {
  static let counted = Self(
    "counted",
    "Requests submitted from the warm-up's end to the end of the run, in progress or not, excluding probes and refused rows."
  )
  static let settled = Self(
    "settled",
    "Requests submitted from the warm-up's end on, neither probes nor refused nor in progress at the end.")
  static let probes = Self("probes", "Probes submitted from the warm-up's end on.")
  static let rows = Self("rows", "All rows of the demand, probes included, irrespective of the warm-up.")
  static let drivers = Self("drivers", "Drivers that were not refused, irrespective of the warm-up.")
  static let arrived = Self("arrived", "Drivers that arrived, over the whole run.")
  static let sharing = Self("sharing", "Drivers that arrived and dropped off at least one request.")
  static let vehicles = Self(
    "vehicles",
    "The cars that arrived, and one car each for the requests that they did not serve, over the whole run.")

  static let seeks = Self(
    "seeks", "Settled requests planned ahead, submitted from the warm-up's end on; only with a board.")
  static let bookings = Self(
    "bookings",
    "Reservations confirmed for requests planned ahead, each party counted once; only with a board.")
  static let riders = Self(
    "riders",
    "Bookings with which a party boarded and, with `matching.walk_m`, settled instant requests that were picked up;"
      + " each party counted once; only with either.")
  static let offers = Self(
    "offers", "Trips that appeared on the board, over the whole run; only with a board.")
  static let users = Self(
    "users",
    "Users who submitted a request or drove at least once, over the whole run; only if users are identified.")
  static let people = Self(
    "people", "All users, whether they ever took part or not; only with `friends.invitations`.")
  static let invitations = Self(
    "invitations", "Invitations of friends, over the whole run; only with `friends.invitations`.")
  static let messages = Self(
    "messages", "Messages between the service and the phones, over the whole run; only with a channel.")
  static let attempts = Self("attempts", "All attempts, irrespective of the warm-up.")
  static let decisions = Self(
    "decisions",
    "Attempts that searched for a driver on the road, excluding probes, over the whole run; only with `matching.batch`."
  )
  static let windows = Self(
    "windows", "Windows with a request, over the whole run; only with `matching.batch`.")
  static let either = Self(
    "either",
    "People with a flexible role who submitted a request from the warm-up's end on; only with `demand.car_share`, or the role `either` in a"
      + " file.")
  static let transferring = Self(
    "transferring",
    "Settled requests that transferred, submitted from the warm-up's end on; only with `matching.transfer`.")
  static let days = Self(
    "days", "The days of the run, including the first and the last; only with `results.map_calls`.")
  static let payments = Self(
    "payments", "Transfers of the ledger, over the whole run; only with money.")

  /// The populations of the carpool market, in documentation order.
  static let ofCarpool = [
    counted, settled, probes, rows, drivers, arrived, sharing, vehicles, seeks, bookings, riders, offers,
    users, messages, attempts, payments, decisions, windows, transferring,
    days, people, invitations, participants, pairs, either,
  ]
}
