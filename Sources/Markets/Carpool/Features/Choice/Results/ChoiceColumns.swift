import Metrics
import Quantities
import Simulation
import Synthesis
import Tables

extension CarpoolTable {
  /// The columns of attempts in scenarios with `demand.choice`: what the passenger compared.
  static let choice: [Column<CarpoolAttemptRow>] = [
    .seconds(
      "offer_wait_s",
      "From the offer, or from the time to leave if that is later, until the car is at the pickup, as computed for the offer;"
        + " this and the columns behind it only of a scenario with `demand.choice`, and only where a passenger chose."
    ) { $0.choice?.ride.wait },
    .seconds("offer_ride_s", "From the pickup to the drop-off, boarding included, likewise.") {
      $0.choice?.ride.ride
    },
    .metres("offer_walk_m", "On foot to the pickup and from the drop-off, as the crow flies.") {
      $0.choice?.ride.walk
    },
    .money("offer_price", "The price of the ride for the party; empty without money.") {
      $0.choice?.ride.price
    },
    .seconds("alternative_s", "The duration of the party's alternative; empty for `none`.") {
      $0.choice?.alternative?.time
    },
    .money(
      "alternative_cost", "Its cost for the party; empty for `none`, and where money does not count."
    ) { $0.choice?.alternative?.cost },
    .ratio(
      "choice_probability", "The probability with which the passenger accepts, rounded to millionths.",
      formula: "1 ÷ (1 + e^(−V)), V = constant + wait_s·offer_wait_s + ride_s·(offer_ride_s − alternative_s)"
        + " + walk_m·offer_walk_m + price·(offer_price − alternative_cost), weights of the scenario"
    ) { $0.choice.map { Double($0.probability) / 1_000_000 } },
    .ratio(
      "choice_draw",
      "The passenger's draw, uniform in [0, 1) and cut to millionths: they accept if it is below `choice_probability`."
    ) { $0.choice.map { Double($0.draw) / 1_000_000 } },
  ]
}

extension CarpoolAttemptRow {
  /// The passenger's choice; nil if there was none.
  var choice: ChoiceRecord? {
    attempt.choice >= 0 ? source.pointee.choices[Int(attempt.choice)] : nil
  }
}
