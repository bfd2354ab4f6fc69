import CGSL

/// Set-up of the GNU Scientific Library, required before the first call.
enum GSL {
  /// Turns off GSL's error handler, which would abort the process: arguments are checked here instead.
  private static let isQuiet: Void = {
    gsl_set_error_handler_off()
  }()

  /// Turns off the error handler; call it before any GSL function that may fail.
  static func prepare() { isQuiet }

  /// `KeyedGenerator` as a GSL generator type; the state is the generator itself.
  private nonisolated(unsafe) static let keyedType: UnsafePointer<gsl_rng_type> = {
    let type = UnsafeMutablePointer<gsl_rng_type>.allocate(capacity: 1)
    let name: StaticString = "keyed philox4x64-10"
    type.initialize(
      to: gsl_rng_type(
        name: UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self), max: .max, min: 0,
        size: MemoryLayout<KeyedGenerator>.size,
        set: { state, _ in state!.assumingMemoryBound(to: KeyedGenerator.self).pointee.restart() },
        get: { state in UInt(state!.assumingMemoryBound(to: KeyedGenerator.self).pointee.next()) },
        get_double: { state in state!.assumingMemoryBound(to: KeyedGenerator.self).pointee.uniform() }))
    return UnsafePointer(type)
  }()

  /// Calls `body` with `generator` as a GSL generator.
  @inline(__always)
  static func with<Result>(
    _ generator: inout KeyedGenerator, _ body: (UnsafePointer<gsl_rng>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &generator) { state in
      withUnsafePointer(to: gsl_rng(type: keyedType, state: state)) { body($0) }
    }
  }
}

/// The reason a computation failed.
public enum StatisticsError: Error, Hashable, Sendable {
  /// The arguments lie outside the function's domain.
  case argument(function: String, expected: String)
  /// The method did not converge, or left the range of doubles.
  case numerical(function: String, reason: String)

  /// Creates the error for a GSL status.
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
