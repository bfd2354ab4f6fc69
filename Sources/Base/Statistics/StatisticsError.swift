import CGSL

/// The reason a computation failed.
public enum StatisticsError: Error, Hashable, Sendable {
  /// The arguments lie outside the function's domain.
  case argument(function: String, expected: String)
  /// The method did not converge, or left the range of doubles.
  case numerical(function: String, reason: String)

  /// The error for a GSL status.
  init(status: Int32, function: String) {
    let reason = String(cString: gsl_strerror(status))
    self =
      status == Int32(GSL_EDOM)
      ? .argument(function: function, expected: "arguments within its domain")
      : .numerical(function: function, reason: reason)
  }
}

extension StatisticsError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .argument(let function, let expected): "\(function) expects \(expected)"
    case .numerical(let function, let reason): "\(function) cannot be computed (\(reason))"
    }
  }
}
