public import Matching
public import Travellers

/// The record of how one available driver fared in one attempt.
public struct CandidateRecord: Sendable {
  public var request: RequestIndex
  public var cycle: Int32
  public var attempt: Int32
  public var diagnosis: Diagnosis
}
