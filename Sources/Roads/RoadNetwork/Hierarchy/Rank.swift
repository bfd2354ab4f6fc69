import Quantities

/// The place of a node in the order of contraction, the most important last.
struct Rank: ListIndex {
  let rawValue: Int32
}
