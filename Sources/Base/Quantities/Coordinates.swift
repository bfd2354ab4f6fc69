/// Metres along a road or through space.
public typealias Metres = Double

/// Coordinates as written by people and in files: longitude and latitude in degrees (WGS84) in a geographic space,
/// metres on a plane.
@frozen
public struct Coordinates: Hashable, Sendable {
  /// Longitude in degrees, or metres east.
  public var x: Double
  /// Latitude in degrees, or metres north.
  public var y: Double

  /// Creates the pair (`x`, `y`).
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A point in the form used for distances, in metres: (x, y, 0) on a plane; on the globe the vector from the
/// Earth's centre, so that a distance needs no trigonometry.
///
/// Only a `Geometry` turns `Coordinates` into a `Position` and back.
@frozen
public struct Position: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var z: Double

  /// Creates the point (`x`, `y`, `z`), metres.
  @inlinable
  public init(x: Double, y: Double, z: Double = 0) {
    self.x = x
    self.y = y
    self.z = z
  }

  @inlinable
  public static func + (a: Self, b: Self) -> Self {
    Self(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
  }

  @inlinable
  public static func - (a: Self, b: Self) -> Self {
    Self(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
  }

  @inlinable public static func * (k: Double, a: Self) -> Self { Self(x: k * a.x, y: k * a.y, z: k * a.z) }

  /// Returns the scalar product with `other`, square metres.
  @inlinable public func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

  /// Returns the vector product with `other`, square metres.
  @inlinable
  public func cross(_ other: Self) -> Self {
    Self(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  /// The square of the length, square metres.
  @inlinable public var squaredLength: Double { dot(self) }
}
