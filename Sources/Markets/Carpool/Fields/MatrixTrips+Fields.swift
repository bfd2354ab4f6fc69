package import Scenario

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
          "The lookup of an OMX file with the zone names. `null`: its only lookup, or without one, the numbers from 1."
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
        Field("name", \.name, .label, isRequired: true, "The matrix."),
        Field(
          "from_h", \.from, .integer(0, to: 23),
          "The hour of the day at which the period of its trips begins."),
        Field(
          "to_h", \.to, .integer(1, to: 24),
          "The hour of the day at which the period of its trips ends; trips are uniform over the period. If all matrices have 0 to"
            + " 24, the trips are those of the whole duration."),
      ],
      check: { checked, faults in
        if checked.value.from >= checked.value.to {
          checked.conflict("to_h is not after from_h; give a later one", ["to_h", "from_h"], &faults)
        }
      })
  }
}

extension Scenario.OriginDestination {
  /// The matrix from which trips are drawn; nil if there is none.
  package var matrix: Scenario.MatrixTrips? { if case .matrix(let matrix) = self { matrix } else { nil } }
}

extension CarpoolFields {
  /// The ways of drawing trip ends, with their fields.
  package var drawnTrips: [(field: String, od: Scenario.OriginDestination)] {
    var all: [(String, Scenario.OriginDestination)] = []
    if case .synthetic(let side) = supply { all.append(("supply.od", side.od)) }
    if case .synthetic(let side) = demand { all.append(("demand.od", side.od)) }
    if let users { all.append(("users.od", users.od)) }
    return all
  }

  /// Checks that trip matrices are consistent with the space and the sides that use them.
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
