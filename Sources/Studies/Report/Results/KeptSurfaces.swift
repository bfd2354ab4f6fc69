import JSON5
import Statistics
import Synchronization
import Tables

/// The parameters of the surfaces fitted to a study so far, cached in `surfaces.json` in its folder.
///
/// Fitting takes seconds; conditioning on known parameters takes milliseconds, with a bit-identical result. Each
/// entry is keyed by a digest of its data, so the surface of a study with additional runs is fitted anew. If the file
/// is missing, damaged or unwritable, only time is lost.
final class KeptSurfaces: Sendable {
  /// The parameters of one surface.
  struct Parameters: Hashable, Sendable {
    /// Whether each field enters as its logarithm.
    let isLogarithmic: [Bool]
    let trend: GaussianProcess.Trend
    let kernel: GaussianProcess.Kernel
  }

  /// The name of the file in the study's folder.
  static let fileName = "surfaces.json"
  /// The version of the method; incremented whenever the same data would yield other parameters.
  private static let method = 1
  /// The maximum number of surfaces kept; the oldest are dropped.
  private static let most = 64

  private let path: String
  private let known: Mutex<[(digest: String, parameters: Parameters)]>

  /// Reads the parameters kept in the study's `folder`.
  init(in folder: String) {
    path = folder + "/" + Self.fileName
    known = Mutex(Self.read(path))
  }

  /// Returns the parameters of the surface fitted to the data with `digest`; nil if none are kept.
  func parameters(_ digest: String) -> Parameters? {
    known.withLock { $0.last { $0.digest == digest }?.parameters }
  }

  /// Keeps the `parameters` of the surface fitted to the data with `digest`.
  func keep(_ parameters: Parameters, _ digest: String) {
    known.withLock { known in
      known.append((digest, parameters))
      known.removeFirst(max(0, known.count - Self.most))
      // The folder may be another user's, or an archive's.
      try? AtomicFile.write(Self.json(known).indented + "\n", to: path)
    }
  }

  /// Returns the digest of everything that determines a surface: the values of its points on their initial scales,
  /// and the results of their runs.
  static func digest(_ values: [[Double]], _ responses: [[Double?]], _ scales: [Bool], blocked: Bool)
    -> String
  {
    var digest = Digest()
    digest.update("\(method) \(values.count) \(responses.first?.count ?? 0) \(scales) \(blocked)")
    let numbers = values.joined().map(\.bitPattern) + responses.joined().map { ($0 ?? .nan).bitPattern }
    numbers.withUnsafeBytes { digest.update($0) }
    return digest.finish()
  }

  private static func json(_ known: [(digest: String, parameters: Parameters)]) -> JSON {
    [
      "method": .integer(method),
      "surfaces": .list(
        known.map { kept in
          let kernel = kept.parameters.kernel
          return [
            "sha256": .text(kept.digest),
            "is_logarithmic": .list(kept.parameters.isLogarithmic.map { .boolean($0) }),
            "trend": .text(kept.parameters.trend.rawValue), "smoothness": .number(kernel.smoothness.rawValue),
            "variance": .number(kernel.variance), "lengths": .list(kernel.lengths.map { .number($0) }),
            "nugget": .number(kernel.nugget),
          ]
        }),
    ]
  }

  private static func read(_ path: String) -> [(digest: String, parameters: Parameters)] {
    guard let text = try? FileBytes(contentsOf: path).text, let json = JSON(parsing: text),
      json["method"]?.whole == method
    else { return [] }
    return (json["surfaces"]?.items ?? []).compactMap { kept in
      guard let digest = kept["sha256"]?.words, let scales = kept["is_logarithmic"]?.items,
        let trend = kept["trend"]?.words.flatMap(GaussianProcess.Trend.init),
        let smoothness = kept["smoothness"]?.real.flatMap(GaussianProcess.Smoothness.init),
        let variance = kept["variance"]?.real, let lengths = kept["lengths"]?.items?.compactMap(\.real),
        let nugget = kept["nugget"]?.real, variance > 0, nugget >= 0, lengths.count == scales.count,
        ([variance, nugget] + lengths).allSatisfy(\.isFinite), lengths.allSatisfy({ $0 > 0 })
      else { return nil }
      return (
        digest,
        Parameters(
          isLogarithmic: scales.map { $0 == .boolean(true) }, trend: trend,
          kernel: .init(smoothness: smoothness, variance: variance, lengths: lengths, nugget: nugget))
      )
    }
  }
}
