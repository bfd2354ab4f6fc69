import Foundation
import Testing

@testable import Tables

/// What is read is a file that ends, and no more of it than memory can hold.
@Suite struct OpenFileTests {
  /// Opening a named pipe used to wait for a writer, and /dev/zero to fill the memory.
  @Test func whatNeedNotEndIsRefused() throws {
    let scratch = try Scratch()
    let pipe = scratch.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let socketPath = "/tmp/detour-\(getpid()).socket"
    let socket = try Self.socket(at: socketPath)
    defer {
      close(socket)
      unlink(socketPath)
    }
    for (path, kind) in [
      (pipe, "a named pipe"), ("/dev/zero", "a device"), ("/dev/random", "a device"),
      (socketPath, "a socket or a device"),
    ] {
      let fault = TableError.notAFile(file: path, kind: kind)
      #expect(throws: fault) { _ = try FileBytes(contentsOf: path) }
      #expect(throws: fault) { try Digest.ofFile(path) }
      #expect(throws: fault) { _ = try CSVReader(contentsOf: path) }
    }
    #expect(
      TableError.notAFile(file: "a.csv", kind: "a named pipe").description
        == "a.csv: this is a named pipe; give a regular file, or a pipe such as /dev/stdin")
  }

  /// A pipe that was handed over by number has a writer; what is read twice cannot come from one.
  @Test func aPipeByNumberIsReadToItsEnd() throws {
    let pipe = Pipe()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    let writer = Thread {
      for _ in 0..<1_000 { pipe.fileHandleForWriting.write(Data(repeating: 0x61, count: 100)) }
      try? pipe.fileHandleForWriting.close()
    }
    writer.start()
    #expect(throws: TableError.notAFile(file: path, kind: "a pipe, which can be read only once")) {
      try Digest.ofFile(path)
    }
    #expect(try FileBytes(contentsOf: path).text == String(repeating: "a", count: 100_000))
  }

  @Test func aFileThatUnpacksToFarTooMuchIsRefused() throws {
    let scratch = try Scratch()
    let packed = FileBytesTests.gzip(String(repeating: "0", count: 3_000_000))
    let path = try scratch.write(packed, to: "bomb.csv.gz")
    func read(_ limit: InputLimit) throws -> Int { try FileBytes(contentsOf: path, limit: limit).count }
    #expect(throws: TableError.tooLarge(file: path, isPacked: true, limit: 1_000_000)) {
      try read(InputLimit(bytes: 1_000_000))
    }
    #expect(throws: TableError.tooLarge(file: path, isPacked: true, limit: 200 * packed.count)) {
      try read(InputLimit(bytes: 1 << 30, ratio: 200, harmless: 1 << 16))
    }
    #expect(throws: TableError.tooLarge(file: path, isPacked: false, limit: 1_000)) {
      try read(InputLimit(bytes: 1_000))
    }
    #expect(try read(InputLimit(bytes: 3_000_000)) == 3_000_000)
    #expect(try read(InputLimit(bytes: 1 << 30, ratio: 200, harmless: 3_000_000)) == 3_000_000)
    let message = TableError.tooLarge(file: "bomb.csv.gz", isPacked: true, limit: 1_000).description
    #expect(message.hasPrefix("bomb.csv.gz: unpacks to more than 1000 bytes"))
    #expect(message.hasSuffix("allow it with --max-input-bytes N"))
  }

  @Test func theUsualLimitKnowsTheMachine() {
    let usual = InputLimit.usual
    #expect(usual.bytes >= 1 << 30)
    #expect(usual.unpacked(from: 1) == 1 << 30)
    #expect(usual.unpacked(from: .max) == usual.bytes)
  }

  @Test func memoryThatIsNotThereIsAnError() {
    let fault = TableError.noMemory(file: "a", bytes: .max)
    #expect(throws: fault) { _ = try FileBytes(EndlessZeros(), file: "a") }
  }

  /// A collection that claims more bytes than can be.
  private struct EndlessZeros: Collection {
    var startIndex: Int { 0 }
    var endIndex: Int { .max }
    var count: Int { .max }
    subscript(index: Int) -> UInt8 { 0 }
    func index(after index: Int) -> Int { index + 1 }
  }

  private static func socket(at path: String) throws -> Int32 {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    return descriptor
  }
}
