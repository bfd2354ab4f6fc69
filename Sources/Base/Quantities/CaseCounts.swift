/// Counts of the cases of an enumeration, which a dictionary would hash at each count.
///
///     var outcomes = CaseCounts<RequestOutcome>()
///     outcomes[.served] += 1
public struct CaseCounts<Case: CaseIterable & SendableMetatype>: Sendable {
  /// By what stands in memory for the case.
  @usableFromInline var counts = [Int](repeating: 0, count: 256)

  /// Nothing is counted yet.
  ///
  /// - Precondition: the type is an enumeration without payloads, of two cases or more.
  @inlinable
  public init() {
    precondition(MemoryLayout<Case>.size == 1, "cases without payloads are counted")
  }

  /// The count of `which`.
  @inlinable
  public subscript(which: Case) -> Int {
    get { counts[Int(unsafeBitCast(which, to: UInt8.self))] }
    set { counts[Int(unsafeBitCast(which, to: UInt8.self))] = newValue }
  }
}
