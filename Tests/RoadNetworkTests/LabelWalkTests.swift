import CKernels
import TestSupport
import Testing

/// The walk along a label for several roots: both versions against the definition.
@Suite struct LabelWalkTests {
  @Test func bothVersionsFindTheLeastSums() {
    forAll(seeds: 0..<300) { seed in
      var random = SplitMix64(seed: seed)
      let none: Int32 = 1 << 30
      let (hubs, rows) = (40, random.whole(1...20))
      let columns = Int(DETOUR_ROOT_LANES) * random.whole(1...3)
      // Row 0 is that of hubs of no root.
      let rowOfHub = (0..<hubs).map { _ in Int32(random.whole(0...rows - 1)) }
      let times = (0..<rows * columns).map { place in
        place < columns || random.chance(0.3) ? none : Int32(random.whole(0...900_000))
      }
      var label = (0..<hubs).filter { _ in random.chance(0.4) }
        .map { detour_hub_entry(hub: Int32($0), milliseconds: Int32(random.whole(0...900_000))) }
      let expected = (0..<columns).map { column in
        label.map { times[Int(rowOfHub[Int($0.hub)]) * columns + column] + $0.milliseconds }
          .reduce(none, min)
      }
      label.append(detour_hub_entry(hub: .max, milliseconds: none - 1))
      for walk in [detour_group_walk, detour_group_walk_plain] {
        var least = [Int32](repeating: -1, count: columns)
        walk(label, rowOfHub, times, Int64(columns), none, &least)
        if least != expected { return "\(least), not \(expected)" }
      }
      return nil
    }
  }
}
