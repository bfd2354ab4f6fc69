import Quantities

/// The position of a node in the contraction order, the most important last.
struct Rank: ListIndex {
  let rawValue: Int32
}
