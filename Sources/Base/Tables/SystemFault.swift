import Glibc

/// The reason the system did not do what it was asked: a few words, and whether the machine is to blame or the path.
///
///     throw .unwritable(file: path, reason: .last)            // what `errno` says
///     throw .unwritable(file: path, reason: "it is a folder")
public struct SystemFault: Error, Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The words of the system, as in “No space left on device”.
  public let words: String
  /// True if a device is full, read-only or fails, a limit is reached, or a permission is missing: then it is the machine
  /// that did not do what was asked, and not what was asked that was wrong.
  public let isOfDevice: Bool

  /// Creates a fault of the path.
  public init(stringLiteral words: String) {
    self.words = words
    isOfDevice = false
  }

  /// The meaning of the system's error `number`.
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

  /// The last failed call, of which `errno` tells.
  public static var last: Self { Self(number: errno) }

  /// The same fault, with `words` in front of what the system says.
  public func preceded(by words: String) -> Self {
    Self(words: words + self.words, isOfDevice: isOfDevice)
  }
}

extension SystemFault: CustomStringConvertible {
  public var description: String { words }
}
