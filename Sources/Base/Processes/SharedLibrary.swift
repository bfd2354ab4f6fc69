import Glibc

/// A shared library that was loaded while the program runs.
///
/// It stays loaded: what it has started may go on, and many runs may use it at a time.
public struct SharedLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  /// Loads the library in the file `path`, which is not looked for elsewhere.
  ///
  /// - Throws: Why it cannot be loaded.
  public init(path: String) throws(SharedLibraryError) {
    // A name without a slash would be looked for where the system keeps its own.
    guard let handle = dlopen(path.contains("/") ? path : "./" + path, RTLD_NOW | RTLD_LOCAL) else {
      throw SharedLibraryError(reason: dlerror().map { String(cString: $0) } ?? "it cannot be loaded")
    }
    self.handle = handle
  }

  /// The address of the function `name`; nil where there is none.
  public func function(_ name: String) -> UnsafeMutableRawPointer? { dlsym(handle, name) }
}

/// The reason a library cannot be loaded, in the words of the system.
public struct SharedLibraryError: Error, Hashable, Sendable {
  public let reason: String
}
