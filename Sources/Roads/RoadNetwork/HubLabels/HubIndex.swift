import Quantities

/// The place of a hub in the order of importance, the most important being 0.
struct HubIndex: ListIndex {
  let rawValue: Int32
}
