import Foundation

extension RoutingIndex {
  /// Prepares `network` for `method`, using and filling the files in `folder`, which is made if missing.
  ///
  /// Files are named after the network's `routingFingerprint`: another factor on the travel times is another
  /// file, and none is ever out of date. One that is damaged is made again. A file has its name once it is
  /// complete; where nothing can be written the index is still prepared.
  public convenience init(
    _ network: Network, method: RoutingMethod, cachedIn folder: String,
    labelBytes: Int = RoutingIndex.usualLabelBytes, progress: Progress = { _, _ in }
  ) {
    guard method != .dijkstra else {
      self.init(network)
      return
    }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let name = "\(folder)/\(network.routingFingerprint.prefix(16))"
    let hierarchy =
      (try? ContractionHierarchy(network, contentsOf: name + ".hierarchy"))
      ?? Self.written(ContractionHierarchy(network) { progress(.contraction, $0) }) { hierarchy in
        try? hierarchy.write(to: name + ".hierarchy")
      }
    guard method == .labels, HubLabels.expectedByteCount(hierarchy) <= labelBytes else {
      self.init(hierarchy, labels: nil)
      return
    }
    let labels =
      (try? HubLabels(network, contentsOf: name + ".labels"))
      ?? Self.written(HubLabels(hierarchy) { progress(.labels, $0) }) { labels in
        try? labels.write(to: name + ".labels")
      }
    self.init(hierarchy, labels: labels)
  }

  private static func written<Value>(_ value: Value, _ write: (Value) -> Void) -> Value {
    write(value)
    return value
  }
}
