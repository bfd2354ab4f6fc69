public import Quantities
public import Scenario

extension Scenario {
  /// The variation of recorded travellers between replications.
  public struct Resampling: Equatable, Sendable {
    /// The part that is drawn anew in each replication.
    public enum Method: String, CaseIterable, Sendable {
      /// About `factor` times as many rows as there are, drawn with replacement and moved a little in place and time.
      case smooth
      /// `factor` times as many rows as there are, drawn with replacement.
      case bootstrap
      /// Each row is kept with a probability.
      case thin
      /// The times of each row are shifted.
      case jitter

      /// The method that is taken where a resample is wanted and none named.
      package static var advised: Self { .smooth }

      /// True if rows are drawn with replacement, so that one may come several times.
      package var drawsAnew: Bool { self == .smooth || self == .bootstrap }
    }

    /// The method; nil takes the rows as they are, so that replications differ by what is drawn besides them, if anything.
    public var method: Method?
    public var thinShare = 0.8
    /// The mean number of travellers that are drawn for each row.
    public var factor = 1.0
    /// The most that `jitter` shifts the times of a row, either way.
    public var jitter = Milliseconds(300_000)

    /// Creates the defaults: no resampling.
    public init() {}
  }
}
