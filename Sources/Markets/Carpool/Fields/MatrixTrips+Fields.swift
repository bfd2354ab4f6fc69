package import Scenario

extension Scenario.MatrixTrips {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "zones", \.zones, .file, isRequired: true,
          "The zones: GeoJSON polygons or points in the coordinates of the space, or a CSV file of points (`zone`, `x`, `y`)."
        ),
        Field(
          "zone_name", \.zoneName, .label,
          "The property, or the column, that names a zone as the matrix does."),
        Field(
          "trips", \.trips, .file, isRequired: true,
          "The numbers of trips: a CSV file of `origin`, `destination`, `number`, and `hour` (0 to 23 by the local clock) where"
            + " they differ by the hour; pairs and hours that are not listed have none; or an OMX file."),
        Field(
          "layers", \.layers, orAbsent: Shape<Layer>.object(Layer.members).list(),
          "The matrices of an OMX file that are added up; `null` for the only one."
        ).idle("only an OMX file (.omx) has matrices by name") { !$0.isOMX },
        Field(
          "lookup", \.lookup, orAbsent: .label,
          "The list in an OMX file that has the zones' names; `null` for the only one, or the numbers from 1 where there is none."
        ).idle("only an OMX file (.omx) has lookups") { !$0.isOMX },
        Field(
          "ends", \.ends, .oneOf,
          "Where in its zone a trip begins or ends: evenly over the area, or at the nodes of the network that lie in it."
        ),
        Field(
          "spread_m", \.spread, orAbsent: .metres(.from(0, to: 1e6)),
          "The distance from a zone that is a point within which its trips begin and end, evenly over the disc as far as no other"
            + " zone's point is nearer; `null` for the point itself, so that all its trips begin and end there."
        ),
        Field(
          "node_weights", \.nodeWeights,
          fileOrNull:
            "The weights of nodes, a CSV file of `node_id` and `weight`, 0 for those that are not listed; `null` for all"
            + " nodes alike."
        ).idle("ends lie anywhere in the area (`ends` is `area`)") { $0.ends == .area },
      ])
  }
}

extension Scenario.MatrixTrips.Layer {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("name", \.name, .label, isRequired: true, "The matrix."),
        Field("from_h", \.from, .integer(0, to: 23), "The hour of the day with which its trips begin."),
        Field(
          "to_h", \.to, .integer(1, to: 24),
          "The hour before which they end; trips are spread evenly between. From 0 to 24: where no matrix says other hours, the"
            + " trips are those of the whole duration."),
      ],
      check: { checked, faults in
        if checked.value.from >= checked.value.to {
          checked.conflict("to_h does not lie after from_h; give a later one", ["to_h", "from_h"], &faults)
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
          "only a network has nodes, and the space is none; give `ends: \"area\"`, or a space of kind `network` or `city`",
          ["\(field).ends", field, String(field.prefix { $0 != "." })], &faults)
      }
    }
  }
}
