extension ContractionHierarchy {
  /// Writes the hierarchy to a file. Loading it with `init(_:contentsOf:)` is many times faster than contracting the
  /// network again.
  ///
  /// - Throws: `ArchiveError.file` if the file cannot be written.
  public func write(to path: String) throws(ArchiveError) {
    var archive = BinaryArchive(kind: "hierarchy", network: network.routingFingerprint)
    archive.add("ranks", ranks)
    archive.add("nodes", nodes)
    archive.add("upward.first", upward.first)
    archive.add("upward.arcs", upward.arcs)
    archive.add("upward.middles", upwardMiddles)
    archive.add("downward.first", downward.first)
    archive.add("downward.arcs", downward.arcs)
    archive.add("downward.middles", downwardMiddles)
    try archive.write(to: path)
  }

  /// Loads the hierarchy of `network` from the file at `path`.
  ///
  /// - Throws: `ArchiveError` if the file is missing, damaged, or belongs to other links or travel times.
  public convenience init(_ network: Network, contentsOf path: String) throws(ArchiveError) {
    let archive = try BinaryArchive(
      contentsOf: path, kind: "hierarchy", network: network.routingFingerprint)
    try self.init(
      network: network,
      ranks: archive.array("ranks", file: path),
      nodes: archive.array("nodes", file: path),
      upward: Adjacency(
        first: archive.array("upward.first", file: path), arcs: archive.array("upward.arcs", file: path)),
      upwardMiddles: archive.array("upward.middles", file: path),
      downward: Adjacency(
        first: archive.array("downward.first", file: path), arcs: archive.array("downward.arcs", file: path)),
      downwardMiddles: archive.array("downward.middles", file: path))
    if let fault { throw .damaged(file: path, reason: fault) }
  }
}

extension HubLabels {
  /// Writes the labels to a file. Loading them with `init(_:contentsOf:)` is many times faster than deriving them
  /// again.
  ///
  /// - Throws: `ArchiveError.file` if the file cannot be written.
  public func write(to path: String) throws(ArchiveError) {
    var archive = BinaryArchive(kind: "labels", network: network.routingFingerprint)
    archive.add("forward.first", forward.first)
    archive.add("forward.hubs", forward.hubs)
    archive.add("backward.first", backward.first)
    archive.add("backward.hubs", backward.hubs)
    try archive.write(to: path)
  }

  /// Loads the labels of `network` from the file at `path`.
  ///
  /// - Throws: `ArchiveError` if the file is missing, damaged, or belongs to other links or travel times.
  public convenience init(_ network: Network, contentsOf path: String) throws(ArchiveError) {
    let archive = try BinaryArchive(contentsOf: path, kind: "labels", network: network.routingFingerprint)
    try self.init(
      network: network,
      forward: LabelSet(
        first: archive.array("forward.first", file: path), hubs: archive.array("forward.hubs", file: path)),
      backward: LabelSet(
        first: archive.array("backward.first", file: path), hubs: archive.array("backward.hubs", file: path)))
    guard forward.isSound(nodeCount: network.nodeCount), backward.isSound(nodeCount: network.nodeCount) else {
      throw .damaged(file: path, reason: "a label is not sound")
    }
  }
}
