import Travellers

/// The price of a ride.
enum Fare {
  /// The price by the rule for the direct way of the party.
  case distance(RequestIndex, Request)
  /// The price for the party, in the smallest unit of the currency.
  case amount(Int64)
}
