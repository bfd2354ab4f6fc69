import Quantities

/// The plainest queue there is: a list sorted by time, priority, order of pushing.
struct ReferenceQueue {
  struct Item {
    var time: Milliseconds
    var priority: UInt8
    var number: Int
  }

  private(set) var items: [Item] = []

  mutating func push(_ item: Item) {
    // The last item that is not after the new one: equal ones keep their order.
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if (items[middle].time, items[middle].priority) <= (item.time, item.priority) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    items.insert(item, at: low)
  }

  mutating func pop(notAfter horizon: Milliseconds = .never) -> Item? {
    guard let first = items.first, first.time <= horizon else { return nil }
    return items.removeFirst()
  }

  mutating func cancel(_ number: Int) -> Bool {
    guard let index = items.firstIndex(where: { $0.number == number }) else { return false }
    items.remove(at: index)
    return true
  }
}
