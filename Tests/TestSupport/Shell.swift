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

/// Whether `command` succeeds: for tests that need a program that is not everywhere.
public func succeeds(_ command: String) -> Bool { (try? shell(command, in: "/").code) == 0 }

/// The path of a file of the checkout.
public func checkoutPath(_ path: String) -> String {
  SharedData.checkout.appending(path: path).path(percentEncoded: false)
}
