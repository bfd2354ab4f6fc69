import Foundation

/// What `command` prints when a POSIX shell runs it in `folder`, and its exit code.
public func shell(_ command: String, in folder: String) throws -> (output: String, code: Int32) {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = ["-c", command]
  process.currentDirectoryURL = URL(filePath: folder)
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (String(decoding: output, as: UTF8.self), process.terminationStatus)
}

/// Writes `script` into the file at `path`, which may be executed at once.
///
/// A process that another thread forks meanwhile inherits whatever this one is writing to, and until it executes something itself, nobody
/// can execute that file (`ETXTBSY`). So this process never opens it: a shell writes it, and has ended before this returns.
public func writeExecutable(_ script: String, to path: String) throws {
  let process = Process()
  let input = Pipe()
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = ["-c", #"mkdir -p "$(dirname "$0")" && cat >"$0" && chmod 755 "$0""#, path]
  process.standardInput = input
  try process.run()
  try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
  try input.fileHandleForWriting.close()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
}

/// Copies the program at `path` to `copy`, which may be executed at once, as with `writeExecutable`.
public func copyExecutable(_ path: String, to copy: String) throws {
  let process = Process()
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = ["-c", #"mkdir -p "$(dirname "$1")" && cp -L "$0" "$1""#, path, copy]
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
}

/// Whether `command` succeeds: for tests that need a program that is not everywhere.
public func succeeds(_ command: String) -> Bool { (try? shell(command, in: "/").code) == 0 }

/// The path of a file of the checkout.
public func checkoutPath(_ path: String) -> String {
  SharedData.checkout.appending(path: path).path(percentEncoded: false)
}
