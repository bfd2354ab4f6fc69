import Quantities
import Spaces
import Travellers

/// The price of a ride.
enum Fare {
  /// The price by the rule for the direct way of the party; a seat costs at most `mostForSeat`.
  case distance(RequestIndex, Request, mostForSeat: Int64)
  /// The price for the party, in the smallest unit of the currency.
  case amount(Int64)
}

extension CarpoolMarket {
  /// Returns the price by the rule of a ride of `request`, as it is in `input`, in the car of `driver`.
  func fare(of request: RequestIndex, _ input: Request, with driver: DriverIndex) -> Fare {
    .distance(
      request, input,
      mostForSeat: first { $0.mostForSeat(over: input.direct.metres, with: driver) } ?? .max)
  }
}
