import Glibc

/// A folder that is open: what is done in it is done there, wherever its name leads to meanwhile.
public struct OpenFolder: ~Copyable {
  private let descriptor: Int32

  /// Opens the folder at `path`; nil where there is none, or a symbolic link stands there.
  public init?(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    descriptor = folder
  }

  deinit { close(descriptor) }

  /// The names of what lies in it, in no order.
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

  /// Removes the file `name` unless somebody has locked it; of a symbolic link the link itself.
  public func removeUnlocked(_ name: String) {
    let file = openat(descriptor, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ELOOP { unlinkat(descriptor, name, 0) }
      return
    }
    defer { close(file) }
    // A file system without locks has none to respect.
    guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return }
    // Whoever had it may have given it another name meanwhile, and somebody else the name to another file.
    var (mine, there) = (stat(), stat())
    guard fstat(file, &mine) == 0, fstatat(descriptor, name, &there, AT_SYMLINK_NOFOLLOW) == 0,
      mine.st_ino == there.st_ino, mine.st_dev == there.st_dev
    else { return }
    unlinkat(descriptor, name, 0)
  }
}
