import Quantities

/// The place of an entry in a `CandidateIndex`.
struct EntryIndex: ListIndex {
  let rawValue: Int32
}
