import JSON5
import Quantities
package import Scenario

/// The fields and wordings that differ between the two sides, drivers and requests.
package protocol SideFields: Scenario.TravellerAttributes {
  /// The plural name of the travellers, such as `requests`.
  static var travellers: String { get }
  /// The shape of the field that selects how their origins and destinations are drawn.
  static var ends: Shape<Scenario.OriginDestination> { get }
  /// The description of the trips that `users` make on this side.
  static var tripsOfUsers: String { get }
  /// The additional fields for a list of such travellers in a file.
  static var fieldsOfLists: [Field<Scenario.RecordedSide<Self>>] { get }

  /// Returns the fields for the attributes at `place`.
  static func fields<Root>(_ place: WritableKeyPath<Root, Self>, filesTellTraits: Bool) -> [Field<Root>]
}

extension Scenario.Side where Attributes: SideFields {
  package static var shape: Shape<Self> {
    let some = Attributes.travellers
    let all = some.prefix(1).uppercased() + some.dropFirst()
    let attributes = Members(Attributes(), Attributes.fields(\.self, filesTellTraits: false))
    return .union([
      Kind("none", Self.none, { $0 == .none }, "No \(some)."),
      Kind(
        "synthetic", Scenario.SyntheticSide<Attributes>.members, Self.synthetic,
        { if case .synthetic(let side) = $0 { side } else { nil } }, "Synthetic \(some)."),
      Kind(
        "recorded", Scenario.RecordedSide<Attributes>.members, Self.recorded,
        { if case .recorded(let side) = $0 { side } else { nil } },
        "\(all) read from a file; the other fields supply the values that the file lacks."),
      Kind(
        "trips", attributes, Self.trips, { if case .trips(let attributes) = $0 { attributes } else { nil } },
        "The \(some)' share of `trips`."),
      Kind(
        "users", attributes, Self.users, { if case .users(let attributes) = $0 { attributes } else { nil } },
        Attributes.tripsOfUsers),
    ])
  }
}

extension Scenario.Side {
  /// The attributes of travellers that are not given in a file; nil if there are no travellers.
  package var attributes: Attributes? {
    switch self {
    case .none: nil
    case .synthetic(let side): side.attributes
    case .recorded(let side): side.attributes
    case .trips(let attributes), .users(let attributes): attributes
    }
  }

  /// Whether any traveller may have preferences, which may also come from files.
  var mayWish: Bool {
    if case .recorded = self { return true }
    return attributes?.persons != nil && attributes?.wishes?.areAny == true
  }
}

extension Scenario.SyntheticSide where Attributes: SideFields {
  package static var members: Members<Self> {
    Members(
      Self(),
      arrivalFields(\.arrivals).map { field in
        field.name == "profile"
          ? field.idle("all cars wait from `od.depart_s` on") { $0.waitsFromOneTime } : field
      } + [
        Field("od", \.od, Attributes.ends, "The distribution of origins and destinations."),
        Field(
          "matrix_share", \.matrixShare, orAbsent: .number(.from(0, to: 1e6)),
          "For an `od` of kind `matrix`: the share of the matrix's trips to draw. Their number is Poisson-distributed, with this share of"
            + " the matrix total over the duration as its mean. Give one of this, `count` and `per_hour`."),
      ]
        + Attributes.fields(\.attributes, filesTellTraits: false),
      check: checkNumber)
  }

  /// Checks that exactly one of `count`, `per_hour` and `matrix_share` is given.
  private static func checkNumber(_ checked: Checked<Self>, _ faults: inout Faults) {
    guard checked.value.matrixShare != nil else { return checkArrivals(checked, \.arrivals, &faults) }
    if checked.value.od.matrix == nil {
      checked.conflict(
        "`matrix_share` requires an `od` of kind `matrix`; give `count` or `per_hour`",
        ["matrix_share"], &faults)
    }
    let arrivals = checked.value.arrivals
    if arrivals.count != nil || arrivals.perHour != nil {
      checked.conflict(
        "the number is given by `matrix_share` and by `count` or `per_hour`; give one of them",
        ["matrix_share", "count", "per_hour"], &faults)
    }
  }
}

extension Scenario.RecordedSide where Attributes: SideFields {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "file", \.file, .file, isRequired: true, "The path of the file, relative to the scenario's folder."),
        .columns(\.columns),
      ]
        + Attributes.fieldsOfLists + resamplingFields(\.resampling)
        + Attributes.fields(\.attributes, filesTellTraits: true))
  }
}

/// Returns the fields for traits and preferences, for either side.
///
/// - Parameter filesTellTraits: whether a file may give traits.
func traitFields<Root, Attributes: Scenario.TravellerAttributes>(
  _ attributes: WritableKeyPath<Root, Attributes>, filesTellTraits: Bool
) -> [Field<Root>] {
  [
    Field(
      "persons", attributes.appending(path: \.persons), orNull: .object(Scenario.Persons.members),
      "The distribution of personal traits. `null`: traits are unknown."),
    Field(
      "wishes", attributes.appending(path: \.wishes), orNull: .object(Scenario.Wishes.members),
      "The distribution of wishes about companions, based on the person's own traits. `null`: none."
    ).idle(Scenario.Wishes.withoutTraits) { !filesTellTraits && $0[keyPath: attributes].persons == nil },
  ]
}

/// Returns the fields for resampling recorded travellers.
package func resamplingFields<Root>(_ place: WritableKeyPath<Root, Scenario.Resampling>) -> [Field<Root>] {
  [
    Field(
      "resample", place.appending(path: \.method), method,
      "How rows are resampled in each replication. `smooth` (or `true`): about as many rows are drawn with replacement, and each "
        + "is perturbed in space and time, with bandwidths estimated from the rows, to represent another such day. `bootstrap`: "
        + "rows are drawn with replacement but not moved; duplicates of a traveller bias match rates downwards. `thin`: each row is "
        + "kept with probability `thin_share`, as if fewer people took part. `jitter`: the times of each row are shifted uniformly by "
        + "up to `jitter_s`, as if the same people came slightly earlier or later. `null` or `false`: rows are used as recorded."
    ),
    Field(
      "thin_share", place.appending(path: \.thinShare), .share, "The probability that `thin` keeps a row."
    ).idle("`resample` is not `thin`") { $0[keyPath: place].method != .thin },
    Field(
      "jitter_s", place.appending(path: \.jitter), .seconds(.from(0, to: 1e6)),
      "The maximum time by which `jitter` shifts a row."
    ).idle("`resample` is not `jitter`") { $0[keyPath: place].method != .jitter },
    Field(
      "resample_factor", place.appending(path: \.factor),
      .number(Interval(lower: 0, upper: 1_000, includesLower: false)), unwrittenAt: 1,
      "The number of travellers that `smooth` and `bootstrap` draw, as a multiple of the number of rows; above 1: a busier day."
    ).idle("`resample` does not draw rows") { $0[keyPath: place].method?.drawsAnew != true },
  ]
}

/// The shape of the method: a method's name, `true` for the default method (saved as its name), or `false` for none.
private var method: Shape<Scenario.Resampling.Method?> {
  let named = Shape<Scenario.Resampling.Method>.oneOf.orNull
  let answer = Shape<Bool>.boolean
  return Shape(
    declaration: .nullable(
      .either([Shape<Scenario.Resampling.Method>.oneOf.declaration, answer.declaration])),
    read: { node, path, faults in
      guard case .boolean = node.value else { return named.read(node, path, &faults) }
      return answer.read(node, path, &faults).map { $0 ? .advised : nil }
    },
    write: named.write)
}
