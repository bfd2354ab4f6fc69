import Foundation
import Tables

extension RoutingIndex {
  /// Prepares `network` for `method`, caching the prepared data in files in `folder`, which is created if missing.
  ///
  /// Files are named after the network's `routingFingerprint`: a different travel-time factor means a different file,
  /// and no file is ever out of date. A damaged file is reported to `progress` and rebuilt. A file receives its final
  /// name only when complete; if nothing can be written, the index is prepared without files.
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

  /// Returns the value that `read` loads from its file; nil if the file is missing or unusable.
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

extension RoutingIndex {
  /// Returns the folder of the data prepared for the network `file`: `FILE.routing`, beside it.
  public static func folder(beside file: String) -> String {
    var file = file
    while file.count > 1, file.hasSuffix("/") { file.removeLast() }
    return file + ".routing"
  }

  /// Prepares the network of `source`, or a copy of it with other travel times, for `method`, caching the prepared data
  /// in the folder `FILE.routing`.
  ///
  /// The folder is created beside a `.network` file, which this program itself writes. Beside other files it is used
  /// only if it exists, that is, if the user created it on purpose.
  public convenience init(
    _ network: Network, of source: LoadedNetwork, method: RoutingMethod,
    labelBytes: Int = RoutingIndex.usualLabelBytes, progress: Progress = { _ in }
  ) {
    if let folder = source.routingFolder {
      self.init(network, method: method, cachedIn: folder, labelBytes: labelBytes, progress: progress)
    } else {
      self.init(network, method: method, labelBytes: labelBytes, progress: progress)
    }
  }
}

extension LoadedNetwork {
  /// The folder of the network's prepared data; nil if none is used.
  public var routingFolder: String? {
    let folder = RoutingIndex.folder(beside: path)
    return format == .archive || FileManager.default.fileExists(atPath: folder) ? folder : nil
  }
}
