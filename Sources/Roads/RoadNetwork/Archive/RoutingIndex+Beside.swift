import Foundation

extension RoutingIndex {
  /// The folder beside the network `file` where what is prepared for it is kept: `FILE.routing`.
  public static func folder(beside file: String) -> String {
    var file = file
    while file.count > 1, file.hasSuffix("/") { file.removeLast() }
    return file + ".routing"
  }

  /// Prepares the network of `source`, or one with other times made of it, for `method`; what is prepared is
  /// taken from the folder `FILE.routing` and kept there.
  ///
  /// The folder is made beside a `.network` file, which is the program's own. Beside the files of others it is
  /// used only where it exists: who made it asked for it.
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
  /// The folder where what is prepared for the network is kept; nil where nobody asked for that.
  public var routingFolder: String? {
    let folder = RoutingIndex.folder(beside: path)
    return format == .archive || FileManager.default.fileExists(atPath: folder) ? folder : nil
  }
}
