import CSystem
import Glibc

/// What the program asks of the file system so that files and folders are whole whenever it is killed.
public enum FileSystem {
  /// Whether anything stands under `path`.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Lets what stands under the two paths change places in one step; false, with `errno`, where that fails: EINVAL
  /// or ENOSYS where the file system cannot do it.
  public static func exchange(_ one: String, _ other: String) -> Bool { detour_exchange(one, other) == 0 }

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
