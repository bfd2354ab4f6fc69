import Lifecycle
public import Metrics
package import Quantities
import Scenario

/// A finished run of the market: its input, its records, and the orders its figures count.
///
/// Rows of tables refer to it, so it is shared; it never changes.
public final class OrdersRun: Sendable {
  public let identity: RunIdentity
  package let input: OrdersInput
  package let records: OrdersRecords
  /// The orders submitted after the warm-up and before the end of the run, without probes, refused orders and those
  /// of customers who had left.
  let counted: [Int]
  /// The counted orders that were no longer in progress when the run ended.
  let settled: [Int]
  /// The settled orders whose last card has left.
  let finished: [Int]

  /// Creates the run of `input` with `records`; with `part`, its figures count only the orders submitted in it.
  package init(
    identity: RunIdentity, input: OrdersInput, records: OrdersRecords, part: Range<Milliseconds>? = nil
  ) {
    self.identity = identity
    self.input = input
    self.records = records
    let orders = input.world.orders
    let warmUp = input.scenario.time.warmUp
    counted = orders.indices.filter {
      orders[$0].submit >= warmUp && orders[$0].submit <= records.end && !orders[$0].isProbe
        && (part?.contains(orders[$0].submit) ?? true)
        && orders[$0].refusal == nil && records.orders[$0].outcome != .notSubmitted
    }
    settled = counted.filter { records.orders[$0].outcome != .inProgress }
    finished = settled.filter { records.orders[$0].finished != .never }
  }

  var world: OrdersSetup { input.world }

  /// Returns the name of `order` in the files.
  func name(of order: Int) -> (id: Int64, names: Names) { (world.orders[order].id, world.orderNames) }

  /// Returns the name of `account` in the files; nil for none.
  func name(of account: AccountIndex) -> (id: Int64, names: Names)? {
    account == .none ? nil : (world.accounts[account].id, world.accountNames)
  }

  /// Returns the share of working hours that the servers of a station worked, without overtime; nil if it had none.
  func utilisation(of station: Int) -> Double? {
    let tally = records.stations[station]
    let room = tally.workingTime * Int64(world.stations[station].servers)
    return room > 0 ? Double(tally.busyInHours) / Double(room) : nil
  }

  /// The station whose servers worked the largest share of their hours, the first if several did; nil if no
  /// station had working hours.
  var bottleneck: Int? {
    var most: (station: Int, share: Double)?
    for station in world.stations.indices {
      guard let share = utilisation(of: station), share > most?.share ?? -1 else { continue }
      most = (station, share)
    }
    return most?.station
  }
}
