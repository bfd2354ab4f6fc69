public import JSON5
public import Statistics

extension RunningStatistics {
  /// The mean and the ends of its 95 % interval, for programs; null where they do not apply.
  public var members: [JSON.Member] {
    let interval = interval()
    return [
      .init("mean", .number(mean)), .init("lower", .number(interval?.lowerBound)),
      .init("upper", .number(interval?.upperBound)),
    ]
  }
}
