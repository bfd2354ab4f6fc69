import Glibc

/// Why the system did not do what it was asked: a few words, and whether the device is to blame or the path.
///
///     throw .unwritable(file: path, reason: .last)            // what `errno` says
///     throw .unwritable(file: path, reason: "it is a folder")
public struct SystemFault: Error, Hashable, Sendable, ExpressibleByStringInterpolation {
  /// As in “No space left on device”.
  public let words: String
  /// Whether the device is full, at a limit, or fails: then no other path that was given would have been right.
  public let isOfDevice: Bool

  /// Creates a fault of the path.
  public init(stringLiteral words: String) {
    self.words = words
    isOfDevice = false
  }

  private init(number: Int32) {
    words = String(cString: strerror(number))
    isOfDevice = [ENOSPC, EDQUOT, EFBIG, EIO].contains(number)
  }

  /// The last failed call, of which `errno` tells.
  public static var last: Self { Self(number: errno) }
}

extension SystemFault: CustomStringConvertible {
  public var description: String { words }
}
