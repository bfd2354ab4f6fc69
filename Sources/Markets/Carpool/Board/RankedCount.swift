import Quantities

/// The number of some times that are in, up to any time: a Fenwick tree over the ranks of all times that ever may be
/// (doi:10.1002/spe.4380240306).
struct RankedCount {
  /// All times that may be put in, ascending, without repetition.
  private let times: [Milliseconds]
  /// At place k, counted from 1, how many are in among as many ranks as the lowest bit of k says, the last of them k.
  private var sums: [Int32]

  /// Nothing is in; what may be are `times`.
  init(of times: some Sequence<Milliseconds>) {
    var distinct: [Milliseconds] = []
    for time in times.sorted() where time != distinct.last { distinct.append(time) }
    self.times = distinct
    sums = Array(repeating: 0, count: distinct.count + 1)
  }

  /// Puts `time` in, or takes it out with `change` -1.
  ///
  /// - Precondition: it is one of the times that may be.
  /// - Complexity: O(log times).
  mutating func add(_ change: Int32, at time: Milliseconds) {
    var place = rank(of: time)
    precondition(place > 0 && times[place - 1] == time, "a time that the count does not know")
    while place < sums.count {
      sums[place] += change
      place += place & -place
    }
  }

  /// The number that are in and not after `time`.
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

  /// The number of the times that may be and are not after `time`.
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
