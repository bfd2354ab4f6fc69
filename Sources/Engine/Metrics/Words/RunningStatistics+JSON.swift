public import JSON5
public import Statistics

extension RunningStatistics {
  /// The mean and its 95 % interval as JSON members; null if not applicable.
  public var members: [JSON.Member] {
    let interval = interval()
    return [
      .init("mean", .number(mean)), .init("lower", .number(interval?.lowerBound)),
      .init("upper", .number(interval?.upperBound)),
    ]
  }
}
