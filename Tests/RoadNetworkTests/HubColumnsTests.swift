import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

/// Labels that lie spread out in columns, beside the least sum over common hubs as it is defined.
@Suite struct HubColumnsTests {
  /// The longest labels need numbers of one, two and four bytes.
  @Test(arguments: [40, 3_000, 70_000])
  func walksFindTheLeastSums(_ longest: Int) {
    forAll(seeds: 0..<(longest > 10_000 ? 2 : 20)) { seed in
      var random = SplitMix64(seed: seed)
      let hubCount = longest + 50
      func label(_ random: inout SplitMix64, _ share: Double) -> [HubEntry] {
        (0..<hubCount).filter { _ in random.chance(share) }
          .map {
            HubEntry(hub: HubIndex(rawValue: Int32($0)), milliseconds: Int32(random.whole(0...900_000)))
          } + [.end]
      }
      var columns = HubColumns(columnCount: 3, hubCount: hubCount)
      var ends: [[HubEntry]?] = [nil, nil, nil]
      var times: [[HubIndex: Int32]] = [[:], [:], [:]]
      for turn in 0..<12 {
        let column = random.whole(0...2)
        // The first labels are short, so that columns are widened with something in them.
        let end = label(&random, turn < 3 ? 0.02 : random.pick([0.05, 0.3, 0.999]))
        if let former = ends[column] { columns.clear(column, of: former) }
        columns.fill(column, with: end)
        ends[column] = end
        times[column] = Dictionary(uniqueKeysWithValues: end.dropLast().map { ($0.hub, $0.milliseconds) })
        let other = label(&random, random.pick([0.02, 0.2]))
        for (column, times) in times.enumerated() {
          let sums = other.dropLast().compactMap { entry in times[entry.hub].map { $0 + entry.milliseconds } }
          let (least, expected) = (columns.least(along: other, in: column), sums.min() ?? Network.horizon)
          guard least == expected else { return "\(least), not \(expected)" }
          for sum in sums.prefix(3) where !columns.holds(sum, along: other, in: column) {
            return "\(sum) is not held"
          }
          if columns.holds(expected - 1, along: other, in: column) { return "\(expected - 1) is held" }
        }
      }
      return nil
    }
  }
}
