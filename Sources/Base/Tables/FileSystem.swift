import CSystem
import Glibc

/// The operations of the file system that keep files and folders whole whenever the program is killed.
public enum FileSystem {
  /// Tells whether anything stands under `path`.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Makes the folder at `path`, and those above it that are missing; one that is there is enough.
  ///
  /// - Throws: Why that fails, as `the folder /mnt/results cannot be made: Read-only file system`.
  public static func makeFolder(_ path: String) throws(SystemFault) {
    if path.count > 1, path.hasSuffix("/") { return try makeFolder(String(path.dropLast())) }
    guard mkdir(path, 0o777) != 0 else { return }
    let fault = SystemFault.last
    switch errno {
    case EEXIST where isFolder(path): return
    case ENOENT where FilePath.folder(of: path) != path && !FilePath.folder(of: path).isEmpty:
      try makeFolder(FilePath.folder(of: path))
      // Somebody else may have made it meanwhile.
      guard mkdir(path, 0o777) != 0, errno != EEXIST || !isFolder(path) else { return }
      throw SystemFault.last.preceded(by: "the folder \(path) cannot be made: ")
    default: throw fault.preceded(by: "the folder \(path) cannot be made: ")
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Lets what stands under the two paths change places in one step; false, with `errno`, where that fails: EINVAL
  /// or ENOSYS where the file system cannot do it.
  public static func exchange(_ one: String, _ other: String) -> Bool { detour_exchange(one, other) == 0 }

  /// Removes what stands at `path`, with all that lies in it; of a symbolic link the link alone, there and inside. False,
  /// with `errno`, where something cannot be removed.
  @discardableResult
  public static func remove(_ path: String) -> Bool { detour_remove(AT_FDCWD, path) == 0 }

  /// Tells whether a symbolic link stands at `path`.
  public static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Waits until what was written to the file or folder at `path` is on the device; false, with `errno`, where that
  /// fails.
  public static func synchronise(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return synchronise(descriptor)
  }

  /// Waits until what was written to the open file is on the device; false, with `errno`, where that fails.
  static func synchronise(_ descriptor: Int32) -> Bool {
    // Some file systems have nothing to wait for, and say so.
    fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP
  }
}
