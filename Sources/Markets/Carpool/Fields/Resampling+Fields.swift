import JSON5
import Quantities
package import Scenario

/// Returns the fields of resampling recorded travellers.
package func resamplingFields<Root>(_ place: WritableKeyPath<Root, Scenario.Resampling>) -> [Field<Root>] {
  [
    Field(
      "resample", place.appending(path: \.method), method,
      "The resampling of rows in each replication: `smooth` (or `true`) draws about as many rows with replacement and moves "
        + "each in place and time, by bandwidths estimated from the rows, as if another such day were observed; "
        + "`bootstrap` draws without moving, and copies of a traveller bias match rates downwards; `thin` "
        + "keeps each row with probability `thin_share`, as if fewer took part; `jitter` shifts the times of each row uniformly by up "
        + "to `jitter_s`, as if the same people came slightly earlier or later. `null` or `false`: the rows "
        + "as recorded."),
    Field(
      "thin_share", place.appending(path: \.thinShare), .share, "The probability that `thin` keeps a row."
    ).idle("`resample` is not `thin`") { $0[keyPath: place].method != .thin },
    Field(
      "jitter_s", place.appending(path: \.jitter), .seconds(.from(0, to: 1e6)),
      "The maximum shift of the times of a row by `jitter`."
    ).idle("`resample` is not `jitter`") { $0[keyPath: place].method != .jitter },
    Field(
      "resample_factor", place.appending(path: \.factor),
      .number(Interval(lower: 0, upper: 1_000, includesLower: false)), unwrittenAt: 1,
      "The ratio of travellers drawn by `smooth` and `bootstrap` to rows, for thinner or denser days."
    ).idle("`resample` does not draw rows") { $0[keyPath: place].method?.drawsAnew != true },
  ]
}

/// The shape of a method's name; `true` is the default method, written by its name, and `false` none.
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
