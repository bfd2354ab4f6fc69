import Glibc

/// The reason for a failed system operation: a few words, and whether the machine or the path caused it.
///
///     throw .unwritable(file: path, reason: .last)            // what `errno` says
///     throw .unwritable(file: path, reason: "it is a folder")
public struct SystemFault: Error, Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The system's message, such as “No space left on device”.
  public let words: String
  /// Whether the machine, not the request, is at fault: a device is full, read-only or failing, a limit is reached, or
  /// a permission is missing.
  public let isOfDevice: Bool

  /// Creates a fault caused by the path.
  public init(stringLiteral words: String) {
    self.words = words
    isOfDevice = false
  }

  /// Creates the fault of the system's error `number`.
  public init(number: Int32) {
    words = String(cString: strerror(number))
    isOfDevice = Self.ofMachine.contains(number)
  }

  private init(words: String, isOfDevice: Bool) {
    self.words = words
    self.isOfDevice = isOfDevice
  }

  private static let ofMachine: Set = [
    ENOSPC, EDQUOT, EFBIG, EIO, EROFS, EACCES, EPERM, EMFILE, ENFILE, ENOMEM,
  ]

  /// The fault of the last failed call, from `errno`.
  public static var last: Self { Self(number: errno) }

  /// Returns the same fault with `words` before the system's message.
  public func preceded(by words: String) -> Self {
    Self(words: words + self.words, isOfDevice: isOfDevice)
  }
}

extension SystemFault: CustomStringConvertible {
  public var description: String { words }
}
