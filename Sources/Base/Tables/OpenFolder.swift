import Glibc

/// An open folder: operations apply to it even if its path later refers to another folder.
public struct OpenFolder: ~Copyable {
  private let descriptor: Int32

  /// Opens the folder at `path`; nil if there is none or it is a symbolic link.
  public init?(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    descriptor = folder
  }

  deinit { close(descriptor) }

  /// The names of the folder's entries, in no particular order.
  public var names: [String] {
    let again = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard again >= 0 else { return [] }
    guard let listing = fdopendir(again) else {
      close(again)
      return []
    }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Removes the file `name` unless it is locked; a symbolic link itself is removed, not its target.
  public func removeUnlocked(_ name: String) {
    let file = openat(descriptor, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ELOOP { unlinkat(descriptor, name, 0) }
      return
    }
    defer { close(file) }
    // A file system without locks has none to respect.
    guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return }
    // The file may have been renamed in the meantime, and its name reused.
    var (mine, there) = (stat(), stat())
    guard fstat(file, &mine) == 0, fstatat(descriptor, name, &there, AT_SYMLINK_NOFOLLOW) == 0,
      mine.st_ino == there.st_ino, mine.st_dev == there.st_dev
    else { return }
    unlinkat(descriptor, name, 0)
  }
}

/// A lock on a folder, which the system releases however the process ends.
///
/// An unlocked folder may be removed by another process. On a file system without locks, nothing is locked and nothing
/// is removed.
public struct FolderLock: ~Copyable {
  private let descriptor: Int32
  /// Whether the file system supports locks.
  public let holds: Bool

  /// Locks the folder at `path`; nil, with `errno` set, if it does not exist, is a symbolic link, or is locked by
  /// another process (EWOULDBLOCK).
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

  /// Returns whether the locked folder is still at `path`: it may have been renamed or removed before it was
  /// locked.
  public func stands(at path: String) -> Bool {
    var (mine, there) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && lstat(path, &there) == 0 && mine.st_ino == there.st_ino
      && mine.st_dev == there.st_dev
  }
}
