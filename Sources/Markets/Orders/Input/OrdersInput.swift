package import Ground
import Quantities
package import Scenario
package import Tables

/// The setup of a scenario and the files it was read from.
package struct OrdersInput: Sendable {
  package let scenario: Scenario
  package let folder: String
  package internal(set) var setup: OrdersSetup
  /// The files read, in the order accounts, orders.
  package internal(set) var inputs: [InputFile] = []
  /// Notices on the input for the user, one sentence each.
  package internal(set) var notices: [String] = []

  /// The faults of recorded accounts whose referrer cannot have referred them.
  var referralFaults: [OrdersInputError.Fault] = []

  /// Synthesises or reads the accounts and orders of `scenario`, whose files are relative to `folder`.
  ///
  /// Draws depend only on the seed, the replication and the id. Valid rows that cannot take part are kept with the
  /// reason for their refusal; rows outside the scenario's period are counted and skipped.
  /// - Throws: `OrdersInputError` with all faults found.
  package init(_ scenario: Scenario, folder: String) throws(OrdersInputError) {
    self.scenario = scenario
    self.folder = folder
    let fields = scenario.fields(of: OrdersFields.self)
    setup = OrdersSetup(fields)
    setup.phase = scenario.time.sinceMonday.rawValue
    let maker = OrdersMaker(scenario: scenario, fields: fields, folder: folder)
    var faults: [OrdersInputError.Fault] = []
    do throws(SynthesisError) { try maker.addAccounts(to: &self) } catch {
      faults += error.faults.map { .input($0) }
    }
    do throws(SynthesisError) { try maker.addOrders(to: &self) } catch {
      faults += error.faults.map { .input($0) }
    }
    if faults.isEmpty { faults = referralFaults + refusals() }
    if faults.isEmpty {
      let listed = setup.accounts.count
      if !fields.news.isEmpty { maker.send(fields.news, in: &setup) }
      if let addresses = fields.delivery?.addresses { maker.check(addresses, in: &setup) }
      if let registration = fields.registration { maker.openAccounts(in: &setup, registration) }
      if let referral = fields.referral { maker.refer(in: &setup, referral, listed: listed) }
    }
    guard faults.isEmpty else { throw OrdersInputError(faults: faults) }
  }

  /// Adds notices of the refused orders, and returns a fault if all orders are refused.
  private mutating func refusals() -> [OrdersInputError.Fault] {
    let refused = setup.orders.compactMap(\.refusal)
    guard !refused.isEmpty else { return [] }
    if refused.count == setup.orders.count { return [.allRefused(refused.count, refused[0])] }
    notices.append(
      "orders: \(refused.count) of \(setup.orders.count) are refused and excluded: \(refused.count)"
        + " \(refused[0].rawValue) (\(refused[0].meaning))")
    return []
  }
}

/// All faults that prevent the setup of an orders scenario.
package struct OrdersInputError: Error, Hashable, Sendable {
  package var faults: [Fault]

  /// A single fault.
  package enum Fault: Hashable, Sendable {
    /// A file cannot be read or has invalid content, or arrivals cannot be drawn.
    case input(SynthesisError.Fault)
    /// A recorded account names a referrer that cannot have referred it.
    case unknownReferrer(file: String, account: String, referrer: String)
    /// No order can take part.
    case allRefused(Int, OrderCause)
  }
}

extension OrdersInputError: CustomStringConvertible {
  /// One line per fault: its position, what was found, and what is expected.
  package var description: String {
    faults.map { fault in
      switch fault {
      case .input(let fault): SynthesisError(fault).description
      case .unknownReferrer(let file, let account, let referrer):
        "\(file): account `\(account)` is referred_by `\(referrer)`, which is not an account opened before it; give one,"
          + " and only to accounts opened during the run"
      case .allRefused(let count, let cause):
        "orders: all \(count) are refused, so there is nothing to simulate: \(count) \(cause.rawValue) (\(cause.meaning))"
      }
    }.joined(separator: "\n")
  }
}
