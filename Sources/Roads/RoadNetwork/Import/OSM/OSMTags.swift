/// The tags of a way that matter for cars.
struct OSMTags: Hashable, Sendable {
  /// A key used by the profile.
  enum Key: String, CaseIterable, Hashable, Sendable {
    // Only ways with one of the first two keys are read.
    case highway, route
    case area, service, oneway, junction
    case access, vehicle
    case motorVehicle = "motor_vehicle"
    case motorcar, maxspeed
    case maxspeedForward = "maxspeed:forward"
    case maxspeedBackward = "maxspeed:backward"
    case accessForward = "access:forward"
    case accessBackward = "access:backward"
    case accessConditional = "access:conditional"
    case vehicleForward = "vehicle:forward"
    case vehicleBackward = "vehicle:backward"
    case vehicleConditional = "vehicle:conditional"
    case motorVehicleForward = "motor_vehicle:forward"
    case motorVehicleBackward = "motor_vehicle:backward"
    case motorVehicleConditional = "motor_vehicle:conditional"
    case motorcarForward = "motorcar:forward"
    case motorcarBackward = "motorcar:backward"
    case motorcarConditional = "motorcar:conditional"
    case onewayVehicle = "oneway:vehicle"
    case onewayMotorVehicle = "oneway:motor_vehicle"
    case onewayMotorcar = "oneway:motorcar"
    case onewayConditional = "oneway:conditional"

    /// All keys, in order.
    static let all = Array(allCases)

    /// The number of leading keys of which a way must have one to be read.
    static let required = 2
  }

  private var values: [Key: String]

  /// Creates the tags `values`.
  init(_ values: [Key: String]) { self.values = values }

  /// The value of `key`; nil if there is no such tag.
  subscript(key: Key) -> String? { values[key] }
}
