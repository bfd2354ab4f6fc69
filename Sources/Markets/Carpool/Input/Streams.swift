import Ground
import Scenario
import Statistics

extension Purpose {
  static func count(_ side: Side) -> Purpose { side == .drivers ? .driverCount : .requestCount }
  static func arrival(_ side: Side) -> Purpose { side == .drivers ? .driverArrival : .requestArrival }
  static func trip(_ side: Side) -> Purpose { side == .drivers ? .driverTrip : .requestTrip }
  static func traits(_ side: Side) -> Purpose { side == .drivers ? .driverTraits : .requestTraits }
  static func resampling(_ side: Side) -> Purpose { side == .drivers ? .driverRows : .requestRows }
  static func sample(_ side: Side) -> Purpose { side == .drivers ? .driverSample : .requestSample }
  static func smoothing(_ side: Side) -> Purpose { side == .drivers ? .driverMoves : .requestMoves }
}

extension PopulationMaker {
  /// Returns the stream for `purpose` and the traveller `entity`, and, where relevant, the day `second`.
  func stream(_ purpose: Purpose, _ entity: UInt64 = 0, _ second: UInt64 = 0) -> KeyedGenerator {
    scenario.random.stream(purpose, entity, second)
  }
}
