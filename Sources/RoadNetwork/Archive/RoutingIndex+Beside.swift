import Foundation

extension RoutingIndex {
  /// The folder beside the network `file` where what is prepared for it is kept: `FILE.routing`.
  public static func folder(beside file: String) -> String {
    var file = file
    while file.count > 1, file.hasSuffix("/") { file.removeLast() }
    return file + ".routing"
  }

  /// Prepares `network`, which was loaded from `file`, for `method`; where the folder `FILE.routing` exists,
  /// its files are used and filled.
  ///
  /// The folder is what asks for it: prepared data can be far larger than its network.
  public convenience init(
    _ network: Network, method: RoutingMethod, beside file: String,
    labelBytes: Int = RoutingIndex.usualLabelBytes
  ) {
    let folder = Self.folder(beside: file)
    if FileManager.default.fileExists(atPath: folder) {
      self.init(network, method: method, cachedIn: folder, labelBytes: labelBytes)
    } else {
      self.init(network, method: method, labelBytes: labelBytes)
    }
  }
}
