import Glibc

/// A dynamically loaded shared library.
///
/// It is never unloaded: threads that it started may still run, and several runs may use it at once.
public struct SharedLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  /// Loads the library at exactly `path`, without searching elsewhere.
  ///
  /// - Throws: `SharedLibraryError` with the system's reason.
  public init(path: String) throws(SharedLibraryError) {
    // The loader searches the system's folders for a name without a slash.
    guard let handle = dlopen(path.contains("/") ? path : "./" + path, RTLD_NOW | RTLD_LOCAL) else {
      throw SharedLibraryError(reason: dlerror().map { String(cString: $0) } ?? "it cannot be loaded")
    }
    self.handle = handle
  }

  /// Returns the address of the function `name`; nil if the library has none.
  public func function(_ name: String) -> UnsafeMutableRawPointer? { dlsym(handle, name) }
}

/// The system's reason for failing to load a library.
public struct SharedLibraryError: Error, Hashable, Sendable {
  public let reason: String
}
