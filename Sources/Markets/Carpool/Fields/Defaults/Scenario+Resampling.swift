public import Quantities
public import Scenario

extension Scenario {
  /// The variation of recorded travellers between replications.
  public struct Resampling: Equatable, Sendable {
    /// The method of varying the rows in each replication.
    public enum Method: String, CaseIterable, Sendable {
      /// About `factor` times as many rows, drawn with replacement and moved slightly in place and time.
      case smooth
      /// `factor` times as many rows, drawn with replacement.
      case bootstrap
      /// Each row is kept with a probability.
      case thin
      /// The times of each row are shifted.
      case jitter

      /// The default method if resampling is wanted but none is named.
      package static var advised: Self { .smooth }

      /// Whether rows are drawn with replacement, so that one may occur several times.
      package var drawsAnew: Bool { self == .smooth || self == .bootstrap }
    }

    /// The method; nil: rows are used unchanged, and replications only differ by other draws.
    public var method: Method?
    public var thinShare = 0.8
    /// The mean number of travellers drawn per row.
    public var factor = 1.0
    /// The maximum shift of a row's times by `jitter`, in either direction.
    public var jitter = Milliseconds(300_000)

    /// Creates the defaults: no resampling.
    public init() {}
  }
}
