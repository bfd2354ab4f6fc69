import Lifecycle
import Metrics
import Models
import Quantities
import Tables

/// An attempt to pay.
struct PaymentAttemptRow {
  let run: OrdersRun
  let attempt: PaymentAttempt

  /// The pack that was to be bought; nil for none.
  var pack: Pack? {
    attempt.payment.packs > 0 ? run.world.packs[Int(attempt.payment.pack)] : nil
  }
}

extension OrdersTable {
  /// Returns the attempts table, a row per attempt to pay, with the columns of `features`.
  static func attempts(_ features: [Feature<OrdersRun>]) -> Table<PaymentAttemptRow> {
    Table(
      "attempts", "A row per attempt: one try to pay an order.", key: ["order_id", "cycle", "attempt"],
      constant: .runID, columns: attemptColumns + features.flatMap { $0.columns(of: PaymentAttemptRow.self) })
  }

  private static let attemptColumns: [Column<PaymentAttemptRow>] =
    [
      .identifier("order_id", "The order, as the demand file calls it.") {
        $0.run.name(of: Int($0.attempt.order))
      },
      .cycle(request: "order") { $0.attempt.cycle }, .attempt { $0.attempt.attempt },
      .time("When the payment was tried.") { $0.attempt.time },
    ]
    + OrderStage.allCases.map { stage in
      .count(stage.column, stage.count) { row in
        let count = row.attempt.funnel[stage]
        return count == StageCounts<OrderStage>.notCounted ? nil : count
      }
    } + [
      .word("outcome", "How the attempt ended; see the list of attempt outcomes.") { $0.attempt.outcome },
      .word("cause", "Why it failed; empty where it was accepted or hit.") { $0.attempt.cause },
      .boolean("uses_codes", "Whether promo codes were to be used.") { $0.attempt.payment.usesCodes },
      .count("lacking", "Credits that account and codes lacked; packs were to give them.") {
        $0.attempt.payment.lacking
      },
      .count("packs", "How many packs were to be bought; 0 where none.") { $0.attempt.payment.packs },
      .count("pack_credits", "The credits of one of these packs; empty where none.") { $0.pack?.credits },
      .count("price", "What is to be paid, in the smallest unit of money; empty for nothing.") { row in
        row.attempt.payment.price(in: row.run.world)
      },
      .seconds("answered_s", "When the payment was confirmed; empty where it was not.") {
        OrderRow.time($0.attempt.answered)
      },
    ]
}
