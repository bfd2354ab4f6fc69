import JSON5
import Metrics
import Models
import Quantities
import Statistics
import Tables

extension Feature<OrdersRun> {
  /// The feature for the quality of photos, and for the handling of bad ones.
  static var photos: Self {
    Feature(
      ["photos"], isPart: { $0.setup.fields.photos != nil }, figures: OrdersRun.photoFigures,
      tables: [
        RunTable("photos", OrdersTable.photos, where: { $0.setup.fields.photos?.check != nil }) {
          PhotoRow.all(of: $0)
        },
        RunTable("complaints", OrdersTable.complaints) { ComplaintRow.all(of: $0) },
      ],
      populations: [.photoLooks],
      summary: { [Placed(.init("photos", OrdersWords(run: $0, figures: $1).photos), after: "kept")] },
      account: { run, order, place in
        switch place {
        case .submission, .attempt: []
        case .agreement: OrderStory(of: order, in: run).photos
        case .end: OrderStory(of: order, in: run).complaint
        }
      })
  }
}

/// The metrics of photos and complaints.
extension Metric {
  static let photosRejected = Metric(
    "photos_rejected_ratio", .ratio, over: .photoLooks, better: .lowerIsBetter,
    "Photos sent back ÷ photos checked.")
  static let photoCheckTime = Metric(
    "photo_check_s", .seconds, over: .photoLooks, better: .lowerIsBetter, isDistribution: true,
    "The time from the arrival of a photo to the end of its check, closed hours included.")
  static let photoCheckUtilisation = Metric(
    "photo_check_utilisation", .ratio, over: .photoLooks,
    "Working time of the photo checkers ÷ their working hours, over the whole run.")
  static let complaints = Metric(
    "complaints", .count, over: .finishedOrders, better: .lowerIsBetter,
    "Finished orders with a complaint about cards printed from a bad photo.")
  static let reprintTime = Metric(
    "reprint_s", .seconds, over: .finishedOrders, better: .lowerIsBetter, isDistribution: true,
    "The time from a complaint until the last card of the reprint had left.")
}

extension Metric.Population {
  static let photoLooks = Self(
    "photos", "Checked photos of the orders that `counted` counts, with `photos.check`.")
}

extension OrdersRun {
  /// The figures of runs with `photos`.
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
        run.records.photos.check.flatMap { tally in
          let room = tally.workingTime * Int64(run.setup.fields.photos?.check?.servers ?? 0)
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
    return records.photos.looks.filter { isCounted.contains(Int($0.order)) }
  }

  private var finishedComplaints: [Complaint] {
    let isFinished = Set(finished)
    return records.photos.complaints.filter { isFinished.contains(Int($0.order)) }
  }
}

/// A row for a check of a photo.
struct PhotoRow {
  let run: OrdersRun
  let look: PhotoLook

  /// Returns the rows of all checks, by order.
  static func all(of run: OrdersRun) -> [PhotoRow] {
    let looks = run.records.photos.looks
    return ResultTables.order(of: looks.count, keys: run.setup.orders.count) { Int(looks[$0].order) }
      .map { PhotoRow(run: run, look: looks[$0]) }
  }
}

/// A row for a complaint about cards printed from a bad photo.
struct ComplaintRow {
  let run: OrdersRun
  let complaint: Complaint

  /// Returns the rows of all complaints, by order.
  static func all(of run: OrdersRun) -> [ComplaintRow] {
    run.records.photos.complaints.ordered { $0.order < $1.order }.map {
      ComplaintRow(run: run, complaint: $0)
    }
  }
}

extension OrdersTable {
  /// A row per check of a photo.
  static let photos = Table<PhotoRow>(
    "photos", "A row per photo check of a paid order, with `photos.check`.", key: ["order_id", "look"],
    constant: .runID,
    columns: [
      .identifier("order_id", "The order, by the id of the demand file.") {
        $0.run.name(of: Int($0.look.order))
      },
      .count("look", "The number of the check within the order, from 1.") { $0.look.look },
      .seconds("came_s", "The arrival of the photo: with the payment, or on resubmission.") {
        $0.look.came
      },
      .seconds("looked_s", "The end of the check.") { $0.look.looked },
      .boolean("rejected", "Whether the photo was sent back.") { $0.look.isRejected },
      .seconds("answered_s", "The time at which the customer resubmitted or gave up; empty if neither.") {
        OrderRow.time($0.look.answered)
      },
      .boolean("gave_up", "Whether the customer gave up; empty without a reaction.") { row in
        row.look.answered == .never ? nil : row.look.gaveUp
      },
    ])

  /// A row per complaint.
  static let complaints = Table<ComplaintRow>(
    "complaints",
    "A row per complaint about cards printed from a bad photo, all of which are reprinted; with `photos`.",
    key: ["order_id"], constant: .runID,
    columns: [
      .identifier("order_id", "The order, by the id of the demand file.") {
        $0.run.name(of: Int($0.complaint.order))
      },
      .seconds("complained_s", "The time of the complaint.") { $0.complaint.time },
      .seconds("reprinted_s", "The time at which the last card of the reprint had left; empty if it has not.")
      {
        OrderRow.time($0.complaint.reprinted)
      },
    ])
}

extension OrdersWords {
  fileprivate var photos: String? {
    let rejected = figures[.photosRejected].map {
      SummaryText.joined([
        "\(Words.tenths(ofPercent: $0)) of \(Words.grouped(Int(figures[.photoCheckTime, .count] ?? 0))) sent back",
        "\(Words.plural(count(.photoRejected), "customer")) gave up",
        distribution(.photoCheckTime, "until somebody had looked"),
      ])
    }
    let complaints = Words.plural(Int(figures[.complaints] ?? 0), "complaint") + ", all printed again"
    return SummaryText.joined([rejected, complaints].compactMap(\.self))
  }
}

extension OrderStory {
  /// The sentences on the checks of the order's photos.
  fileprivate var photos: [String] {
    looks.map { look in
      let answer =
        look.answered == .never
        ? "" : "; the customer \(look.gaveUp ? "gave up" : "sent another") at \(Words.clock(look.answered))"
      return "photo \(look.look), looked at by \(Words.clock(look.looked)): "
        + (look.isRejected ? "sent back" : "passed") + answer
    }
  }

  fileprivate var complaint: [String] {
    complaints.map { complaint in
      let reprint =
        complaint.reprinted == .never ? "" : ", printed again by \(Words.clock(complaint.reprinted))"
      return "complained about the photo at \(Words.clock(complaint.time))" + reprint
    }
  }
  /// The order's photo checks and complaints, as JSON.
  var photosJSON: JSON { .list(looks.map(json)) }
  var complaintsJSON: JSON { .list(complaints.map(json)) }

  private var looks: [PhotoLook] { run.records.photos.looks.filter { Int($0.order) == place } }

  private var complaints: [Complaint] { run.records.photos.complaints.filter { Int($0.order) == place } }

  private func json(_ look: PhotoLook) -> JSON {
    .object([
      .init("look", .integer(Int128(look.look))), .init("came_s", RequestAccount.seconds(look.came)),
      .init("looked_s", RequestAccount.seconds(look.looked)), .init("rejected", .boolean(look.isRejected)),
      .init("answered_s", RequestAccount.seconds(look.answered)), .init("gave_up", .boolean(look.gaveUp)),
    ])
  }

  private func json(_ complaint: Complaint) -> JSON {
    .object([
      .init("time_s", RequestAccount.seconds(complaint.time)),
      .init("reprinted_s", RequestAccount.seconds(complaint.reprinted)),
    ])
  }
}
