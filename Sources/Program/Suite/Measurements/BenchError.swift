public import Tables

/// The reason benchmarks cannot be measured or compared.
public enum BenchError: Error, Hashable, Sendable {
  case unknownBenchmark(String, known: [String])
  /// Two repetitions of one benchmark had different results.
  case unsteady(Case)
  case unreadable(file: String, reason: String)
  case unwritable(path: String, reason: SystemFault)
  /// A file that measurements would replace, although it was not written by `detour bench`.
  case notOurs(file: String)
  /// A program that cannot be started, or is not a Detour with benchmarks.
  case noProgram(path: String, reason: String)
  case nothingToCompare(base: String, head: String)
  case otherMachine(file: String, differences: [String])
}

extension BenchError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownBenchmark(let name, let known):
      "\(name): no benchmark has this name or prefix; there are \(known.joined(separator: ", "))"
    case .unsteady(let item):
      "\(item.name): two repetitions gave different results, so the work is not the same each time"
    case .unreadable(let file, let reason): "\(file): \(reason)"
    case .unwritable(let path, let reason): "\(path): cannot be written (\(reason))"
    case .notOurs(let file):
      "\(file): was not written by `detour bench`, so it is not replaced; move it away, or give another folder"
    case .noProgram(let path, let reason): "\(path): \(reason)"
    case .nothingToCompare(let base, let head): "\(base) and \(head) have no benchmark in common"
    case .otherMachine(let file, let differences):
      "\(file): was measured under different conditions: \(differences.joined(separator: "; ")); "
        + "measure a baseline here, or compare two programs"
    }
  }
}
