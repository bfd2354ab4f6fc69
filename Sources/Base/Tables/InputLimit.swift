import Synchronization

/// The maximum size of an unpacked file, so that a small file cannot exhaust the memory.
///
/// The default is half of the machine's memory. In addition, a packed file may unpack to at most 1 GiB or 200 times its
/// size, whichever is greater; no table or map comes near that ratio.
public struct InputLimit: Hashable, Sendable {
  /// The maximum size of a file after unpacking, bytes.
  var bytes: Int
  /// The maximum number of unpacked bytes per packed byte; nil: no limit.
  var ratio: Int?
  /// The unpacked size up to which the ratio is ignored, bytes.
  var harmless: Int

  /// Creates a limit of `bytes`, at any compression ratio.
  public init(bytes: Int) { self.init(bytes: bytes, ratio: nil, harmless: 0) }

  init(bytes: Int, ratio: Int?, harmless: Int) {
    (self.bytes, self.ratio, self.harmless) = (bytes, ratio, harmless)
  }

  /// The default limit.
  public static var usual: Self {
    Self(bytes: max(1 << 30, PhysicalMemory.bytes / 2), ratio: 200, harmless: 1 << 30)
  }

  private static let setting = Mutex<InputLimit?>(nil)

  /// The limit of this process: `usual`, or the user's setting.
  public static var current: Self {
    get { setting.withLock { $0 } ?? usual }
    set { setting.withLock { $0 = newValue } }
  }

  /// Returns the maximum unpacked size of a file of `packed` bytes.
  public func unpacked(from packed: Int) -> Int {
    guard let ratio else { return bytes }
    let most = packed.multipliedReportingOverflow(by: ratio)
    return min(bytes, max(harmless, most.overflow ? .max : most.partialValue))
  }
}
