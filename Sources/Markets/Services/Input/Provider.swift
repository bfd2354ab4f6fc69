public import Quantities
public import Spaces

/// A person who does jobs in certain categories, within an area, at certain hours and for a price.
public struct Provider: Listed, Sendable {
  public typealias Index = ProviderIndex

  /// An offered category, and the tasks offered in it.
  public struct Offer: Hashable, Sendable {
    public var category: CategoryIndex
    public var tasks: TaskSet

    public init(category: CategoryIndex, tasks: TaskSet = .all) {
      self.category = category
      self.tasks = tasks
    }
  }

  /// The area in which a provider works.
  public enum Area: Hashable, Sendable {
    /// All places within this straight-line distance of the base, in metres.
    case radius(Metres)
    /// The districts in the set.
    case districts(DistrictSet)
  }

  public var id: Int64
  /// The key of the provider's random draws: their number, or a hash of their name.
  public var key: UInt64
  public var base: Place
  public var offers: [Offer]
  public var area = Area.radius(.infinity)
  public var hours = WorkingHours.always
  /// The price per hour of work, in the smallest currency unit.
  public var price: Int64 = 0
  /// The provider's prior rating, in thousandths of a star.
  public var priorRating: Int32 = 4_000
  /// Whether the provider has no rating until a review is shown; until then, searches use `priorRating`.
  public var isUnrated = false
  /// The times at which the provider signs up and is validated by an administrator; searches find them from the later
  /// of the two.
  public var registered = Milliseconds.zero
  public var validated = Milliseconds.zero
  /// The time from which the provider accepts no more jobs; confirmed jobs are still done.
  public var leaves = Milliseconds.never
  /// The time at which the provider's account closes; work not begun by then is cancelled.
  public var closes = Milliseconds.never
  /// The reason the provider is excluded from the run; nil if they are not.
  public var refusal: JobCause?

  public init(id: Int64, base: Place, offers: [Offer]) {
    self.id = id
    key = UInt64(bitPattern: id)
    self.base = base
    self.offers = offers
  }

  /// The time from which searches no longer find the provider.
  public var gone: Milliseconds { min(leaves, closes) }
}

/// A set of named districts.
@frozen
public struct DistrictSet: Hashable, Sendable {
  /// Bit i stands for district i.
  public var bits: UInt64

  /// The maximum number of districts in a scenario, so that a set fits in one machine word.
  public static let most = 64

  @inlinable public init(bits: UInt64 = 0) { self.bits = bits }

  @inlinable public var isEmpty: Bool { bits == 0 }

  @inlinable public func meets(_ other: Self) -> Bool { bits & other.bits != 0 }

  public mutating func insert(_ district: Int) { bits |= 1 << UInt64(district) }
}

/// The index of a provider in the run's list of providers.
@frozen
public struct ProviderIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}
