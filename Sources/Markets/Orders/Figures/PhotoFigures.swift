import Metrics
import Quantities
import Statistics
import Tables

/// The metrics of photos and complaints.
extension Metric {
  static let photosRejected = Metric(
    "photos_rejected_ratio", .ratio, over: .photoLooks, better: .lowerIsBetter,
    "Photos that were sent back ÷ photos that a person looked at.")
  static let photoCheckTime = Metric(
    "photo_check_s", .seconds, over: .photoLooks, better: .lowerIsBetter, isDistribution: true,
    "From the coming of a photo until a person was done with it, closed hours included.")
  static let photoCheckUtilisation = Metric(
    "photo_check_utilisation", .ratio, over: .photoLooks,
    "Working time of the persons who look at photos within their hours ÷ their hours, over the whole run.")
  static let complaints = Metric(
    "complaints", .count, over: .finishedOrders, better: .lowerIsBetter,
    "Finished orders whose customers complained about cards printed from a bad photo.")
  static let reprintTime = Metric(
    "reprint_s", .seconds, over: .finishedOrders, better: .lowerIsBetter, isDistribution: true,
    "From a complaint until the last card of the reprint had left.")
}

extension Metric.Population {
  static let photoLooks = Self(
    "photos", "Photos of orders that `counted` counts which a person looked at, with `photos.check`.")
}

extension OrdersRun {
  /// The figures that only runs with `photos` have.
  static let photoFigures: [Figure<OrdersRun>] = [
    Figure(.cause(.photoRejected)) { run in
      .count(run.settled.count { run.records.orders[$0].cause == .photoRejected })
    },
    Figure(.photosRejected) { run in
      .share(run.countedLooks.count(where: \.isRejected), of: run.countedLooks.count)
    },
    Figure(.photoCheckTime) { run in .sample(run.countedLooks.map { ($0.looked - $0.came).seconds }) },
    Figure(.photoCheckUtilisation) { run in
      .number(
        run.records.photoCheck.flatMap { tally in
          let room = tally.workingTime * Int64(run.world.photos?.check?.servers ?? 0)
          return room > 0 ? Double(tally.busyInHours) / Double(room) : nil
        })
    },
    Figure(.complaints) { run in .count(run.finishedComplaints.count) },
    Figure(.reprintTime) { run in
      .sample(
        run.finishedComplaints.filter { $0.reprinted != .never }.map { ($0.reprinted - $0.time).seconds })
    },
  ]

  private var countedLooks: [PhotoLook] {
    let isCounted = Set(counted)
    return records.looks.filter { isCounted.contains(Int($0.order)) }
  }

  private var finishedComplaints: [Complaint] {
    let isFinished = Set(finished)
    return records.complaints.filter { isFinished.contains(Int($0.order)) }
  }
}
