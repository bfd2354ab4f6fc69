import Tables

extension InputTable {
  /// The tables read by orders scenarios, in documentation order.
  static let ofOrders = [orders, accounts]

  static let accounts = InputTable(
    "accounts", "A row per account: `accounts.file`.",
    [
      InputColumn(
        "account_id", .identifier, .identifier, .required, "The account: a whole number, or a name."),
      InputColumn(
        "opens_s", .seconds, .decimal, .optional, "The opening time.", fallback: "before the start"),
      InputColumn("credits", .count, .integer, .optional, "The opening balance in credits.", fallback: "0"),
      InputColumn(
        "usual_pack", .count, .integer, .optional,
        "The customer's usual pack, numbered from 1 in the order of `packs`.",
        fallback: "drawn by weight"),
      InputColumn(
        "referred_by", .identifier, .identifier, .optional,
        "The referring account, which must open earlier; read with `referral`.", fallback: "none"),
    ])

  static let orders = InputTable(
    "orders", "A row per order: `demand.file`.",
    [
      InputColumn("order_id", .identifier, .identifier, .required, "The order: a whole number, or a name."),
      InputColumn("submit_s", .seconds, .decimal, .required, "The submission time."),
      InputColumn(
        "account_id", .identifier, .identifier, .optional, "The account of the order.",
        fallback: "none, so that it fails as `no_account`"),
      InputColumn(
        "recipients", .count, .integer, .optional, "The number of cards, each of which costs a credit.",
        fallback: "1"),
      InputColumn(
        "codes", .none, .text, .optional, "Promo codes, separated by semicolons.", fallback: "none"),
      InputColumn(
        "patience_s", .seconds, .decimal, .optional,
        "The customer's patience: how long they wait for the payment.",
        replaces: ["behaviour.patience_s"]),
      InputColumn(
        "probe", .none, .boolean, .optional, "Whether the order is a probe: for measurement, never produced.",
        fallback: "false"),
      InputColumn(
        "countries", .none, .text, .optional,
        "The countries of the recipients, separated by semicolons, or one for all; read with `delivery`.",
        fallback: "drawn by weight"),
      InputColumn(
        "channel", .none, .text, .optional, "The channel of the order; read with `campaigns`.",
        fallback: "none"),
      InputColumn(
        "completed_s", .seconds, .decimal, .optional,
        "The time at which an order left as a draft at `submit_s` is completed.",
        fallback: "completed at once"),
    ])
}
