public import Quantities
public import Travellers

/// A stop that was made. Stored in the order in which stops were made.
public struct StopRecord: Sendable {
  public var driver: DriverIndex
  /// The request picked up or dropped off; `.none` for departure and arrival.
  public var request: RequestIndex
  public var kind: StopKind
  public var partySize: Int16
  /// Whether it is one stop of the car with the driver's next record.
  public var isJoined: Bool
  /// The number of passengers on board when the car leaves the stop.
  public var onBoardAfter: Int16
  public var arrive: Milliseconds
  public var leave: Milliseconds
  public var position: Position
  /// Metres driven so far.
  public var odometer: Metres

  public init(
    driver: DriverIndex, request: RequestIndex, kind: StopKind, partySize: Int16, isJoined: Bool = false,
    onBoardAfter: Int16, arrive: Milliseconds, leave: Milliseconds, position: Position, odometer: Metres
  ) {
    self.driver = driver
    self.request = request
    self.kind = kind
    self.partySize = partySize
    self.isJoined = isJoined
    self.onBoardAfter = onBoardAfter
    self.arrive = arrive
    self.leave = leave
    self.position = position
    self.odometer = odometer
  }
}
