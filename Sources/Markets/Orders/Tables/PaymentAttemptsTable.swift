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
      "attempts", "A row per attempt to pay an order.", key: ["order_id", "cycle", "attempt"],
      constant: .runID, columns: attemptColumns + features.flatMap { $0.columns(of: PaymentAttemptRow.self) })
  }

  private static let attemptColumns: [Column<PaymentAttemptRow>] =
    [
      .identifier("order_id", "The order, by the id of the demand file.") {
        $0.run.name(of: Int($0.attempt.order))
      },
      .cycle(request: "order") { $0.attempt.cycle }, .attempt { $0.attempt.attempt },
      .time("The time of the attempt.") { $0.attempt.time },
    ]
    + OrderStage.allCases.map { stage in
      .count(stage.column, stage.count) { row in
        let count = row.attempt.funnel[stage]
        return count == StageCounts<OrderStage>.notCounted ? nil : count
      }
    } + [
      .word("outcome", "The outcome of the attempt; see the list of attempt outcomes.") {
        $0.attempt.outcome
      },
      .word("cause", "The cause of failure; empty if accepted or hit.") { $0.attempt.cause },
      .boolean("uses_codes", "Whether promo codes were to be used.") { $0.attempt.payment.usesCodes },
      .count("lacking", "The credits missing after account and codes, to be covered by packs.") {
        $0.attempt.payment.lacking
      },
      .count("packs", "The number of packs to be bought; 0 if none.") { $0.attempt.payment.packs },
      .count("pack_credits", "The credits per pack; empty if none.") { $0.pack?.credits },
      .count("price", "The amount due, in the smallest unit of money; empty for nothing.") { row in
        row.attempt.payment.price(in: row.run.world)
      },
      .seconds("answered_s", "The time of the payment confirmation; empty if not confirmed.") {
        OrderRow.time($0.attempt.answered)
      },
    ]
}
