extension RunningStatistics {
  /// Returns the t-interval for the mean, for independent values with an approximately normal mean; nil for fewer than
  /// two values.
  ///
  /// - Precondition: `confidence` lies strictly between 0 and 1.
  public func interval(confidence: Double = 0.95) -> ClosedRange<Double>? {
    guard let mean, let standardError else { return nil }
    let reach =
      standardError * StudentT.quantile((1 + confidence) / 2, degreesOfFreedom: Double(count - 1))
    return mean - reach...mean + reach
  }

  /// Creates the statistics of the means of `batches` batches of equal length: the batch means of
  /// autocorrelated values are nearly independent, so that `standardError` and `interval` are valid.
  ///
  /// Surplus values that do not fill a batch are dropped at the front, during the run's warm-up.
  ///
  /// - Precondition: there are at least 2 batches, and at least as many values.
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
