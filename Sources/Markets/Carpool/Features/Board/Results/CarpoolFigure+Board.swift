import Metrics

extension CarpoolFigure {
  static let ofBoard = [
    Self(.bookingRate, .number { $0.board.flatMap { RunTotals.share($0.booked, of: $0.seeks) } }),
    Self(.bookingRideRate, .number { $0.board.flatMap { RunTotals.share($0.ridden, of: $0.seeks) } }),
    Self(.leadTime, .sample { $0.board?.leadTimes ?? [] }),
    Self(.price, .sample { $0.board?.prices ?? [] }),
    Self(.walkMetres, .sample { ($0.board?.walkMetres ?? []) + $0.walkMetres }).needing([.board, .walking]),
    Self(.walk, .sample { ($0.board?.walkTimes ?? []) + $0.walkTimes }).needing([.board, .walking]),
    Self(.totalTravelFactor, .sample { $0.board?.travelFactors ?? [] }),
    Self(.published, .number { $0.board.map { Double($0.published) } }),
    Self(.soldSeatKilometres, .number { $0.board.map { $0.soldMetres / 1000 } }),
    Self(.soldSeatRatio, .number { $0.board.flatMap { RunTotals.quotient($0.soldMetres, $0.seatMetres) } }),
  ].map { $0.needs.isEmpty ? $0.needing([.board]) : $0 }
}
