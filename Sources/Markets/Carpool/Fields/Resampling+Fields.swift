import JSON5
import Quantities
package import Scenario

/// Returns the fields of resampling recorded travellers.
package func resamplingFields<Root>(_ place: WritableKeyPath<Root, Scenario.Resampling>) -> [Field<Root>] {
  [
    Field(
      "resample", place.appending(path: \.method), method,
      "How replications differ: `smooth`, which `true` stands for, draws about as many rows with replacement and moves "
        + "each a little in place and time, by widths that the rows themselves give, as if another such day had come; "
        + "`bootstrap` leaves what it draws where it is, and copies of a traveller make match rates too low; `thin` "
        + "keeps each row with `thin_share`, as if fewer had come; `jitter` shifts the times of each row evenly by up "
        + "to `jitter_s`, as if the same people had come a little earlier or later; `null`, or `false`, takes the rows "
        + "as they are."),
    Field(
      "thin_share", place.appending(path: \.thinShare), .share, "The probability that `thin` keeps a row."
    ).idle("`resample` is not `thin`") { $0[keyPath: place].method != .thin },
    Field(
      "jitter_s", place.appending(path: \.jitter), .seconds(.from(0, to: 1e6)),
      "The most that `jitter` shifts the times of a row."
    ).idle("`resample` is not `jitter`") { $0[keyPath: place].method != .jitter },
    Field(
      "resample_factor", place.appending(path: \.factor),
      .number(Interval(lower: 0, upper: 1_000, includesLower: false)), unwrittenAt: 1,
      "How many times as many travellers as there are rows `smooth` and `bootstrap` draw, for thinner and denser days."
    ).idle("`resample` draws no rows anew") { $0[keyPath: place].method?.drawsAnew != true },
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
