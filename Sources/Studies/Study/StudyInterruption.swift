/// A study was asked to stop, and did: what is finished is kept, and the same study goes on from there.
public struct StudyInterruption: Error, CustomStringConvertible {
  /// The runs that are finished, those of earlier calls included.
  public let finished: Int
  /// The runs that are to be there at the end, as far as could be said.
  public let total: Int

  public var description: String { "\(finished) of \(total) runs are done" }
}
