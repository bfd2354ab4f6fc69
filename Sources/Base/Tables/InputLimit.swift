import Synchronization

/// The most that a file may hold once it is unpacked, so that a small file cannot fill the memory.
///
/// Unless the user says otherwise that is half of the machine's memory, and of a packed file no more than
/// 200 times its size where that is above 1 GiB: no table or map comes near that.
public struct InputLimit: Hashable, Sendable {
  /// The most bytes of a file as it is read.
  var bytes: Int
  /// The most bytes of content for a byte of a packed file; nil for any number.
  var ratio: Int?
  /// The number of bytes up to which the ratio does not matter.
  var harmless: Int

  /// Creates the limit of `bytes`, whatever the ratio.
  public init(bytes: Int) { self.init(bytes: bytes, ratio: nil, harmless: 0) }

  init(bytes: Int, ratio: Int?, harmless: Int) {
    (self.bytes, self.ratio, self.harmless) = (bytes, ratio, harmless)
  }

  /// The limit that holds unless the user says otherwise.
  public static var usual: Self {
    Self(bytes: max(1 << 30, PhysicalMemory.bytes / 2), ratio: 200, harmless: 1 << 30)
  }

  private static let setting = Mutex<InputLimit?>(nil)

  /// The limit of this process: `usual`, or what the user set.
  public static var current: Self {
    get { setting.withLock { $0 } ?? usual }
    set { setting.withLock { $0 = newValue } }
  }

  /// The most bytes that a file of `packed` bytes may unpack to.
  public func unpacked(from packed: Int) -> Int {
    guard let ratio else { return bytes }
    let most = packed.multipliedReportingOverflow(by: ratio)
    return min(bytes, max(harmless, most.overflow ? .max : most.partialValue))
  }
}
