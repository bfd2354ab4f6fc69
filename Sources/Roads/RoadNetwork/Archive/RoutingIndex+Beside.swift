import Foundation

extension RoutingIndex {
  /// Returns the folder for data prepared for the network `file`: `FILE.routing`, beside it.
  public static func folder(beside file: String) -> String {
    var file = file
    while file.count > 1, file.hasSuffix("/") { file.removeLast() }
    return file + ".routing"
  }

  /// Prepares the network of `source`, or a copy of it with other travel times, for `method`, using and
  /// filling the folder `FILE.routing`.
  ///
  /// The folder is created beside a `.network` file, which is the program's own. Beside other files it is used
  /// only if it exists: the user created it on purpose.
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
  /// The folder for data prepared for the network; nil if it is not to be used.
  public var routingFolder: String? {
    let folder = RoutingIndex.folder(beside: path)
    return format == .archive || FileManager.default.fileExists(atPath: folder) ? folder : nil
  }
}
