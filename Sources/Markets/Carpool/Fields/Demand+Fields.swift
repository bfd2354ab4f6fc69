package import Scenario
import Statistics

extension Scenario.RequestAttributes: SideFields {
  package static let travellers = "requests"
  package static var ends: Shape<Scenario.OriginDestination> { Scenario.OriginDestination.shape }
  package static let tripsOfUsers = "The trips of `users` as passengers."
  package static var fieldsOfLists: [Field<Scenario.RecordedSide<Self>>] { [] }

  package static func fields<Root>(
    _ place: WritableKeyPath<Root, Self>, filesTellTraits: Bool
  ) -> [Field<Root>] {
    [
      Field(
        "party_size", place.appending(path: \.partySize), .weights(counts: 1...100),
        "The weights of party sizes 1, 2, 3, …"),
      Field(
        "luggage", place.appending(path: \.luggage), .weights(counts: 1...100),
        "The weights of 0, 1, 2, … pieces of luggage."),
    ] + traitFields(place, filesTellTraits: filesTellTraits) + departureFields(place) + [
      Field(
        "car_share", place.appending(path: \.carShare), .share, unwrittenAt: 0,
        "The share of parties that have a car and may either ride or drive. Their role is decided at submission, or in the windows "
          + "of `batch`; as drivers they offer the `seats` of `supply`. Rows with a `role` keep that role."),
      Field(
        "unserved", place.appending(path: \.unserved), .oneOf, unwrittenAt: .drives,
        "What a party with a car does if it remains unmatched. `drives`: drives alone, immediately after the last failed attempt or,"
          + " with windows, at the latest departure that meets the latest arrival; others may join on the way. `leaves`: makes no trip."
      ).idle { root, scenario in
        root[keyPath: place].carShare == 0 && !scenario.carpool.readsRoles
          ? "no requester has a car (`car_share` is 0)" : nil
      },
      Field(
        "probe_share", place.appending(path: \.probeShare), .share,
        "The share of probes: requests with one attempt that are never assigned, for measurement."),
      Field(
        "cancel_probability", place.appending(path: \.cancelProbability), .share, unwrittenAt: 0,
        "The probability that a passenger cancels, at a uniform time between a driver's acceptance and the pickup. For bookings, "
          + "`board.passenger_cancel_probability` applies."
      ).idle { root, scenario in
        let attributes = root[keyPath: place]
        if attributes.probeShare == 1 { return "all requests are probes, which are never accepted" }
        return scenario.carpool.withoutInstantRequests
      },
      Field(
        "choice", place.appending(path: \.choice), orAbsent: .object(Scenario.Choice.members),
        "The passengers' logit choice between the offered ride and their alternative, before the driver is"
          + " asked. `null`: they accept every ride."
      ).idle("all requests are probes, which are offered to no driver") {
        $0[keyPath: place].probeShare == 1
      },
    ]
  }
}

extension Scenario.OriginDestination {
  /// The shape of the field that selects how trips are drawn.
  package static var shape: Shape<Self> { .union(kinds) }

  /// The methods of drawing trips.
  static var kinds: [Kind<Self>] {
    [
      Kind(
        "uniform", Scenario.Uniform.members, Self.uniform,
        { if case .uniform(let uniform) = $0 { uniform } else { nil } },
        "Origin and destination uniform over the space."),
      Kind(
        "displacement", Scenario.Displacement.members, Self.displacement,
        { if case .displacement(let displacement) = $0 { displacement } else { nil } },
        "The origin uniform over the space, the destination at a fixed straight-line distance."),
      Kind(
        "zones", Scenario.Zones.members, Self.zones,
        { if case .zones(let zones) = $0 { zones } else { nil } },
        "Origins and destinations in discs that produce and attract trips, linked by a gravity model."),
      Kind(
        "matrix", Scenario.MatrixTrips.members, Self.matrix, { $0.matrix },
        "Origins and destinations in zones, by a trip matrix, hourly or for the whole period."),
    ]
  }
}

extension Scenario.Uniform {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "min_m", \.shortest, .metres(), "The minimum straight-line distance between origin and destination."
        ),
        Field(
          "max_m", \.longest, orNull: .metres(),
          "The maximum straight-line distance between origin and destination. `null`: no limit."),
      ],
      check: { checked, faults in
        if let longest = checked.value.longest, longest <= checked.value.shortest {
          checked.conflict("max_m does not exceed min_m; give a longer one", ["max_m", "min_m"], &faults)
        }
      })
  }
}

extension Scenario.Displacement {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "length_m", \.length, .metres(.from(1, to: 1e8)), isRequired: true,
          "The straight-line distance between origin and destination."),
        Field(
          "bearing_deg", \.bearing, orNull: .degrees(360),
          "The direction, clockwise from north. `null`: uniformly random."),
      ])
  }
}

extension Scenario.Zones {
  package static var members: Members<Self> {
    let zones = Shape<Scenario.Zone>.object(Scenario.Zone.members).list().checked { zones in
      if !zones.contains(where: { $0.production > 0 }) {
        return "no zone produces trips; give one a production"
      }
      if !zones.contains(where: { $0.attraction > 0 }) {
        return "no zone attracts trips; give one an attraction"
      }
      return nil
    }
    return Members(
      Self(),
      [
        Field("zones", \.zones, zones, isRequired: true, "The zones, as discs."),
        Field(
          "gravity", \.gravity, .object(Scenario.Gravity.members),
          "The decrease in the number of trips with the distance between zones."),
        Field(
          "min_m", \.shortest, .metres(), "The minimum straight-line distance between origin and destination."
        ),
      ])
  }
}

extension Scenario.Zone {
  package static var members: Members<Self> {
    let coordinate = Shape<Double>.number(.from(-1e8, to: 1e8), "m or °")
    return Members(
      Self(),
      [
        Field("name", \.name, .label, entersIdentity: false, "The display name."),
        Field(
          "x", \.x, coordinate, isRequired: true,
          "The x coordinate of the centre in metres, or its longitude."),
        Field(
          "y", \.y, coordinate, isRequired: true, "The y coordinate of the centre in metres, or its latitude."
        ),
        Field("radius_m", \.radius, .metres(), isRequired: true, "The radius of the disc."),
        Field("production", \.production, .number(.atLeast(0)), "The weight of the zone as an origin."),
        Field("attraction", \.attraction, .number(.atLeast(0)), "The weight of the zone as a destination."),
      ])
  }
}

extension Scenario.Gravity {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "deterrence", \.deterrence, .oneOf,
          "The deterrence function: `exponential`, e^(−distance ÷ scale); `power`, (1 + distance ÷ scale)^(−exponent); or `none`, "
            + "no effect of distance."
        ),
        Field(
          "scale_m", \.scale, .metres(.from(1, to: 1e8)), "The distance scale of the deterrence function."
        )
        .idle("distance has no effect (`deterrence` is `none`)") { $0.deterrence == .none },
        Field("exponent", \.exponent, .number(.from(0, to: 100)), "The exponent of the `power` law.")
          .idle("only the law `power` has an exponent") { $0.deterrence != .power },
      ])
  }
}

extension Scenario.MatrixTrips {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "zones", \.zones, .file, isRequired: true,
          "The zones: GeoJSON polygons or points in the coordinates of the space, or a CSV file of points with `zone`, `x`, `y`."
        ),
        Field(
          "zone_name", \.zoneName, .label,
          "The GeoJSON property or CSV column with the zone name used in the matrix."),
        Field(
          "trips", \.trips, .file, isRequired: true,
          "The trip matrix: an OMX file, or a CSV file with `origin`, `destination`, `number` and, if hourly, `hour`"
            + " (0 to 23, local time). Unlisted pairs and hours have no trips."),
        Field(
          "layers", \.layers, orAbsent: Shape<Layer>.object(Layer.members).list(),
          "The matrices of an OMX file to add up. `null`: its only matrix."
        ).idle("only an OMX file (.omx) has named matrices") { !$0.isOMX },
        Field(
          "lookup", \.lookup, orAbsent: .label,
          "The lookup of an OMX file that holds the zone names. `null`: its only lookup, or the numbers from 1 if it has none."
        ).idle("only an OMX file (.omx) has lookups") { !$0.isOMX },
        Field(
          "ends", \.ends, .oneOf,
          "The trip ends within a zone: uniform over its `area`, or at the network `nodes` in it."
        ),
        Field(
          "spread_m", \.spread, orAbsent: .metres(.from(0, to: 1e6)),
          "For point zones: the radius within which trip ends are drawn uniformly, excluding places nearer to another zone's"
            + " point. `null`: all at the point itself."
        ),
        Field(
          "node_weights", \.nodeWeights,
          fileOrNull:
            "The node weights: a CSV file with `node_id` and `weight`; unlisted nodes have weight 0. `null`: equal"
            + " weights."
        ).idle("ends are drawn over the area (`ends` is `area`)") { $0.ends == .area },
      ])
  }
}

extension Scenario.MatrixTrips.Layer {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("name", \.name, .label, isRequired: true, "The name of the matrix."),
        Field(
          "from_h", \.from, .integer(0, to: 23),
          "The hour of the day at which the period of its trips begins."),
        Field(
          "to_h", \.to, .integer(1, to: 24),
          "The hour of the day at which the period of its trips ends; trips are uniform over the period. If all periods are 0 to "
            + "24, the matrices count the trips of the whole duration."),
      ],
      check: { checked, faults in
        if checked.value.from >= checked.value.to {
          checked.conflict("to_h is not after from_h; give a later one", ["to_h", "from_h"], &faults)
        }
      })
  }
}

extension Scenario.OriginDestination {
  /// The matrix from which trips are drawn; nil if they are drawn otherwise.
  package var matrix: Scenario.MatrixTrips? { if case .matrix(let matrix) = self { matrix } else { nil } }
}

extension CarpoolFields {
  /// The distributions from which trips are drawn, with the fields that define them.
  package var drawnTrips: [(field: String, od: Scenario.OriginDestination)] {
    var all: [(String, Scenario.OriginDestination)] = []
    if case .synthetic(let side) = supply { all.append(("supply.od", side.od)) }
    if case .synthetic(let side) = demand { all.append(("demand.od", side.od)) }
    if let users { all.append(("users.od", users.od)) }
    return all
  }

  /// Checks that trip matrices are consistent with the space, and with the sides that use them.
  static func checkMatrices(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    let fields = checked.value.fields(of: Self.self)
    for (field, od) in fields.drawnTrips {
      guard let matrix = od.matrix else { continue }
      if matrix.ends == .nodes, checked.value.space.isOpen {
        checked.conflict(
          "only a network has nodes, and the space is not a network; give `ends: \"area\"`, or a space of kind `network` or `city`",
          ["\(field).ends", field, String(field.prefix { $0 != "." })], &faults)
      }
    }
  }
}
