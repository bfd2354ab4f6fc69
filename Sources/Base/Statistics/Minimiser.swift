import CGSL

/// Minimises a smooth function by GSL's BFGS method.
///
/// Fletcher 1987, "Practical Methods of Optimization", doi:10.1002/9781118723203, algorithms 2.6.2 and 2.6.4.
enum Minimiser {
  /// The function's value and gradient.
  typealias Value = (value: Double, slopes: [Double])

  /// Returns the lowest point found from `start` in at most `iterations` line searches.
  static func least(
    from start: [Double], iterations: Int, _ function: ([Double]) -> Value
  ) -> (point: [Double], value: Double) {
    GSL.prepare()
    guard let machine = detour_bfgs(start.count) else { preconditionFailure("out of memory") }
    defer { gsl_multimin_fdfminimizer_free(machine) }
    return withoutActuallyEscaping(function) { function in
      var target = Target(function: function)
      var start = start
      return withUnsafeMutablePointer(to: &target) { target in
        var task = gsl_multimin_function_fdf(
          f: { point, target in Target.at(target, point).value },
          df: { point, target, slopes in Target.at(target, point).store(slopes: slopes) },
          fdf: { point, target, value, slopes in
            let found = Target.at(target, point)
            value!.pointee = found.value
            found.store(slopes: slopes)
          }, n: start.count, params: target)
        return withUnsafeMutablePointer(to: &task) { task in
          start.withUnsafeMutableBufferPointer { start in
            var first = gsl_vector_view_array(start.baseAddress!, start.count)
            gsl_multimin_fdfminimizer_set(machine, task, &first.vector, firstStep, searchPrecision)
          }
          for _ in 0..<iterations {
            guard gsl_multimin_fdfminimizer_iterate(machine) == 0,
              gsl_multimin_test_gradient(machine.pointee.gradient, steepness) == Int32(GSL_CONTINUE)
            else { break }
          }
          let point = (0..<machine.pointee.x.pointee.size).map { gsl_vector_get(machine.pointee.x, $0) }
          return (point, machine.pointee.f)
        }
      }
    }
  }

  private static let firstStep = 0.5
  private static let searchPrecision = 0.1
  /// The gradient norm below which a point counts as a minimum.
  private static let steepness = 1e-3
}

/// The function as called by GSL; it stores its last point and value, because GSL requests them again.
private struct Target {
  let function: ([Double]) -> Minimiser.Value
  private var point: [Double] = []
  private(set) var value = 0.0
  private var slopes: [Double] = []

  init(function: @escaping ([Double]) -> Minimiser.Value) { self.function = function }

  static func at(_ target: UnsafeMutableRawPointer?, _ vector: UnsafePointer<gsl_vector>?) -> Target {
    let target = target!.assumingMemoryBound(to: Target.self)
    let point = (0..<vector!.pointee.size).map { gsl_vector_get(vector, $0) }
    if point != target.pointee.point {
      (target.pointee.value, target.pointee.slopes) = target.pointee.function(point)
      target.pointee.point = point
    }
    return target.pointee
  }

  func store(slopes vector: UnsafeMutablePointer<gsl_vector>?) {
    for (index, slope) in slopes.enumerated() { gsl_vector_set(vector, index, slope) }
  }
}
