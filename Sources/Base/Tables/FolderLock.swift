import Glibc

/// A lock on a folder, which the system takes away when the process ends, however it ends.
///
/// Whoever finds a folder that nobody has locked may clear it away. A file system that has no locks locks nothing: then
/// nothing is cleared away there.
public struct FolderLock: ~Copyable {
  private let descriptor: Int32
  /// True if the file system has locks.
  public let holds: Bool

  /// Locks the folder at `path`; nil, with `errno`, where there is none, a symbolic link stands there, or somebody else has
  /// the lock (EWOULDBLOCK).
  public init?(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    var hasLock = flock(folder, LOCK_EX | LOCK_NB) == 0
    while !hasLock, errno == EINTR { hasLock = flock(folder, LOCK_EX | LOCK_NB) == 0 }
    guard hasLock || errno != EWOULDBLOCK else {
      close(folder)
      errno = EWOULDBLOCK
      return nil
    }
    descriptor = folder
    holds = hasLock
  }

  deinit { close(descriptor) }

  /// Tells whether the folder stands at `path`: somebody may have renamed or removed it before it was locked.
  public func stands(at path: String) -> Bool {
    var (mine, there) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && lstat(path, &there) == 0 && mine.st_ino == there.st_ino
      && mine.st_dev == there.st_dev
  }
}
