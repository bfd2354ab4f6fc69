import Glibc
import Tables

/// The pack in a folder to which this process appends, locked against other processes.
///
/// A pack has one writer at a time; when it has ended, another process on the same machine may continue its pack.
struct PackWriter: ~Copyable {
  let path: String
  private let pack: Int32
  private let index: Int32
  private var size: Int

  /// Opens the first free pack in `folder` with `head` as its first line, or creates one.
  ///
  /// - Parameter ending: the suffix of pack names, such as `.runs`.
  /// - Throws: `SystemFault`.
  init(in folder: String, ending: String, head: String) throws(SystemFault) {
    for number in 1... {
      let path = "\(folder)/\(Self.machine)-\(number)\(ending)"
      let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o666)
      guard file >= 0 else { throw .last }
      switch Self.lock(file) {
      case .taken: close(file)
      case .missing:
        var status = stat()
        if fstat(file, &status) == 0, status.st_size == 0 { unlink(path) }
        close(file)
        try self.init(unlockedIn: folder, ending: ending, head: head)
        return
      case .held:
        if let writer = try PackWriter(path, file, head: head) {
          self = writer
          return
        }
      }
    }
    throw "there is no free name for a pack"
  }

  /// Creates a pack that no other process uses, on a file system without locks.
  private init(unlockedIn folder: String, ending: String, head: String) throws(SystemFault) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let path = "\(folder)/\(Self.machine)-p\(getpid())-\(now.tv_sec).\(now.tv_nsec)\(ending)"
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .last }
    guard let writer = try PackWriter(path, file, head: head) else { throw "a new pack is not empty" }
    self = writer
  }

  /// Continues the pack in the open `file`; nil if it has a different first line.
  private init?(_ path: String, _ file: Int32, head: String) throws(SystemFault) {
    var status = stat()
    guard fstat(file, &status) == 0 else {
      let fault = SystemFault.last
      close(file)
      throw fault
    }
    let line = Array((head + "\n").utf8)
    var size = Int(status.st_size)
    var present = [UInt8](repeating: 0, count: min(size, line.count))
    let came = pread(file, &present, present.count, 0)
    guard came == present.count, line.starts(with: present) else {
      close(file)
      return nil
    }
    if size < line.count {
      // Its first process has died before it had written any record.
      guard ftruncate(file, 0) == 0, Self.write(line, to: file) else {
        let fault = SystemFault.last
        ftruncate(file, 0)
        close(file)
        throw fault
      }
      size = line.count
    }
    let index = open(
      path + PackFile.indexEnding, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard index >= 0 else {
      let fault = SystemFault.last
      close(file)
      throw fault
    }
    self.path = path
    pack = file
    self.index = index
    self.size = size
    trimIndex()
  }

  deinit {
    close(index)
    close(pack)
  }

  /// Adds entries missing from the index because the process that wrote their records ended too early.
  mutating func index(_ entries: [PackEntry]) {
    guard !entries.isEmpty else { return }
    // Without them the pack is scanned, which takes longer and finds the same.
    if !Self.write(entries.flatMap(\.indexed), to: index) { trimIndex() }
  }

  /// Truncates the index to whole entries, so that later ones lie at multiples of their size.
  private func trimIndex() {
    var status = stat()
    guard fstat(index, &status) == 0 else { return }
    let rest = Int(status.st_size) % PackEntry.indexSize
    if rest > 0 { ftruncate(index, status.st_size - off_t(rest)) }
  }

  /// Appends the record of `entry` with `content`, and returns its entry.
  ///
  /// - Throws: `SystemFault` if the device is full or fails; the pack is then unchanged.
  mutating func append(_ entry: PackEntry, _ content: [UInt8]) throws(SystemFault) -> PackEntry {
    var entry = entry
    entry.offset = size
    entry.length = content.count
    guard Self.write(entry.record(content), to: pack) else {
      let fault = SystemFault.last
      ftruncate(pack, off_t(size))
      throw fault
    }
    size = entry.end
    index([entry])
    return entry
  }

  /// Flushes the pack to the device; returns false, with `errno` set, on failure.
  func synchronise() -> Bool {
    fsync(pack) == 0 || errno == EINVAL || errno == ENOTSUP
  }

  private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = Glibc.write(file, rest.baseAddress, rest.count)
        if count < 0, errno != EINTR { return false }
        if count > 0 { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
      }
      return true
    }
  }

  private enum Lock { case held, taken, missing }

  private static func lock(_ file: Int32) -> Lock {
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return .taken
      default: return .missing
      }
    }
    return .held
  }

  /// A name unique to this running system. A pack is only continued on the machine that created it, because cluster
  /// file systems may grant locks that other machines do not see.
  static let machine: String = {
    var name = host
    if let window = FileWindow("/proc/sys/kernel/random/boot_id") {
      name = window.withBytes(at: 0, 64) { String(decoding: $0, as: UTF8.self) }
    }
    return String(Digest.of(name).prefix(12))
  }()

  private static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "host" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
