import Foundation
import Testing

/// A terminal that nobody looks at: what a program shows a person.
enum Terminal {
  /// What `detour` with `words` prints on a terminal of `columns`; with `ofOutput`, on standard output, else on standard
  /// error.
  static func shown(
    _ words: [String], columns: UInt16, ofOutput: Bool = false, environment: [String: String] = [:],
    in scratch: Scratch
  ) throws -> String {
    // What posix_openpt, unlockpt and ptsname do, which Glibc's module leaves out.
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(master >= 0)
    defer { close(master) }
    let (unlock, askNumber) = (0x4004_5431 as UInt, 0x8004_5430 as UInt)
    var number: UInt32 = 0
    try #require(ioctl(master, unlock, &number) == 0 && ioctl(master, askNumber, &number) == 0)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
    let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    let process = Process()
    process.executableURL = Program.url
    process.arguments = words
    process.currentDirectoryURL = scratch.url
    process.environment = ProcessInfo.processInfo.environment.filter {
      $0.key != "NO_COLOR" && $0.key != "COLUMNS"
    }
    .merging(["TERM": "xterm"]) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let (shown, other) = (FileHandle(fileDescriptor: terminal), try scratch.newFile("other"))
    process.standardOutput = ofOutput ? shown : other
    process.standardError = ofOutput ? other : shown
    try process.run()
    close(terminal)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    // The last writer's end ends the reading.
    while case let count = read(master, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: bytes, as: UTF8.self)
  }
}
