/// Count, mean, variance and extremes of numbers that come one by one, in constant memory.
///
/// Mean and squares are updated from differences, so that large values with a small spread lose nothing:
/// Welford 1962, doi:10.1080/00401706.1962.10490022; merging after Chan, Golub and LeVeque 1983,
/// doi:10.1080/00031305.1983.10483115.
@frozen
public struct RunningStatistics: Hashable, Sendable {
  /// The numbers taken in.
  public private(set) var count = 0
  @usableFromInline var runningMean = 0.0
  @usableFromInline var squares = 0.0
  @usableFromInline var least = Double.infinity
  @usableFromInline var greatest = -Double.infinity

  /// Creates the statistics of no numbers.
  public init() {}

  /// Takes in `value`.
  ///
  /// - Precondition: `value` is finite.
  public mutating func add(_ value: Double) {
    precondition(value.isFinite, "statistics are of finite numbers")
    count += 1
    let difference = value - runningMean
    runningMean += difference / Double(count)
    squares += difference * (value - runningMean)
    least = Swift.min(least, value)
    greatest = Swift.max(greatest, value)
  }

  /// Takes in all that `other` has taken in.
  public mutating func merge(_ other: Self) {
    guard other.count > 0 else { return }
    guard count > 0 else {
      self = other
      return
    }
    let total = Double(count + other.count)
    let difference = other.runningMean - runningMean
    runningMean += difference * Double(other.count) / total
    squares += other.squares + difference * difference * Double(count) * Double(other.count) / total
    least = Swift.min(least, other.least)
    greatest = Swift.max(greatest, other.greatest)
    count += other.count
  }

  /// The mean; nil of no numbers.
  public var mean: Double? { count > 0 ? runningMean : nil }
  /// The sample variance (n − 1); nil of fewer than two numbers.
  public var variance: Double? { count > 1 ? squares / Double(count - 1) : nil }
  /// The sample standard deviation; nil of fewer than two numbers.
  public var standardDeviation: Double? { variance?.squareRoot() }
  /// The standard error of the mean, the numbers being independent; nil of fewer than two numbers.
  public var standardError: Double? { variance.map { ($0 / Double(count)).squareRoot() } }
  /// The least number; nil of none.
  public var min: Double? { count > 0 ? least : nil }
  /// The greatest number; nil of none.
  public var max: Double? { count > 0 ? greatest : nil }

  /// The distance of the mean above `expected`, in standard errors; nil of fewer than two numbers or no spread.
  public func zScore(expected: Double) -> Double? {
    guard let standardError, standardError > 0 else { return nil }
    return (runningMean - expected) / standardError
  }

  /// The t-interval that holds the mean with the given confidence, the numbers being independent and the mean
  /// near normal; nil of fewer than two numbers.
  ///
  /// - Precondition: `confidence` lies strictly between 0 and 1.
  public func interval(confidence: Double = 0.95) -> ClosedRange<Double>? {
    guard let standardError else { return nil }
    let reach =
      standardError * StudentT.quantile((1 + confidence) / 2, degreesOfFreedom: Double(count - 1))
    return runningMean - reach...runningMean + reach
  }
}

extension RunningStatistics {
  /// The statistics of the means of `batches` batches of equal length: of values that depend on the ones
  /// before them, batch means are near independent, so that `zScore` and `interval` hold.
  ///
  /// Values that do not fill a last batch are left out at the front, where a run warms up.
  ///
  /// - Precondition: there are 2 batches or more, and as many values as batches.
  public init(batchMeansOf values: [Double], batches: Int) {
    precondition(batches >= 2 && values.count >= batches, "two batches or more, none of them empty")
    self.init()
    let length = values.count / batches
    for batch in 0..<batches {
      let start = values.count - (batches - batch) * length
      add(values[start..<start + length].reduce(0, +) / Double(length))
    }
  }
}
