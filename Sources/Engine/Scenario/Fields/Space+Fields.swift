import JSON5

extension Scenario.Space {
  package static var shape: Shape<Self> {
    .union([
      Kind(
        "plane", Scenario.Plane.members, Self.plane,
        { if case .plane(let plane) = $0 { plane } else { nil } },
        "A rectangle with its south-west corner at (0, 0); cars drive in straight lines."),
      Kind(
        "torus", Scenario.Torus.members, Self.torus,
        { if case .torus(let torus) = $0 { torus } else { nil } },
        "A square with opposite sides joined, so that it has no boundary."),
      Kind(
        "geographic", Scenario.Geographic.members, Self.geographic,
        { if case .geographic(let part) = $0 { part } else { nil } },
        "A region of the globe; cars drive along great circles."),
      Kind(
        "city", Scenario.City.members, Self.city, { if case .city(let city) = $0 { city } else { nil } },
        "A generated street network."),
      Kind(
        "network", Scenario.Network.members, Self.network,
        { if case .network(let network) = $0 { network } else { nil } },
        "A road network read from files in any format listed by `detour network formats`."),
    ])
  }
}

extension Shape<Double> {
  package static var kmh: Self { number(.from(0.1, to: 1_000), "km/h") }
  package static var circuity: Self { number(.from(1, to: 10)) }
  package static func degrees(_ limit: Double) -> Self { number(.from(-limit, to: limit), "°") }
}

extension Scenario.Plane {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("width_m", \.width, .metres(.from(1, to: 1e8)), "The extent from west to east."),
        Field("height_m", \.height, .metres(.from(1, to: 1e8)), "The extent from south to north."),
        Field("speed_kmh", \.speedKmh, .kmh, "The speed of every car."),
        Field("circuity", \.circuity, .circuity, "The ratio of driven to straight-line distance."),
      ])
  }
}

extension Scenario.Torus {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("side_m", \.side, .metres(.from(1, to: 1e8)), "The side length of the square."),
        Field("speed_kmh", \.speedKmh, .kmh, "The speed of every car."),
        Field("circuity", \.circuity, .circuity, "The ratio of driven to straight-line distance."),
      ])
  }
}

extension Scenario.Geographic {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("west", \.west, .degrees(180), isRequired: true, "The longitude of the western bound."),
        Field("south", \.south, .degrees(90), isRequired: true, "The latitude of the southern bound."),
        Field("east", \.east, .degrees(180), isRequired: true, "The longitude of the eastern bound."),
        Field("north", \.north, .degrees(90), isRequired: true, "The latitude of the northern bound."),
        Field("speed_kmh", \.speedKmh, .kmh, "The speed of every car."),
        Field("circuity", \.circuity, .circuity, "The ratio of driven to great-circle distance."),
      ],
      check: { checked, faults in
        let bounds = checked.value
        let isGiven = { (key: String) in checked.node[key] != nil }
        if isGiven("west"), isGiven("east"), bounds.west >= bounds.east {
          checked.conflict("east is not east of west; swap them", ["east", "west"], &faults)
        }
        if isGiven("south"), isGiven("north"), bounds.south >= bounds.north {
          checked.conflict("north is not north of south; swap them", ["north", "south"], &faults)
        }
      })
  }
}

/// Returns the fields of routing on a network, for an object that stores it at `routing`.
private func routingFields<Root>(_ routing: WritableKeyPath<Root, Scenario.Routing>) -> [Field<Root>] {
  [
    Field(
      "travel_time_factor", routing.appending(path: \.travelTimeFactor), .number(.from(0.01, to: 100)),
      "The factor applied to the travel times of the network."),
    Field(
      "time_profile", routing.appending(path: \.timeProfile),
      fileOrNull:
        "The path, relative to the scenario's folder, of a CSV file of additional travel time factors by hour and road class."
    ),
    Field(
      "snap_m", routing.appending(path: \.snap), .metres(),
      "The maximum distance from a trip end to the nearest node."),
  ]
}

extension Scenario.City {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("columns", \.columns, .integer(2, to: 2_000), "The number of junctions from west to east."),
        Field("rows", \.rows, .integer(2, to: 2_000), "The number of junctions from south to north."),
        Field(
          "block_m", \.block, .metres(.from(10, to: 10_000)), "The distance between neighbouring junctions."),
        Field(
          "perturbation", \.perturbation, .number(.from(0, to: 0.45)),
          "The maximum displacement of a junction, as a fraction of `block_m`."),
        Field(
          "arterial_every", \.arterialEvery, .integer(0, to: 2_000),
          "The interval between arterials, counted in streets; 0: no arterials."),
        Field("one_way_share", \.oneWayShare, .share, "The share of streets that are one-way.")
          .idle(onlyArterials) { $0.arterialEvery == 1 },
        Field("street_kmh", \.streetKmh, .number(.from(1, to: 1_000), "km/h"), "The speed on streets.")
          .idle(onlyArterials) { $0.arterialEvery == 1 },
        Field("arterial_kmh", \.arterialKmh, .number(.from(1, to: 1_000), "km/h"), "The speed on arterials.")
          .idle("there are no arterials (`arterial_every` is 0)") { $0.arterialEvery == 0 },
        Field(
          "seed", \.seed, .integer(0, to: .max),
          "The seed of the city, independent of the run's seed, so that replications share the same city."
        ).idle("nothing in the city is random (`perturbation` and `one_way_share` are 0)") {
          $0.perturbation == 0 && $0.oneWayShare == 0
        },
      ] + routingFields(\.routing))
  }

  private static let onlyArterials = "every street is an arterial (`arterial_every` is 1)"
}

extension Scenario.Network {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "file", \.file, .file, isRequired: true,
          "The path of the network's file or folder, relative to the scenario's folder.")
      ] + routingFields(\.routing))
  }
}
