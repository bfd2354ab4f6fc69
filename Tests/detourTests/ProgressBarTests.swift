import Foundation
import Testing

/// What a person at a terminal sees while a study runs.
struct ProgressBarTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  /// What the program prints on standard error where that is a terminal of `columns`.
  private func shown(_ words: [String], columns: UInt16) throws -> String {
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
    process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try scratch.newFile("output")
    process.standardError = FileHandle(fileDescriptor: terminal)
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

  @Test(arguments: [30, 50, 200] as [UInt16])
  func `the bar of a study fits the terminal, and goes at the end`(columns: UInt16) throws {
    let words = [
      "sweep", "town.json5", "--vary", "matching.radius_m=500:1500:4", "--replications", "8", "--out",
      "study",
    ]
    let text = try shown(words, columns: columns)
    let clearing = "\u{1B}[K"
    let lines = text.split(separator: "\r").map(String.init)
    #expect(lines.first == "reading …" + clearing)
    #expect(lines.last == clearing && !text.contains("\n"))
    #expect(lines.allSatisfy { $0.hasSuffix(clearing) })
    #expect(lines.allSatisfy { $0.count - clearing.count < Int(columns) }, "\(lines)")
    let bars = lines.filter { $0.contains(" of 32 runs") }
    #expect(!bars.isEmpty)
    #expect(columns < 50 || bars.allSatisfy { $0.contains("░") || $0.contains("█") })
  }
}
