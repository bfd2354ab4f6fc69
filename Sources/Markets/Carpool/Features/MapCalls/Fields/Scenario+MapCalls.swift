public import Scenario

extension Scenario {
  /// The calls to paid map services that an operator without a network of its own would make, by occasion.
  public struct MapCalls: Equatable, Sendable {
    /// The daily quota of calls.
    public var quota = 28_000
    /// An end entered by a driver or a passenger: geocoding.
    public var end = Calls(geocoding: 1)
    /// A trip announced by a driver: its route.
    public var trip = Calls(routes: 1)
    /// A route point passed and reported by a car: its address.
    public var report = Calls(geocoding: 1)
    /// An attempt: the passenger's direct route.
    public var attempt = Calls(routes: 1)
    /// A driver evaluated in an attempt: the ways to the pickup and from the drop-off.
    public var candidate = Calls(matrix: 2)
    /// A match: the driver's new route.
    public var match = Calls(routes: 1)
    /// Whether an end is looked up only once per user.
    public var remembersPlaces = false

    public init() {}

    /// The calls of each kind.
    public struct Calls: Equatable, Sendable {
      public var routes = 0
      /// The number of elements of distance matrices.
      public var matrix = 0
      public var geocoding = 0

      public init(routes: Int = 0, matrix: Int = 0, geocoding: Int = 0) {
        (self.routes, self.matrix, self.geocoding) = (routes, matrix, geocoding)
      }

      public var all: Int { routes + matrix + geocoding }

      public static func += (sum: inout Self, calls: Self) {
        sum.routes += calls.routes
        sum.matrix += calls.matrix
        sum.geocoding += calls.geocoding
      }

      public static func * (count: Int, calls: Self) -> Self {
        Self(routes: count * calls.routes, matrix: count * calls.matrix, geocoding: count * calls.geocoding)
      }
    }
  }
}
