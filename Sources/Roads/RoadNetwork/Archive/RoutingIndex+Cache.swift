import Foundation
import Tables

extension RoutingIndex {
  /// Prepares `network` for `method`, using and filling the files in `folder`, which is made if missing.
  ///
  /// Files are named after the network's `routingFingerprint`: another factor on the travel times is another
  /// file, and none is ever out of date. One that is damaged is told to `progress` and made again. A file has its
  /// name once it is complete; where nothing can be written the index is still prepared.
  public convenience init(
    _ network: Network, method: RoutingMethod, cachedIn folder: String,
    labelBytes: Int = RoutingIndex.usualLabelBytes, progress: Progress = { _ in }
  ) {
    guard method != .dijkstra else {
      self.init(network)
      return
    }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let name = "\(folder)/\(network.routingFingerprint.prefix(16))"
    let hierarchy =
      Self.kept(progress) { () throws(ArchiveError) in
        try ContractionHierarchy(network, contentsOf: name + ".hierarchy")
      }
      ?? Self.written(ContractionHierarchy(network) { progress(.advanced(.contraction, share: $0)) }) {
        hierarchy in
        try? hierarchy.write(to: name + ".hierarchy")
      }
    guard method == .labels, HubLabels.expectedByteCount(hierarchy) <= labelBytes else {
      self.init(hierarchy, labels: nil)
      return
    }
    let labels =
      Self.kept(progress) { () throws(ArchiveError) in
        try HubLabels(network, contentsOf: name + ".labels")
      }
      ?? Self.written(HubLabels(hierarchy) { progress(.advanced(.labels, share: $0)) }) { labels in
        try? labels.write(to: name + ".labels")
      }
    self.init(hierarchy, labels: labels)
  }

  /// The value that `read` finds in its file; nil where there is none, or none that can be used.
  private static func kept<Value>(_ progress: Progress, _ read: () throws(ArchiveError) -> Value) -> Value? {
    do throws(ArchiveError) { return try read() } catch {
      if case .file(.missingFile) = error { return nil }
      progress(.refused(error))
      return nil
    }
  }

  private static func written<Value>(_ value: Value, _ write: (Value) -> Void) -> Value {
    write(value)
    return value
  }
}
