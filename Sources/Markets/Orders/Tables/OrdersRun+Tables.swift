public import Metrics
import Models
import Quantities
import Tables

extension OrdersRun {
  /// The tables of a result folder.
  public static let tables = RunTables<OrdersRun>(
    [
      RunTable("orders", OrdersTable.orders(features), columns: { OrdersTable.orders($0.ownFeatures) }) {
        run in
        run.setup.orders.indices.lazy.map { OrderRow(run: run, place: $0) }
      },
      RunTable("attempts", OrdersTable.attempts(features), columns: { OrdersTable.attempts($0.ownFeatures) })
      {
        run in
        // By order; attempts of the same order stay in the order of the calls.
        let attempts = run.records.attempts
        return ResultTables.order(of: attempts.count, keys: run.setup.orders.count) {
          Int(attempts[$0].order)
        }.lazy.map { PaymentAttemptRow(run: run, attempt: attempts[$0]) }
      },
      RunTable("stations", OrdersTable.stations) { run in
        run.setup.fields.stations.indices.lazy.map { StationRow(run, $0) }
      },
      RunTable("accounts", OrdersTable.accounts(features), columns: { OrdersTable.accounts($0.ownFeatures) })
      {
        AccountRow.all(of: $0)
      },
      RunTable("payments", OrdersTable.payments) { run in
        run.records.ledger.entries.enumerated().lazy.map {
          OrderPaymentRow(run: run, number: $0 + 1, entry: $1)
        }
      },
    ] + featureTables + [
      RunTable("timeseries", OrdersTable.timeseries) { OrdersSeries(of: $0).intervals }
    ],
    onRequest: [
      RunTable("events", OrdersTable.events) { run in
        run.records.log.enumerated().lazy.map { OrderEventRow(run: run, sequence: $0 + 1, event: $1) }
      },
      RunTable("messages", OrdersTable.messages) { run in
        run.records.messages.enumerated().map { OrderMessageRow(run: run, number: $0 + 1, message: $1) }
      },
      RunTable("queues", OrdersTable.queues) { QueueRow.all(of: $0) },
    ])
}
