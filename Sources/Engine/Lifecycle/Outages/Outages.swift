public import Quantities
public import Statistics

/// The outages of the service as time goes on.
public struct Outages: Sendable {
  public let rules: OutageRules
  private let random: RandomSource
  private var process: Alternation?
  private var windows: [Range<Milliseconds>] = []
  /// The attempts that were due in an outage, in order.
  public internal(set) var calls: [OutageCall] = []

  /// Creates the outages of a run whose draws come from `random`.
  public init(_ rules: OutageRules, random: RandomSource) {
    self.rules = rules
    self.random = random
    switch rules.times {
    case .windows(let windows): self.windows = windows
    case .drawn(let between, let repair):
      process = Alternation(on: between, off: repair, draws: random.stream(.outage, 0))
    }
  }

  /// Returns the outage that `time` lies in; nil while the service runs.
  public mutating func outage(at time: Milliseconds) -> Range<Milliseconds>? {
    if let period = process?.period(at: time) { return period.isOn ? nil : period.from..<period.until }
    let place = windows.partitioningIndex { $0.upperBound > time }
    return place < windows.count && windows[place].lowerBound <= time ? windows[place] : nil
  }

  /// Returns the first time after `time`, at which the service runs, at which an outage begins; `.never` if none does.
  public mutating func nextFailure(after time: Milliseconds) -> Milliseconds {
    if let period = process?.period(at: time) { return period.isOn ? period.until : time }
    let place = windows.partitioningIndex { $0.upperBound > time }
    return place < windows.count ? max(time, windows[place].lowerBound) : .never
  }

  /// The records of a run that ends at `end`.
  public func records(until end: Milliseconds) -> OutageRecords {
    var fresh = Outages(rules, random: random)
    var outages: [Range<Milliseconds>] = []
    var time = Milliseconds.zero
    while time < end {
      if let outage = fresh.outage(at: time) {
        outages.append(outage)
        time = outage.upperBound
      } else {
        time = fresh.nextFailure(after: time)
      }
    }
    return OutageRecords(outages: outages, calls: calls)
  }
}
