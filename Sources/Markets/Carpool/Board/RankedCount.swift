import Quantities

/// Cumulative counts over time, stored as a Fenwick tree over the ranks of all possible times
/// (doi:10.1002/spe.4380240306).
struct RankedCount {
  /// All possible times, in ascending order, without duplicates.
  private let times: [Milliseconds]
  /// At index k ≥ 1: the total count of the 2^j ranks up to k, where 2^j is the lowest set bit of k.
  private var sums: [Int32]

  /// Creates an empty counter for `times`.
  init(of times: some Sequence<Milliseconds>) {
    var distinct: [Milliseconds] = []
    for time in times.ordered() where time != distinct.last { distinct.append(time) }
    self.times = distinct
    sums = Array(repeating: 0, count: distinct.count + 1)
  }

  /// Adds `change` to the count of `time`: 1 to insert, −1 to remove.
  ///
  /// - Precondition: `time` is one of the possible times.
  /// - Complexity: O(log times).
  mutating func add(_ change: Int32, at time: Milliseconds) {
    var place = rank(of: time)
    precondition(place > 0 && times[place - 1] == time, "a time that the count does not know")
    while place < sums.count {
      sums[place] += change
      place += place & -place
    }
  }

  /// Returns the total count of the times up to and including `time`.
  ///
  /// - Complexity: O(log times).
  func count(through time: Milliseconds) -> Int32 {
    var place = rank(of: time)
    var sum: Int32 = 0
    while place > 0 {
      sum += sums[place]
      place &= place - 1
    }
    return sum
  }

  /// Returns the number of possible times up to and including `time`.
  private func rank(of time: Milliseconds) -> Int {
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
