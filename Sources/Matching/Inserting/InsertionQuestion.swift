import Quantities
import Spaces
import Travellers

/// Everything that an evaluation looks at and does not change.
struct InsertionQuestion {
  let driver: Driver
  let inquiry: Inquiry
  /// From the request's origin to its destination in `space`; `.never` where no route leads there.
  let direct: Milliseconds
  let terms: Terms
  /// The space of the driver's whole trip.
  let space: any Space
  let start: Start
  /// What the best pair of stops is best at.
  let objective: Objective
  /// Share of the stated wishes that are met, both sides: part of the cost.
  let agreement: Double
}
