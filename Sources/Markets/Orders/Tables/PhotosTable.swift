import Metrics
import Quantities
import Tables

/// A look at a photo.
struct PhotoRow {
  let run: OrdersRun
  let look: PhotoLook

  /// The rows of all looks, by order.
  static func all(of run: OrdersRun) -> [PhotoRow] {
    let looks = run.records.looks
    return ResultTables.order(of: looks.count, keys: run.world.orders.count) { Int(looks[$0].order) }
      .map { PhotoRow(run: run, look: looks[$0]) }
  }
}

/// A complaint about cards that were printed from a bad photo.
struct ComplaintRow {
  let run: OrdersRun
  let complaint: Complaint

  /// The rows of all complaints, by order.
  static func all(of run: OrdersRun) -> [ComplaintRow] {
    run.records.complaints.sorted { $0.order < $1.order }.map { ComplaintRow(run: run, complaint: $0) }
  }
}

extension OrdersTable {
  /// A row per look at a photo.
  static let photos = Table<PhotoRow>(
    "photos", "A row per look at the photo of a paid order, with `photos.check`.", key: ["order_id", "look"],
    constant: .runID,
    columns: [
      .identifier("order_id", "The order, as the demand file calls it.") {
        $0.run.name(of: Int($0.look.order))
      },
      .count("look", "The look at a photo of the order, counted from 1.") { $0.look.look },
      .seconds("came_s", "When the photo came: with the payment, or when the customer sent another.") {
        $0.look.came
      },
      .seconds("looked_s", "When the person was done with it.") { $0.look.looked },
      .boolean("rejected", "Whether it was sent back.") { $0.look.isRejected },
      .seconds("answered_s", "When the customer sent another or gave up; empty where nobody did.") {
        OrderRow.time($0.look.answered)
      },
      .boolean("gave_up", "Whether the customer gave up; empty where nobody answered.") { row in
        row.look.answered == .never ? nil : row.look.gaveUp
      },
    ])

  /// A row per complaint.
  static let complaints = Table<ComplaintRow>(
    "complaints",
    "A row per complaint about cards printed from a bad photo, with `photos`: all of them are printed again.",
    key: ["order_id"], constant: .runID,
    columns: [
      .identifier("order_id", "The order, as the demand file calls it.") {
        $0.run.name(of: Int($0.complaint.order))
      },
      .seconds("complained_s", "When the customer complained.") { $0.complaint.time },
      .seconds("reprinted_s", "When the last card of the reprint had left; empty where it has not.") {
        OrderRow.time($0.complaint.reprinted)
      },
    ])
}
