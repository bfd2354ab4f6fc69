public struct Purpose: Sendable { public var rawValue: UInt64; public init(_ name: StaticString) { var h: UInt64 = 1469598103934665603; name.withUTF8Buffer { for b in $0 { h = (h ^ UInt64(b)) &* 1099511628211 } }; rawValue = h } }
public struct KeyedGenerator: Sendable {
  var s: UInt64
  public init(seed: UInt64, replication: UInt64, purpose: Purpose, entity a: UInt64, _ b: UInt64 = 0, _ c: UInt64 = 0) {
    s = seed; for v in [replication, purpose.rawValue, a, b, c] { s = mix(s ^ v) }
  }
  func mix(_ v: UInt64) -> UInt64 { var z = v &+ 0x9e3779b97f4a7c15; z = (z ^ (z >> 30)) &* 0xbf58476d1ce4e5b9; z = (z ^ (z >> 27)) &* 0x94d049bb133111eb; return z ^ (z >> 31) }
  public mutating func next() -> UInt64 { s = mix(s); return s }
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }
}
