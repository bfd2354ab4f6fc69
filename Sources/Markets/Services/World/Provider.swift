public import Quantities
public import Spaces

/// Somebody who does jobs of some categories, in an area, at hours, for a price.
public struct Provider: Listed, Sendable {
  public typealias Index = ProviderIndex

  /// A category that is offered, and which of its tasks.
  public struct Offer: Hashable, Sendable {
    public var category: CategoryIndex
    public var tasks: TaskSet

    public init(category: CategoryIndex, tasks: TaskSet = .all) {
      self.category = category
      self.tasks = tasks
    }
  }

  /// The area in which somebody works.
  public enum Area: Hashable, Sendable {
    /// The area of at most so many metres, straight, from the base.
    case radius(Metres)
    /// The area of the districts of the set.
    case districts(DistrictSet)
  }

  public var id: Int64
  /// The key of the draws: the number, or a hash of the name.
  public var key: UInt64
  public var base: Place
  public var offers: [Offer]
  public var area = Area.radius(.infinity)
  public var hours = WorkingHours.always
  /// Money for an hour of work, in the smallest unit.
  public var price: Int64 = 0
  /// The mean of the stars with which the provider begins, in thousandths.
  public var priorRating: Int32 = 4_000
  /// The times at which the provider signs up, and at which an administrator lets jobs find them.
  public var registered = Milliseconds.zero
  public var validated = Milliseconds.zero
  /// The time at which the provider takes no more jobs; those confirmed are done.
  public var leaves = Milliseconds.never
  /// The time at which the provider closes the account: what has not begun by then is cancelled.
  public var closes = Milliseconds.never
  /// The reason the provider takes no part; nil where they do.
  public var refusal: JobCause?

  public init(id: Int64, base: Place, offers: [Offer]) {
    self.id = id
    key = UInt64(bitPattern: id)
    self.base = base
    self.offers = offers
  }

  /// The time from which searches do not find the provider any more.
  public var gone: Milliseconds { min(leaves, closes) }
}

/// A set of named districts.
@frozen
public struct DistrictSet: Hashable, Sendable {
  /// Bit i stands for district i.
  public var bits: UInt64

  /// The most districts that a scenario names: sets of them fit in one word.
  public static let most = 64

  @inlinable public init(bits: UInt64 = 0) { self.bits = bits }

  @inlinable public var isEmpty: Bool { bits == 0 }

  @inlinable public func meets(_ other: Self) -> Bool { bits & other.bits != 0 }

  public mutating func insert(_ district: Int) { bits |= 1 << UInt64(district) }
}
