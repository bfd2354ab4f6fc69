/// The purpose of a random-number stream.
///
/// A module declares the purposes of its own draws in a file `Purpose+MODULE.swift`. Purposes with the same number
/// would share their draws, so each number is used only once in the project.
@frozen
public struct Purpose: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  /// Creates the purpose with number `rawValue`.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension Purpose {
  /// The points of a Latin hypercube, keyed by dimension.
  @inlinable public static var latinHypercube: Self { Self(rawValue: 500) }
  /// The shift of Sobol' points, keyed by dimension.
  @inlinable public static var sobolShift: Self { Self(rawValue: 501) }
  /// The trajectories of a Morris screening.
  @inlinable public static var morris: Self { Self(rawValue: 502) }
  /// The rows of a Saltelli design for Sobol' indices, keyed by row.
  @inlinable public static var saltelli: Self { Self(rawValue: 503) }
  /// The initial positions and the moves of an ensemble sampler's walkers, keyed by (walker, attempt) and (walker,
  /// move).
  @inlinable public static var ensembleStart: Self { Self(rawValue: 1790) }
  @inlinable public static var ensembleMove: Self { Self(rawValue: 1791) }
  /// The simulated responses, independent of the controls, that calibrate the choice of control variates.
  @inlinable public static var controlChoice: Self { Self(rawValue: 1860) }
  /// The resampled pairs and flipped signs of paired measurements.
  @inlinable public static var pairedRatio: Self { Self(rawValue: 510) }
  /// The resamples of replications from which each point's share of being the best is computed.
  @inlinable public static var bestShare: Self { Self(rawValue: 511) }
  /// The resampled rows of a Saltelli design, for the intervals of Sobol' indices.
  @inlinable public static var sobolIndices: Self { Self(rawValue: 512) }
  /// The draws of tests and benchmarks, such as the rows of a table or the blocks of a long series.
  @inlinable public static var rows: Self { Self(rawValue: 603) }
  @inlinable public static var selfTest: Self { Self(rawValue: 611) }
}
