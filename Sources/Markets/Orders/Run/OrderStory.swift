import Lifecycle
import Models
import Quantities

/// The history of one order, attempt by attempt, as text or JSON.
struct OrderStory {
  let run: OrdersRun
  let place: Int

  init(of place: Int, in run: OrdersRun) {
    self.run = run
    self.place = place
  }

  var order: Order { run.setup.orders[place] }
  var record: OrderRecord { run.records.orders[place] }
  var attempts: [PaymentAttempt] { run.records.attempts.filter { Int($0.order) == place } }

  /// The history as text: a heading, a section for each attempt, and the order's passage through the line.
  var text: String {
    (heading + attempts.enumerated().flatMap(lines) + line).joined(separator: "\n") + "\n"
  }

  private var heading: [String] {
    let cause = record.cause.map { " (\($0.rawValue): \($0.meaning))" } ?? ""
    let (id, names) = run.name(of: place)
    let account = run.name(of: order.account).map { "account \($1.text(of: $0))" } ?? "no account"
    let codes = order.codes.map { place in
      let code = run.setup.typedCodes[Int(place)]
      return code == .none ? "an unknown code" : run.setup.fields.codes[code].name
    }
    return [
      "order \(names.text(of: id)): \(record.outcome.rawValue)\(cause)",
      "submitted at \(Words.clock(order.submit)) by \(account) for \(Words.plural(Int(order.recipients), "recipient"))"
        + (codes.isEmpty ? "" : " with " + codes.joined(separator: ", ")),
    ] + told(at: .submission)
  }

  private func lines(ofAttempt index: Int, _ attempt: PaymentAttempt) -> [String] {
    let cause = attempt.cause.map { " (\($0.rawValue): \($0.meaning))" } ?? ""
    var lines = [
      "",
      "cycle \(attempt.cycle), attempt \(attempt.attempt), at \(Words.clock(attempt.time)):"
        + " \(attempt.outcome.rawValue)\(cause)",
    ]
    if attempt.cause == .outage { return lines }
    for stage in OrderStage.allCases {
      let hasPassed = attempt.funnel[stage] > 0
      lines.append("  \(hasPassed ? "yes" : "no ")  \(stage.meaning)")
      if !hasPassed {
        lines.append("       constraint to relax: \(stage.remedy)")
        break
      }
    }
    lines += told(at: .attempt(index))
    if attempt.payment.lacking > 0 {
      lines.append("  \(Words.plural(Int(attempt.payment.lacking), "credit")) lacking")
    }
    if attempt.payment.isByCard, let price = attempt.payment.price(in: run.setup) {
      lines.append("  a bank card for them, for \(Words.grouped(Int(price)))")
    }
    if attempt.payment.packs > 0 {
      let pack = run.setup.fields.packs[Int(attempt.payment.pack)]
      lines.append(
        "  \(Words.plural(Int(attempt.payment.packs), "pack")) of \(pack.credits) credits for"
          + " \(Words.grouped(Int(attempt.payment.packs * pack.price)))")
    }
    return lines
  }

  private var line: [String] {
    guard let promised = record.promised, let paid = record.firstMatch else { return [] }
    var lines =
      told(at: .agreement) + ["", "paid at \(Words.clock(paid)), promised by \(Words.clock(promised))"]
    func add(_ words: String, _ time: Milliseconds) {
      if time != .never { lines.append("\(words) at \(Words.clock(time))") }
    }
    add("entered the line", record.entered)
    add("first card begun", record.begun)
    add("last card left", record.finished)
    if record.finished != .never {
      let wait = Words.span(record.wait / 1000)
      lines.append(
        "its cards waited \(wait) at stations on average;"
          + " \(Words.span((record.finished - paid).seconds)) from payment to the end")
    }
    return lines + told(at: .end)
  }

  /// Returns the sentences of the run's features that belong at `place`.
  private func told(at place: AccountPlace) -> [String] {
    run.ownFeatures.flatMap { $0.account(ofRequest: self.place, in: run, at: place) }
  }
}
