import Metrics
import Quantities
import Simulation
import Tables
import Travellers

extension CarpoolTable {
  /// The attempt columns in scenarios with `demand.choice`: the attributes that the passenger compared.
  static let choice: [Column<CarpoolAttemptRow>] = [
    .seconds(
      "offer_wait_s",
      "The time from the offer, or the desired departure if later, to the car's arrival at the pickup, as computed for the offer;"
        + " this and the following columns are present only with `demand.choice`, and filled only if a passenger chose."
    ) { $0.choice?.ride.wait },
    .seconds(
      "offer_ride_s",
      "The time from the pickup to the drop-off, boarding included, as computed for the offer."
    ) {
      $0.choice?.ride.ride
    },
    .metres("offer_walk_m", "The total straight-line walk to the pickup and from the drop-off.") {
      $0.choice?.ride.walk
    },
    .money("offer_price", "The price of the ride for the party; empty without money.") {
      $0.choice?.ride.price
    },
    .seconds("alternative_s", "The duration of the party's alternative; empty for `none`.") {
      $0.choice?.alternative?.time
    },
    .money(
      "alternative_cost",
      "The party's cost of the alternative; empty for `none`, and if money does not count."
    ) { $0.choice?.alternative?.cost },
    .ratio(
      "choice_probability", "The probability with which the passenger accepts, rounded to millionths.",
      formula: "1 ÷ (1 + e^(−V)), V = constant + wait_s·offer_wait_s + ride_s·(offer_ride_s − alternative_s)"
        + " + walk_m·offer_walk_m + price·(offer_price − alternative_cost), weights of the scenario"
    ) { $0.choice.map { Double($0.probability) / 1_000_000 } },
    .ratio(
      "choice_draw",
      "The passenger's random draw, uniform in [0, 1), truncated to millionths; the ride is accepted if it is below `choice_probability`."
    ) { $0.choice.map { Double($0.draw) / 1_000_000 } },
  ]
}

extension CarpoolAttemptRow {
  /// The passenger's choice; nil if there was none.
  var choice: ChoiceRecord? {
    attempt.choice >= 0 ? source.pointee.choices[Int(attempt.choice)] : nil
  }
}
