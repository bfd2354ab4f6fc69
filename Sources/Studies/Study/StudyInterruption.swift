/// The error of a study stopped on request: finished runs are kept, and the study can be resumed.
public struct StudyInterruption: Error, CustomStringConvertible {
  /// The number of finished runs, including those of earlier calls.
  public let finished: Int
  /// The expected total number of runs.
  public let total: Int

  public var description: String { "\(finished) of \(total) runs are done" }
}
