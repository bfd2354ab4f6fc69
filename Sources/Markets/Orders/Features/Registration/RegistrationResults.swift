import JSON5
import Metrics
import Models
import Quantities
import Statistics
import Tables

extension Feature<OrdersRun> {
  /// The feature for drafts, and for accounts opened before payment.
  static var registration: Self {
    Feature(
      ["demand", "drafts"], ["registration"], isPart: { $0.setup.hasDelays }, figures: OrdersRun.delayFigures,
      columns: OrdersTable.delayColumns + [OrdersTable.registrationColumn] as [any Sendable],
      summary: { [Placed(.init("drafts", OrdersWords(run: $0, figures: $1).drafts), after: "kept")] },
      account: { $2 == .submission ? OrderStory(of: $1, in: $0).coming : [] })
  }
}

/// The metrics of drafts, and of accounts opened during an order.
extension Metric {
  static let drafts = Metric(
    "drafts", .count, over: .settledOrders,
    "Settled orders left as drafts; with `demand.drafts` or"
      + " `registration`.")
  static let draftsFinished = Metric(
    "drafts_finished_ratio", .ratio, over: .settledOrders, better: .higherIsBetter,
    "Drafts completed, so that a payment was attempted ÷ `drafts`.")
  static let accountsRegistered = Metric(
    "accounts_registered", .count, over: .books, better: .higherIsBetter,
    "Accounts opened at checkout; with `demand.drafts` or `registration`.")
}

extension OrdersRun {
  /// The figures of runs with drafts or `registration`.
  static let delayFigures: [Figure<OrdersRun>] =
    [OrderCause.accountGivenUp, .draftGivenUp].map { cause in
      Figure(.cause(cause)) { run in .count(run.settled.count { run.records.orders[$0].cause == cause }) }
    } + [
      Figure(.drafts) { run in .count(run.settledDrafts.count) },
      Figure(.draftsFinished) { run in
        let drafts = run.settledDrafts
        return .share(drafts.count { run.records.orders[$0].attempts > 0 }, of: drafts.count)
      },
      Figure(.accountsRegistered) { run in
        .count(run.setup.accounts.count { $0.openedWith != .none && $0.opens <= run.records.end })
      },
    ]

  private var settledDrafts: [Int] { settled.filter { setup.orders[$0].isDraft } }
}

extension OrdersTable {
  fileprivate static let delayColumns: [Column<OrderRow>] = [
    .boolean("draft", "Whether the order was left as a draft. Only with `demand.drafts` or `registration`.") {
      $0.order.isDraft
    },
    .seconds(
      "completed_s",
      "The time at which the draft was completed and the account open, so that payment could be attempted. Only with `demand.drafts` or"
        + " `registration`; empty if the customer had left before, or the run ended."
    ) { row in
      row.record.attempts > 0 ? max(.zero, row.order.submit).saturatingAdd(row.order.delay) : nil
    },
  ]

  fileprivate static let registrationColumn: Column<AccountRow> = .identifier(
    "opened_with",
    "The order at whose checkout the account was opened; empty for none. Only with `demand.drafts` or `registration`."
  ) { row in
    row.account.openedWith == .none ? nil : row.run.name(of: Int(row.account.openedWith))
  }
}

extension OrdersWords {
  /// The sentence on drafts and on accounts opened during orders.
  fileprivate var drafts: String? {
    let finished = figures[.draftsFinished].map { ["\(Words.tenths(ofPercent: $0)) of them finished"] } ?? []
    return SummaryText.joined(
      [Words.plural(Int(figures[.drafts] ?? 0), "draft")] + finished + [
        Words.plural(Int(figures[.accountsRegistered] ?? 0), "account") + " opened on the way to a payment",
        "\(Words.grouped(count(.accountGivenUp))) gave up instead",
      ])
  }
}

extension OrderStory {
  /// The sentences on the delays before the first attempt to pay.
  fileprivate var coming: [String] {
    guard waits else { return [] }
    let what =
      [
        order.isDraft ? "left as a draft" : nil, opensAccount ? "an account to be opened" : nil,
        order.rejectedAddresses > 0 ? "addresses to be corrected" : nil,
      ].compactMap(\.self)
    let time = Words.clock(readyTime)
    return ["\(what.joined(separator: ", ")), \(order.givesUp == nil ? "done" : "given up") at \(time)"]
  }

  private var opensAccount: Bool {
    order.givesUp == .accountGivenUp
      || order.account != .none && Int(run.setup.accounts[order.account].openedWith) == place
  }
  /// The JSON members for whether it was left as a draft and when its payment could be attempted.
  var registrationMembers: [JSON.Member] {
    [
      .init("draft", .boolean(order.isDraft)), .init("opens_account", .boolean(opensAccount)),
      .init("ready_s", waits && order.givesUp == nil ? RequestAccount.seconds(readyTime) : .null),
      .init("gave_up_s", order.givesUp == nil ? .null : RequestAccount.seconds(readyTime)),
    ]
  }

  /// Whether its payment was delayed, or given up before the first attempt.
  private var waits: Bool { order.delay > .zero || order.givesUp != nil }

  /// The time from which its payment could be attempted, or at which it was given up.
  private var readyTime: Milliseconds { max(.zero, order.submit).saturatingAdd(order.delay) }
}
