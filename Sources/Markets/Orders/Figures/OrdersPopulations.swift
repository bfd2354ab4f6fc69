import Metrics

extension Metric.Population {
  static let countedOrders = Self(
    "counted",
    "Orders submitted from the warm-up's end to the end of the run, in progress or not, excluding probes and refused rows."
  )
  static let settledOrders = Self(
    "settled",
    "Orders submitted from the warm-up's end on, neither probes nor refused nor in progress at the end.")
  static let finishedOrders = Self("finished", "Settled orders whose last card has left.")
  static let lateOrders = Self("late", "Finished orders whose last card left later than promised.")
  static let probeOrders = Self("probes", "Probes submitted from the warm-up's end on.")
  static let orderRows = Self("rows", "All rows of the demand, probes included, whatever the warm-up.")
  static let stations = Self("stations", "All stations, over the whole run.")
  static let books = Self(
    "books", "All entries of the ledger, over the whole run, those of the warm-up included.")

  /// The populations of all runs of orders in the order of the documentation.
  static let ofOrders = [
    countedOrders, settledOrders, finishedOrders, lateOrders, probeOrders, orderRows, stations, books,
  ]
}
