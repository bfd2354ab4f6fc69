import Ground
import Quantities
import Scenario
import Tables

extension OrdersMaker {
  func addAccounts(
    recorded accounts: OrdersFields.RecordedAccounts, to input: inout OrdersInput
  ) throws(SynthesisError) {
    var table = try table(.accounts, accounts.file, accounts.columns)
    let packs = Self.sums(fields.packs.map(\.weight))
    let row = { (columns: AccountColumns, table: inout RecordedRows) -> RecordedAccount? in
      var account = Account(id: table.id(columns.id))
      account.key = table.key(of: account.id)
      if let opens = table.rows.time(columns.opens, after: columns.start) { account.opens = opens }
      // Negative values are refused: a balance is never negative.
      if let credits = table.rows.int64(columns.credits, in: 0...1 << 40) { account.credits = credits }
      let usual = table.rows.int64(columns.usualPack, in: 1...Int64(max(1, fields.packs.count)))
      account.usualPack = usual.map { Int32($0 - 1) } ?? usualPack(ofAccount: account.key, packs)
      let referrer = columns.referrer.flatMap { table.rows.string($0) }
      return RecordedAccount(account: account, referrer: referrer?.isEmpty == true ? nil : referrer)
    }
    let knowsReferrals = fields.referral != nil
    let read = try table.read(
      columns: { AccountColumns(&$0, start: scenario.time.start, knowsReferrals: knowsReferrals) }, row: row)
    try table.finish()
    let sorted = read.ordered { $0.account.id < $1.account.id }
    input.setup.accounts = sorted.map(\.account)
    input.setup.accountNames = table.names
    refer(sorted, in: &input, file: accounts.file)
    input.inputs.append(table.input)
    input.notices += table.notices().map(\.description)
  }

  func addOrders(
    recorded orders: OrdersFields.RecordedOrders, to input: inout OrdersInput
  ) throws(SynthesisError) {
    var table = try table(.orders, orders.file, orders.columns)
    let reader = OrderReader(input.setup, patience: fields.behaviour.patience ?? .never)
    let row = { (columns: OrderColumns, table: inout RecordedRows) -> RecordedOrder? in
      let order = reader.row(columns, &table)
      return table.isInPeriod(order.order.submit) ? order : nil
    }
    let setup = input.setup
    let read = try table.read(
      columns: { OrderColumns(&$0, start: scenario.time.start, setup) }, row: row)
    try table.finish()
    let sorted = read.ordered { $0.order.id < $1.order.id }
    for row in sorted {
      var order = row.order
      let first = Int32(input.setup.typedCodes.count)
      input.setup.typedCodes += row.codes
      order.codes = first..<Int32(input.setup.typedCodes.count)
      let country = Int32(input.setup.namedCountries.count)
      input.setup.namedCountries += row.countries
      order.countries = country..<Int32(input.setup.namedCountries.count)
      if let channel = row.channel { order.channel = input.setup.place(ofChannel: channel) }
      input.setup.orders.append(order)
    }
    input.setup.hasDrafts = input.setup.orders.contains(where: \.isDraft)
    input.setup.orderNames = table.names
    input.inputs.append(table.input)
    input.notices += table.notices().map(\.description)
    input.notices += OrderReader.notices(of: sorted, file: orders.file)
  }

  /// Sets the recorded referrers of accounts.
  private func refer(_ rows: [RecordedAccount], in input: inout OrdersInput, file: String) {
    guard rows.contains(where: { $0.referrer != nil }) else { return }
    let (accounts, names) = (input.setup.accounts, input.setup.accountNames)
    let places = Dictionary(
      accounts.places.map { (names.text(of: accounts[$0].id), $0) }, uniquingKeysWith: { first, _ in first })
    for (place, row) in rows.enumerated() {
      guard let name = row.referrer else { continue }
      let account = accounts[place]
      if account.opens > .zero, let referrer = places[name], accounts[referrer].opens < account.opens {
        input.setup.accounts[place].referrer = referrer
      } else {
        input.referralFaults.append(
          .unknownReferrer(file: file, account: names.text(of: account.id), referrer: name))
      }
    }
  }

  private func table(
    _ table: InputTable, _ file: String, _ columns: [String: String]
  ) throws(SynthesisError) -> RecordedRows {
    try RecordedRows(
      table, file: file, path: FilePath.path(of: file, in: folder), columns: columns,
      time: scenario.time)
  }
}

/// An account and the name of its referrer, which is nil if there is none.
private struct RecordedAccount {
  var account: Account
  var referrer: String?
}

/// The columns of an accounts file.
private struct AccountColumns {
  let id: CSVColumn
  let opens: CSVOptionalColumn
  let credits: CSVOptionalColumn
  let usualPack: CSVOptionalColumn
  /// The column of the account's referrer; nil if referrals are not rewarded.
  let referrer: CSVOptionalColumn?
  let start: LocalDateTime?

  init(_ rows: inout CSVReader, start: LocalDateTime?, knowsReferrals: Bool) {
    id = rows.column("account_id")
    opens = rows.optionalColumn("opens_s")
    credits = rows.optionalColumn("credits")
    usualPack = rows.optionalColumn("usual_pack")
    referrer = knowsReferrals ? rows.optionalColumn("referred_by") : nil
    self.start = start
  }
}

/// The columns of an orders file.
private struct OrderColumns {
  let id: CSVColumn
  let submit: CSVColumn
  let account: CSVOptionalColumn
  let recipients: CSVOptionalColumn
  let codes: CSVOptionalColumn
  let patience: CSVOptionalColumn
  let probe: CSVOptionalColumn
  /// The column of the recipients' countries; nil if deliveries are not simulated.
  let countries: CSVOptionalColumn?
  /// The column of the channel; nil if the scenario has no campaigns.
  let channel: CSVOptionalColumn?
  let completed: CSVOptionalColumn
  let start: LocalDateTime?

  init(_ rows: inout CSVReader, start: LocalDateTime?, _ setup: OrdersSetup) {
    id = rows.column("order_id")
    submit = rows.column("submit_s")
    account = rows.optionalColumn("account_id")
    recipients = rows.optionalColumn("recipients")
    codes = rows.optionalColumn("codes")
    patience = rows.optionalColumn("patience_s")
    probe = rows.optionalColumn("probe")
    countries = setup.fields.delivery == nil ? nil : rows.optionalColumn("countries")
    channel = setup.fields.campaigns.isEmpty ? nil : rows.optionalColumn("channel")
    completed = rows.optionalColumn("completed_s")
    self.start = start
  }
}

/// A recorded order with its codes and countries.
private struct RecordedOrder {
  var order: Order
  var codes: [CodeIndex]
  /// The country of each recipient; empty if not recorded.
  var countries: [Int32] = []
  var channel: String?
}

/// A reader of orders, which looks up accounts and codes by name.
private struct OrderReader {
  private let accounts: [Int64: AccountIndex]
  private let namedAccounts: [String: AccountIndex]
  private let areAccountsNumbers: Bool
  private let codes: [String: CodeIndex]
  private let countries: [String: Int32]
  private let patience: Milliseconds

  init(_ setup: OrdersSetup, patience: Milliseconds) {
    let places = setup.accounts.places
    areAccountsNumbers = setup.accountNames.isNumbers
    let names = setup.accountNames
    accounts =
      areAccountsNumbers
      ? Dictionary(uniqueKeysWithValues: places.map { (setup.accounts[$0].id, $0) }) : [:]
    namedAccounts =
      areAccountsNumbers
      ? [:] : Dictionary(uniqueKeysWithValues: places.map { (names.text(of: setup.accounts[$0].id), $0) })
    codes = Dictionary(
      uniqueKeysWithValues: setup.fields.codes.places.map { (setup.fields.codes[$0].name, $0) })
    let named = (setup.fields.delivery?.countries ?? []).enumerated().map { ($1.name, Int32($0)) }
    countries = Dictionary(uniqueKeysWithValues: named)
    self.patience = patience
  }

  func row(_ columns: OrderColumns, _ table: inout RecordedRows) -> RecordedOrder {
    var order = Order(
      id: table.id(columns.id), submit: table.rows.time(columns.submit, after: columns.start),
      account: .none, patience: patience)
    order.key = table.key(of: order.id)
    if let count = table.rows.int64(columns.recipients, in: 1...10_000) { order.recipients = Int32(count) }
    if let span = table.rows.span(columns.patience) { order.patience = span }
    if let isProbe = table.rows.bool(columns.probe) { order.isProbe = isProbe }
    let typed = Self.list(table.rows.string(columns.codes) ?? "")
    if Set(typed).count < typed.count { order.refusal = .codeTwice }
    var row = RecordedOrder(order: order, codes: typed.map { codes[$0] ?? .none })
    row.countries = countries(columns, &table, recipients: Int(order.recipients))
    row.channel = columns.channel.flatMap { table.rows.string($0) }.flatMap { $0.isEmpty ? nil : $0 }
    if let completed = table.rows.time(columns.completed, after: columns.start) {
      if completed < order.submit {
        table.rows.recordValue(columns.completed, expected: .other("a time not before submit_s, or nothing"))
      }
      row.order.isDraft = true
      row.order.delay = max(.zero, completed - order.submit)
    }
    guard let name = table.rows.string(columns.account), !name.isEmpty else { return row }
    let account = areAccountsNumbers ? Int64(name).flatMap { accounts[$0] } : namedAccounts[name]
    row.order.account = account ?? .none
    row.order.isOfNobody = account == nil
    return row
  }

  /// Returns the country of each of the `recipients` recipients; a single recorded country applies to all of them.
  private func countries(
    _ columns: OrderColumns, _ table: inout RecordedRows, recipients: Int
  ) -> [Int32] {
    guard let column = columns.countries, let text = table.rows.string(column) else { return [] }
    let named = Self.list(text)
    let known = named.compactMap { countries[$0] }
    guard known.count == named.count, named.count == 1 || named.count == recipients else {
      table.rows.recordValue(
        column,
        expected: .other(
          "one country of `delivery.countries`, or one for each recipient, separated by semicolons"))
      return []
    }
    return known.count == 1 ? Array(repeating: known[0], count: recipients) : known
  }

  /// Returns the items of a semicolon-separated list, without surrounding spaces.
  private static func list(_ text: String) -> [String] {
    text.split(separator: ";").map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// Returns notices of faults in `rows` that do not prevent a run.
  static func notices(of rows: [RecordedOrder], file: String) -> [String] {
    let strangers = rows.count { $0.order.isOfNobody }
    let unknown = rows.count { $0.codes.contains(.none) }
    var notices: [String] = []
    if strangers > 0 {
      notices.append(
        "\(file): \(strangers) of \(rows.count) orders name an account that is not in `accounts`; they fail as"
          + " `no_account`")
    }
    if unknown > 0 {
      notices.append(
        "\(file): \(unknown) of \(rows.count) orders name a promo code that is not in `codes`; they fail as"
          + " `code_invalid`")
    }
    return notices
  }
}

extension OrdersSetup {
  /// Returns the index of the channel called `name`, which is appended if it does not exist yet.
  fileprivate mutating func place(ofChannel name: String) -> Int32 {
    if let known = channels.firstIndex(where: { $0.name == name }) { return Int32(known) }
    channels.append(OrderChannel(name: name))
    return Int32(channels.count - 1)
  }
}
