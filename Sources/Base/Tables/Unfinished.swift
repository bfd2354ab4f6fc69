import Synchronization

/// The files and folders that this process is writing and that have no name yet: what is removed where it is told to end.
public enum Unfinished {
  private static let paths = Mutex<Set<String>>([])
  private static let isRemoved = Atomic<Bool>(false)

  /// True if all is being removed, because the program ends: whoever then finds something missing need not say so.
  public static var isGone: Bool { isRemoved.load(ordering: .sequentiallyConsistent) }

  /// Marks what stands at `path` as unfinished from now on.
  public static func begin(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  /// Ends the unfinished work at `path`, once `body` has named or removed it; nothing is removed meanwhile.
  public static func end<Result>(_ path: String, _ body: () -> Result) -> Result {
    let result = paths.withLock { paths in
      paths.remove(path)
      return Sent(value: body())
    }
    return result.value
  }

  /// Removes all that is unfinished, and ends the program as `end` does; who would name something meanwhile waits for that.
  public static func removeAll(andEnd end: () -> Never) -> Never {
    paths.withLock { paths -> Never in
      isRemoved.store(true, ordering: .sequentiallyConsistent)
      for path in paths { FileSystem.remove(path) }
      end()
    }
  }

  /// A value that comes out of a lock that guards something else.
  private struct Sent<Value>: @unchecked Sendable { let value: Value }
}
