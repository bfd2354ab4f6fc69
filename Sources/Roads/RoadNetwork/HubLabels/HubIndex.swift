import Quantities

/// The position of a hub in the order of importance, 0 being the most important.
struct HubIndex: ListIndex {
  let rawValue: Int32
}
