public import Foundation

/// Why a picture cannot be made; `description` is the sentence for people.
public enum GnuplotError: Error, Hashable, Sendable {
  /// There is no gnuplot on the path.
  case missing
  /// gnuplot refused the script.
  case failed(reason: String)
  case unwritable(path: String, reason: String)
}

extension GnuplotError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing:
      "gnuplot is not on the PATH, and pictures are drawn by it; install it (Debian, Ubuntu: apt-get install"
        + " gnuplot-nox)"
    case .failed(let reason): "gnuplot could not draw the picture (\(reason))"
    case .unwritable(let path, let reason): "\(path): cannot be written (\(reason)); give another --out"
    }
  }
}

/// The program that draws.
public struct Gnuplot: Sendable {
  private let program: URL

  /// Finds gnuplot on the path of `environment`.
  ///
  /// - Throws: `GnuplotError.missing`.
  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(GnuplotError) {
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    let files = folders.map { URL(filePath: String($0)).appending(path: "gnuplot") }
    guard let file = files.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      throw .missing
    }
    program = file
  }

  /// Draws `picture` as `base.svg` and `base.png`, whose folder is made where it is missing; answers their paths.
  ///
  /// Both appear complete or not at all, in place of older ones.
  ///
  /// - Throws: `GnuplotError`.
  public func draw(_ picture: Picture, to base: String) throws(GnuplotError) -> [String] {
    let folder = URL(filePath: base).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path: folder, reason: "the folder cannot be made")
    }
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw .unwritable(path: folder, reason: "the folder refuses files")
    }
    // S is the size of marks, which the terminals scale differently.
    let terminals = [
      ("svg", "svg size 900,620 fixed font 'sans-serif,15' background 'white'\nS = 0.6"),
      (
        "png",
        "pngcairo size 1800,1240 font 'DejaVu Sans,15' fontscale 2 linewidth 2 background 'white'\nS = 2"
      ),
    ]
    // Whatever happens, nothing half drawn is left.
    defer { for (ending, _) in terminals { unlink(Self.partial(base, ending)) } }
    var script = ""
    for (ending, terminal) in terminals {
      let file = Self.partial(base, ending).replacing("'", with: "''")
      script += "set terminal \(terminal)\nset output '\(file)'\n\(picture.script)unset output\n"
    }
    let said = try run(script, at: Self.partial(base, "gp"))
    for (ending, _) in terminals {
      let partial = Self.partial(base, ending)
      guard FileManager.default.fileExists(atPath: partial) else { throw .failed(reason: said) }
      guard rename(partial, "\(base).\(ending)") == 0 else {
        throw .unwritable(path: "\(base).\(ending)", reason: String(cString: strerror(errno)))
      }
    }
    return terminals.map { "\(base).\($0.0)" }
  }

  private static func partial(_ base: String, _ ending: String) -> String {
    "\(base).\(ProcessInfo.processInfo.processIdentifier).partial.\(ending)"
  }

  /// Has gnuplot read `script` from the file at `path`, which goes afterwards; answers what it said last.
  private func run(_ script: String, at path: String) throws(GnuplotError) -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = [path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = output
    defer { unlink(path) }
    do {
      try Data(script.utf8).write(to: URL(filePath: path))
      try process.run()
    } catch {
      throw .failed(reason: "\(error)")
    }
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let sentence = said.split(separator: "\n").last.map(String.init) ?? "it gave no reason"
    guard process.terminationStatus == 0 else { throw .failed(reason: sentence) }
    return sentence
  }
}
