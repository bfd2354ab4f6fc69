import Quantities
package import Scenario

/// The fields that say how replications of recorded travellers differ.
package func resamplingFields<Root>(_ place: WritableKeyPath<Root, Scenario.Resampling>) -> [Field<Root>] {
  [
    Field(
      "resample", place.appending(path: \.method), orNull: .oneOf,
      "How replications differ: `bootstrap` draws as many rows with replacement, as if the record were a sample of "
        + "independent travellers; `thin` keeps each row with `thin_share`, as if fewer had come; `jitter` shifts the "
        + "times of each row evenly by up to `jitter_s`, as if the same people had come a little earlier or later; "
        + "`null` takes the rows as they are."),
    Field(
      "thin_share", place.appending(path: \.thinShare), .share, "The probability that `thin` keeps a row."
    ).idle("`resample` is not `thin`") { $0[keyPath: place].method != .thin },
    Field(
      "jitter_s", place.appending(path: \.jitter), .seconds(.from(0, to: 1e6)),
      "The most that `jitter` shifts the times of a row."
    ).idle("`resample` is not `jitter`") { $0[keyPath: place].method != .jitter },
  ]
}
