import Scenario
import Statistics

extension Purpose {
  /// Numbers 200 … 299 belong to the synthesis: ten for drivers, ten for requests, then the shared ones.
  fileprivate static func synthesis(_ side: Side, _ aspect: UInt32) -> Purpose {
    Purpose(rawValue: 200 + 10 * UInt32(side.rawValue) + aspect)
  }

  static func count(_ side: Side) -> Purpose { synthesis(side, 0) }
  static func arrival(_ side: Side) -> Purpose { synthesis(side, 1) }
  static func trip(_ side: Side) -> Purpose { synthesis(side, 2) }
  static func traits(_ side: Side) -> Purpose { synthesis(side, 3) }
  /// Which rows of a file are taken, and how their times are shifted.
  static func resampling(_ side: Side) -> Purpose { synthesis(side, 4) }
  static let party = Purpose(rawValue: 220)
  /// Whether a recorded trip becomes a driver.
  static let role = Purpose(rawValue: 221)
}

extension PopulationMaker {
  /// The numbers drawn for `purpose` and the traveller `entity`.
  func stream(_ purpose: Purpose, _ entity: UInt64 = 0) -> KeyedGenerator {
    let replication = UInt32(truncatingIfNeeded: scenario.replication)
    return KeyedGenerator(seed: scenario.seed, replication: replication, purpose: purpose, entity)
  }

  /// The numbers drawn for `purpose` and the row `id`.
  func stream(_ purpose: Purpose, row id: Int64) -> KeyedGenerator {
    stream(purpose, UInt64(bitPattern: id))
  }
}
