import JSON5
import Matching
import Quantities
import Scenario

extension TransferRules {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "least_wait_s", \.leastWait, .seconds(),
          "The minimum time from the drop-off by the first driver to the pickup by the second."),
        Field(
          "longest_wait_s", \.longestWait, .seconds(),
          "The maximum time from the drop-off by the first driver to the pickup by the second."
        ),
        Field(
          "grid_m", \.grid, orAbsent: .number(.from(10, to: 1e6), "m"),
          "The spacing of the grid of transfer points in a space without a network; a transfer point is on a car's way if it lies"
            + " within half the spacing of the route."
        ).idle { _, scenario in
          scenario.space.isOpen ? nil : "in a network passengers transfer at its junctions"
        },
      ],
      check: { checked, faults in
        if checked.value.longestWait < checked.value.leastWait {
          checked.conflict(
            "the maximum wait is shorter than the minimum; give longest_wait_s at least"
              + " \(JSON.number(checked.value.leastWait.seconds).compact)",
            ["longest_wait_s", "least_wait_s"], &faults)
        }
      })
  }
}

extension CarpoolFields {
  /// Checks that transfers are supported in the scenario's space, and in combination with its other features.
  func checkTransfer(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    guard matching.transfer != nil else { return }
    let field = ["matching.transfer", "matching"]
    if checked.value.space.isOpen, matching.transfer?.grid == nil {
      checked.conflict(
        "transfers require places that both cars pass: the junctions of a network, or a grid; give"
          + " transfer.grid_m, such as {grid_m: 500}, or a space of kind `network` or `city`",
        field + ["space.kind", "space"], &faults)
    }
    let others: [(String, Bool)] = [
      ("board", board != nil), ("users", users != nil), ("verification", verification != nil),
      ("money", money != nil), ("friends", friends != nil), ("ratings", ratings != nil),
      ("channel", channel != nil),
    ]
    if let (name, _) = others.first(where: \.1) {
      checked.conflict(
        "transfers cannot be combined with `\(name)`, which supports one driver per passenger; leave out `matching.transfer` or `\(name)`",
        field + [name], &faults)
    }
  }
}
