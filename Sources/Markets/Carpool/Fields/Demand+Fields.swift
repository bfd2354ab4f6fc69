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
        "The share of parties with a car that may ride or drive, decided at once or by the windows of `batch`; they"
          + " offer the seats of `supply` as drivers. Rows with a `role` keep it."),
      Field(
        "unserved", place.appending(path: \.unserved), .oneOf, unwrittenAt: .drives,
        "The behaviour of unmatched parties with a car: `drives`, they drive alone, at once after the last failed attempt or, with"
          + " windows, at the latest time that meets the latest arrival, and may be joined; `leaves`, they make"
          + " no trip."
      ).idle { root, scenario in
        root[keyPath: place].carShare == 0 && !scenario.carpool.readsRoles
          ? "no requester has a car (`car_share` is 0)" : nil
      },
      Field(
        "probe_share", place.appending(path: \.probeShare), .share,
        "The share of probes: requests with one attempt that are never assigned, for measurement."),
      Field(
        "cancel_probability", place.appending(path: \.cancelProbability), .share, unwrittenAt: 0,
        "The probability that a passenger cancels between a driver's acceptance and the pickup, uniformly over"
          + " that wait; bookings have `board.passenger_cancel_probability`."
      ).idle { root, scenario in
        let attributes = root[keyPath: place]
        if attributes.probeShare == 1 { return "all requests are probes, which are never accepted" }
        return scenario.carpool.withoutInstantRequests
      },
      Field(
        "choice", place.appending(path: \.choice), orAbsent: .object(Scenario.Choice.members),
        "The choice of passengers between the ride that they are offered and their alternative, by a logit, before the driver is"
          + " asked; `null`: they take every ride."
      ).idle("all requests are probes, which no driver is asked for") {
        $0[keyPath: place].probeShare == 1
      },
    ]
  }
}

extension Scenario.OriginDestination {
  /// The shape of the ways to draw trips.
  package static var shape: Shape<Self> { .union(kinds) }

  /// The ways to draw trips.
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
        Field("zones", \.zones, zones, isRequired: true, "The zones."),
        Field(
          "gravity", \.gravity, .object(Scenario.Gravity.members),
          "The decrease in trips between zones with distance."),
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
          "The deterrence function: e^(−distance ÷ scale), (1 + distance ÷ scale)^(−exponent), or no effect of distance."
        ),
        Field(
          "scale_m", \.scale, .metres(.from(1, to: 1e8)), "The scale of the distance between zone centres."
        )
        .idle("distance has no effect (`deterrence` is `none`)") { $0.deterrence == .none },
        Field("exponent", \.exponent, .number(.from(0, to: 100)), "The exponent of the `power` law.")
          .idle("only the law `power` has an exponent") { $0.deterrence != .power },
      ])
  }
}
