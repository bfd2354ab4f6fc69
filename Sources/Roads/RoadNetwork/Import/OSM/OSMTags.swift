/// The tags of a way that decide how cars use it.
struct OSMTags: Hashable, Sendable {
  /// A key that the profile looks at.
  enum Key: String, CaseIterable, Hashable, Sendable {
    // The first two decide whether a way is looked at at all.
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

    /// All keys, in their order.
    static let all = Array(allCases)

    /// The number of keys, from the first, that make a way worth looking at.
    static let required = 2
  }

  private var values: [Key: String]

  /// Creates the tags `values`.
  init(_ values: [Key: String]) { self.values = values }

  /// The value of `key`; nil where there is no such tag.
  subscript(key: Key) -> String? { values[key] }
}
