import Synchronization

/// The files and folders that this process is writing and that do not have their final names yet; they are removed if
/// it is terminated.
public enum Unfinished {
  private static let paths = Mutex<Set<String>>([])
  private static let isRemoved = Atomic<Bool>(false)

  /// Whether everything has been removed because the program is ending; missing files then need not be reported.
  public static var isGone: Bool { isRemoved.load(ordering: .sequentiallyConsistent) }

  /// Registers `path` as unfinished.
  public static func begin(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  /// Calls `body`, which renames or removes `path`, and deregisters it; nothing is removed in the meantime.
  public static func end<Result>(_ path: String, _ body: () -> Result) -> Result {
    let result = paths.withLock { paths in
      paths.remove(path)
      return Sent(value: body())
    }
    return result.value
  }

  /// Removes all unfinished files and folders, and ends the program by calling `end`; concurrent calls of `end(_:_:)`
  /// wait.
  public static func removeAll(andEnd end: () -> Never) -> Never {
    paths.withLock { paths -> Never in
      isRemoved.store(true, ordering: .sequentiallyConsistent)
      for path in paths { FileSystem.remove(path) }
      end()
    }
  }

  /// A wrapper that lets a value that is not `Sendable` leave a lock.
  private struct Sent<Value>: @unchecked Sendable { let value: Value }
}
