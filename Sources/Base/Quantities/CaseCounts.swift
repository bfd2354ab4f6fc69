/// Counts per case of an enumeration, without the hashing of a dictionary.
///
///     var outcomes = CaseCounts<RequestOutcome>()
///     outcomes[.served] += 1
public struct CaseCounts<Case: CaseIterable & SendableMetatype>: Sendable {
  /// The counts, indexed by the case's byte in memory.
  @usableFromInline var counts = [Int](repeating: 0, count: 256)

  /// Creates counts of zero.
  ///
  /// - Precondition: the type is an enumeration without payloads, of at least two cases.
  @inlinable
  public init() {
    precondition(MemoryLayout<Case>.size == 1, "cases without payloads are counted")
  }

  /// The count of the case `which`.
  @inlinable
  public subscript(which: Case) -> Int {
    get { counts[Int(unsafeBitCast(which, to: UInt8.self))] }
    set { counts[Int(unsafeBitCast(which, to: UInt8.self))] = newValue }
  }
}
