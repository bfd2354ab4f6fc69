import CZlib
import Glibc
import Synchronization

/// The whole content of a file in memory; gzip files, recognised by their first bytes, are unpacked.
///
/// The content is followed by a line feed and zeros, so that scanners may read a few bytes past its end.
public struct FileBytes: ~Copyable {
  @usableFromInline let base: UnsafeMutablePointer<UInt8>
  /// The number of bytes.
  public let count: Int

  /// The number of readable bytes after the content.
  static var padding: Int { 64 }

  /// Reads the file at `path`, up to `limit`; `-` is standard input, which is kept for further reads.
  ///
  /// - Throws: `TableError` if the file is missing, endless, unreadable, too large, or a damaged gzip file.
  public init(contentsOf path: String, limit: InputLimit = .current) throws(TableError) {
    let raw = try Self.read(path, limit)
    guard raw.count >= 2, raw.bytes[0] == 0x1F, raw.bytes[1] == 0x8B else {
      self.init(adopting: raw)
      return
    }
    defer { free(raw.bytes) }
    self.init(adopting: try Self.unpack(raw, path, most: limit.unpacked(from: raw.count)))
  }

  /// Copies `bytes`; `file` is their name in messages.
  ///
  /// - Throws: `TableError.noMemory` if there is not enough memory.
  public init(_ bytes: some Collection<UInt8>, file: String) throws(TableError) {
    let copy = Block(bytes: try Self.resize(nil, bytes.count, file), count: bytes.count)
    _ = UnsafeMutableBufferPointer(start: copy.bytes, count: copy.count).update(fromContentsOf: bytes)
    self.init(adopting: copy)
  }

  deinit { free(base) }

  /// Calls `body` with the bytes.
  @inlinable
  public borrowing func withSpan<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: base, count: count).span)
  }

  /// A malloc block, with the number of bytes in use.
  private typealias Block = (bytes: UnsafeMutablePointer<UInt8>, count: Int)

  private init(adopting block: Block) {
    base = block.bytes
    count = block.count
    base[count] = Byte.lineFeed
    for offset in 1..<Self.padding { base[count + offset] = 0 }
  }

  /// Resizes `bytes` to `count` bytes and the padding; frees the block if there is not enough memory.
  private static func resize(
    _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ path: String
  ) throws(TableError) -> UnsafeMutablePointer<UInt8> {
    let room = count.addingReportingOverflow(padding)
    guard !room.overflow, let memory = realloc(bytes, room.partialValue) else {
      free(bytes)
      throw .noMemory(file: path, bytes: count)
    }
    // The first touch of each page costs a page fault: large files use large pages.
    let page = 1 << 12
    let first = (Int(bitPattern: memory) + page - 1) & -page
    let whole = (Int(bitPattern: memory) + room.partialValue - first) & -page
    if whole >= 1 << 22 { madvise(UnsafeMutableRawPointer(bitPattern: first), whole, MADV_HUGEPAGE) }
    return memory.assumingMemoryBound(to: UInt8.self)
  }

  private static func read(_ path: String, _ limit: InputLimit) throws(TableError) -> Block {
    guard path == OpenFile.standardInput else { return try readFile(path, limit) }
    if let kept = standardInput.withLock({ $0 }) {
      let block = Block(bytes: try resize(nil, kept.count, path), count: kept.count)
      _ = UnsafeMutableBufferPointer(start: block.bytes, count: block.count).update(fromContentsOf: kept)
      return block
    }
    let block = try readFile(path, limit)
    let kept = Array(UnsafeBufferPointer(start: block.bytes, count: block.count))
    standardInput.withLock { $0 = kept }
    return block
  }

  /// The content of standard input, which can be read only once.
  private static let standardInput = Mutex<[UInt8]?>(nil)

  private static func readFile(_ path: String, _ limit: InputLimit) throws(TableError) -> Block {
    let file = try OpenFile(path: path)
    guard file.size <= limit.bytes else { throw .tooLarge(file: path, isPacked: false, limit: limit.bytes) }
    var room = max(file.size, 1 << 12)
    var block = Block(bytes: try resize(nil, room, path), count: 0)
    while true {
      // The padding leaves room to detect the end of a file of the stated size without growing.
      let rest = UnsafeMutableRawBufferPointer(
        start: block.bytes + block.count, count: room + padding - block.count)
      let came: Int
      do throws(TableError) { came = try file.read(into: rest) } catch {
        free(block.bytes)
        throw error
      }
      block.count += came
      if came == 0 { break }
      guard block.count <= limit.bytes else {
        free(block.bytes)
        throw .tooLarge(file: path, isPacked: false, limit: limit.bytes)
      }
      guard block.count > room else { continue }
      room *= 2
      block.bytes = try resize(block.bytes, room, path)
    }
    block.bytes = try resize(block.bytes, block.count, path)
    return block
  }

  private static func unpack(_ packed: Block, _ path: String, most: Int) throws(TableError) -> Block {
    var stream = z_stream()
    let version = ZLIB_VERSION
    guard inflateInit2_(&stream, 16 + MAX_WBITS, version, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .unreadable(file: path, reason: "zlib \(version) does not start")
    }
    defer { inflateEnd(&stream) }
    var room = max(1 << 12, min(statedSize(of: packed), 1032 * packed.count, most))
    var block = Block(bytes: try resize(nil, room, path), count: 0)
    var used = 0
    while true {
      if block.count == room {
        room *= 2
        block.bytes = try resize(block.bytes, room, path)
      }
      let state = inflate(&stream, packed, &used, into: &block, room)
      do throws(TableError) {
        guard block.count <= most else { throw .tooLarge(file: path, isPacked: true, limit: most) }
        if try isWhole(&stream, state, packed, used, path) { return block }
      } catch {
        free(block.bytes)
        throw error
      }
    }
  }

  /// Returns the last member's size as stated in its last four bytes: a good first guess, never trusted.
  private static func statedSize(of packed: Block) -> Int {
    let tail = UnsafeRawPointer(packed.bytes + max(0, packed.count - 4))
    return packed.count >= 18 ? Int(UInt32(littleEndian: tail.loadUnaligned(as: UInt32.self))) : 0
  }

  /// Unpacks as much as fits after the content of `block`, and returns zlib's status.
  private static func inflate(
    _ stream: inout z_stream, _ packed: Block, _ used: inout Int, into block: inout Block, _ room: Int
  ) -> Int32 {
    let input = UInt32(clamping: packed.count - used)
    let space = UInt32(clamping: room - block.count)
    stream.next_in = packed.bytes + used
    stream.avail_in = input
    stream.next_out = block.bytes + block.count
    stream.avail_out = space
    let state = CZlib.inflate(&stream, Z_NO_FLUSH)
    used += Int(input - stream.avail_in)
    block.count += Int(space - stream.avail_out)
    return state
  }

  /// Returns whether `state` marks the end of a complete file; another member may follow.
  private static func isWhole(
    _ stream: inout z_stream, _ state: Int32, _ packed: Block, _ used: Int, _ path: String
  ) throws(TableError) -> Bool {
    switch state {
    case Z_OK, Z_BUF_ERROR:
      guard used == packed.count, stream.avail_out > 0 else { return false }
      throw .damagedArchive(file: path, reason: "it ends prematurely")
    case Z_STREAM_END:
      let rest = UnsafeBufferPointer(start: packed.bytes + used, count: packed.count - used)
      if rest.allSatisfy({ $0 == 0 }) { return true }
      inflateReset(&stream)
      return false
    default:
      throw .damagedArchive(
        file: path, reason: stream.msg.map { String(cString: $0) } ?? "zlib error \(state)")
    }
  }
}

extension FileBytes {
  /// The content as text; bytes that are not UTF-8 become replacement characters.
  public var text: String {
    String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
  }
}
