/// The connections between hubs: the hubs reached from each hub, and the number of pieces that connect each pair.
struct HubMatrix {
  private let count: Int
  private let words: Int
  /// The number of pieces that connect each pair; most pairs have none.
  private var pieces: [Int: Int32] = [:]
  private var bits: [UInt64]
  /// The pieces recorded for each pair; some may no longer connect it.
  private var witnesses: [Int: [Int32]] = [:]
  private var parent: [Int32]
  private var queue: [Int32] = []
  private var unseen: [UInt64]

  init(count: Int) {
    self.count = count
    words = (count + 63) / 64
    bits = Array(repeating: 0, count: count * words)
    parent = Array(repeating: -1, count: count)
    unseen = Array(repeating: 0, count: words)
  }

  /// Returns the index of the pair (`from`, `to`).
  func pair(_ from: Int32, _ to: Int32) -> Int { Int(from) * count + Int(to) }

  /// Adds a connection of `pair` by a piece.
  mutating func add(_ pair: Int, by piece: Int) {
    witnesses[pair, default: []].append(Int32(piece))
    let before = pieces.updateValue(pieces[pair, default: 0] + 1, forKey: pair) ?? 0
    if before == 0 { flip(pair) }
  }

  /// Removes a connection of `pair` by one piece.
  mutating func remove(_ pair: Int) {
    let left = pieces[pair, default: 1] - 1
    pieces[pair] = left
    if left == 0 { flip(pair) }
  }

  private mutating func flip(_ pair: Int) {
    let (from, to) = pair.quotientAndRemainder(dividingBy: count)
    bits[from * words + to / 64] ^= 1 << UInt64(to % 64)
  }

  /// Returns a recorded piece of `pair` for which `leads` is true; nil if there is none.
  mutating func witness(of pair: Int, where leads: (Int) -> Bool) -> Int? {
    while let piece = witnesses[pair]?.last {
      if leads(Int(piece)) { return Int(piece) }
      witnesses[pair]?.removeLast()
    }
    return nil
  }

  /// Returns the hubs on the shortest path from `start` to one of `ends`, including both; nil if there is none.
  ///
  /// - Complexity: O(hubs² ÷ 64).
  mutating func route(from start: Int32, to ends: [Int32]) -> [Int32]? {
    guard !ends.isEmpty else { return nil }
    if ends.contains(start) { return [start] }
    for word in 0..<words { unseen[word] = .max }
    unseen[Int(start) / 64] &= ~(1 << UInt64(start % 64))
    queue.removeAll(keepingCapacity: true)
    queue.append(start)
    var next = 0
    while next < queue.count {
      let hub = queue[next]
      next += 1
      for word in 0..<words {
        var new = bits[Int(hub) * words + word] & unseen[word]
        guard new != 0 else { continue }
        unseen[word] &= ~new
        while new != 0 {
          let other = Int32(word * 64 + new.trailingZeroBitCount)
          new &= new - 1
          parent[Int(other)] = hub
          if ends.contains(other) { return route(from: start, back: other) }
          queue.append(other)
        }
      }
    }
    return nil
  }

  private func route(from start: Int32, back end: Int32) -> [Int32] {
    var route = [end]
    while let last = route.last, last != start { route.append(parent[Int(last)]) }
    return route.reversed()
  }
}
