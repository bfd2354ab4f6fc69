public import Scenario

extension Scenario {
  /// The calls to paid map services that an operator without a network of its own would make, by what makes them.
  public struct MapCalls: Equatable, Sendable {
    /// The calls that a day may have.
    public var quota = 28_000
    /// An end that a driver or a passenger names: its coordinates are looked up.
    public var end = Calls(geocoding: 1)
    /// A trip that a driver announces: its route.
    public var trip = Calls(routes: 1)
    /// A route point that a car passes and reports: the address of it.
    public var report = Calls(geocoding: 1)
    /// An attempt: the passenger's own way.
    public var attempt = Calls(routes: 1)
    /// A driver whose detour is worked out in an attempt: the ways to the pickup and from the drop-off.
    public var candidate = Calls(matrix: 2)
    /// A match: the driver's new route.
    public var match = Calls(routes: 1)
    /// True if an end that the same user has named before is not looked up again.
    public var remembersPlaces = false

    public init() {}

    /// The calls of each kind.
    public struct Calls: Equatable, Sendable {
      public var routes = 0
      /// Elements of distance matrices.
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
