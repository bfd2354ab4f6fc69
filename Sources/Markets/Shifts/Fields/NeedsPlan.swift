package import Quantities

/// What the organiser orders for the volunteers who come.
package struct NeedsPlan: Equatable, Sendable {
  package var beds: Beds?
  package var meals: Meals?
  package var shirts: Shirts?

  /// Beds, by night.
  package struct Beds: Equatable, Sendable {
    /// The share of volunteers who stay overnight.
    package var share = 0.3
    /// A volunteer whose first shift begins before this time of day arrives the evening before.
    package var before = Milliseconds(hours: 9)
    /// A volunteer whose last shift ends after this time of day leaves the morning after.
    package var after = Milliseconds(hours: 21)
  }

  /// A meal for each shift, by kind.
  package struct Meals: Equatable, Sendable {
    package var kinds: [Kind] = []
  }

  /// A T-shirt for each volunteer, by size.
  package struct Shirts: Equatable, Sendable {
    package var sizes: [Kind] = []
    /// The number of the shift at which they get it.
    package var shifts = 1
  }

  /// A kind of meal, or a size.
  package struct Kind: Equatable, Sendable {
    package var name = ""
    /// The weight with which drawn volunteers need it, relative to the others.
    package var weight = 1.0
  }
}

extension Milliseconds {
  fileprivate init(hours: Int64) { self.init(hours * 3_600_000) }
}
