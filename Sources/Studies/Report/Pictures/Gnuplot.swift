public import Foundation
public import Tables

/// The reason a picture cannot be created; `description` is the message for users.
public enum GnuplotError: Error, Hashable, Sendable {
  /// There is no gnuplot on the path.
  case missing
  /// gnuplot rejected the script.
  case failed(reason: String)
  case unwritable(path: String, reason: SystemFault)
}

extension GnuplotError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing:
      "gnuplot, which draws the pictures, is not on the PATH; install it (Debian, Ubuntu: apt-get install"
        + " gnuplot-nox)"
    case .failed(let reason): "gnuplot could not draw the picture (\(reason))"
    case .unwritable(let path, let reason): "\(path): cannot be written (\(reason)); give another --out"
    }
  }
}

/// The gnuplot program.
public struct Gnuplot: Sendable {
  private let program: URL
  private let environment: [String: String]

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
    // The variables for finding libraries and fonts, but not gnuplot's own settings, so that pictures are the
    // same for everyone.
    let kept: Set = ["PATH", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH"]
    self.environment = environment.filter { kept.contains($0.key) }
  }

  /// Draws `picture` in files such as `base.svg`, creates the folder if it is missing, and returns the paths.
  ///
  /// Each file is replaced atomically.
  ///
  /// - Throws: `GnuplotError`.
  public func draw(
    _ picture: Picture, as formats: [PictureFormat], in layout: PictureLayout = PictureLayout(),
    to base: String
  ) throws(GnuplotError) -> [String] {
    let files = formats.map { (format: $0, path: "\(base).\($0.ending)") }
    try draw(picture, files, layout)
    return files.map(\.path)
  }

  /// Returns the file of `picture` in `format`.
  ///
  /// - Throws: `GnuplotError`.
  public func drawn(
    _ picture: Picture, as format: PictureFormat, in layout: PictureLayout = PictureLayout()
  ) throws(GnuplotError) -> Data {
    try contents(picture, [format], layout)[0]
  }

  private func draw(
    _ picture: Picture, _ files: [(format: PictureFormat, path: String)], _ layout: PictureLayout
  ) throws(GnuplotError) {
    for file in files {
      do throws(TableError) { try OwnFile.check(file.path, for: "a picture", file.format.isIn) } catch {
        throw Self.unwritable(file.path, error)
      }
      try Self.prepareFolder(of: file.path)
    }
    let contents = try contents(picture, files.map(\.format), layout)
    for (file, content) in zip(files, contents) { try Self.keep(content, at: file.path) }
  }

  /// Returns the files that gnuplot creates from `picture`, in the order of `formats`.
  private func contents(
    _ picture: Picture, _ formats: [PictureFormat], _ layout: PictureLayout
  ) throws(GnuplotError) -> [Data] {
    // gnuplot runs in a temporary folder with fixed file names, so that no path is part of a script.
    let folder = FileManager.default.temporaryDirectory.appending(path: "detour-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      let parts = formats.map { $0.opening(layout) + picture.script(for: $0) + "unset output\n" }
      try Data(parts.joined().utf8).write(to: folder.appending(path: "picture.gp"))
    } catch {
      throw .unwritable(path: folder.path, reason: "the temporary folder is not writable")
    }
    let said = try run(in: folder)
    var contents: [Data] = []
    for format in formats {
      let drawn = folder.appending(path: format.drawnName)
      guard let content = try? Data(contentsOf: drawn), !content.isEmpty else { throw .failed(reason: said) }
      contents.append(format == .tikz ? Self.includable(content) : content)
    }
    return contents
  }

  /// Returns gnuplot's TikZ commands without the creation time, and with a note on the required package.
  private static func includable(_ content: Data) -> Data {
    let note = """
      % Include with \\input in a LaTeX document that has \\usepackage{gnuplot-lua-tikz};
      % gnuplot -e "set terminal tikz createstyle" writes that package.

      """
    let lines = String(decoding: content, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return Data(
      (note + lines.filter { !$0.hasPrefix("%% ") || $0.contains("GNUPLOT") }.joined(separator: "\n")).utf8)
  }

  private static func prepareFolder(of path: String) throws(GnuplotError) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    do throws(SystemFault) { try FileSystem.makeFolder(folder) } catch {
      throw .unwritable(path: folder, reason: error)
    }
  }

  private static func keep(_ content: Data, at path: String) throws(GnuplotError) {
    do throws(TableError) {
      var file = try AtomicFile(path: path)
      try file.write(Array(content))
      try file.close()
    } catch { throw unwritable(path, error) }
  }

  private static func unwritable(_ path: String, _ error: TableError) -> GnuplotError {
    if case .unwritable(_, let reason) = error { return .unwritable(path: path, reason: reason) }
    return .unwritable(path: path, reason: "\(error.description)")
  }

  /// Runs gnuplot on the script in `folder`, and returns its last message.
  private func run(in folder: URL) throws(GnuplotError) -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = ["--default-settings", "picture.gp"]
    process.currentDirectoryURL = folder
    process.environment = environment.merging(["HOME": folder.path, "TMPDIR": folder.path]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = output
    do {
      try process.run()
    } catch {
      throw .failed(reason: "\(error)")
    }
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let sentence = said.split(separator: "\n").last.map(String.init) ?? "it gave no reason"
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw .failed(reason: sentence)
    }
    return sentence
  }
}

/// The format of a picture file.
public enum PictureFormat: String, CaseIterable, Sendable {
  case svg
  case png
  case pdf
  /// Drawing commands of TikZ, to be included in a LaTeX document.
  case tikz

  /// The formats drawn by default.
  public static let usual: [Self] = [.svg, .png, .pdf]

  /// The extension of the file's name.
  public var ending: String { self == .tikz ? "tex" : rawValue }

  /// Creates the format given by the extension of `path`; nil if the extension is unknown.
  public init?(ofFile path: String) {
    guard let format = Self.allCases.first(where: { path.hasSuffix("." + $0.ending) }) else { return nil }
    self = format
  }

  /// The name of the file that gnuplot writes.
  var drawnName: String { "picture.\(ending)" }

  /// Returns the script lines that open the file; `S` is the size of marks, which the terminals scale
  /// differently.
  func opening(_ layout: PictureLayout) -> String {
    let (width, height) = (layout.width, layout.height)
    let thickness = layout.style.lineWidth
    // Marks shrink and grow with the type.
    let mark = layout.fontSize / 11.25
    var script = Script()
    switch self {
    case .svg:
      // A length without unit is 1/96 inch.
      let type: GnuplotCode = "font 'sans-serif,\(Self.plain(layout.fontSize * 96 / 72))' background 'white'"
      let lines: GnuplotCode = thickness == 1 ? "" : " linewidth \(thickness)"
      script.add("set terminal svg size \(pixels(width, 96)),\(pixels(height, 96)) fixed \(type)\(lines)")
      script.add("S = \(0.6 * mark)")
    case .png:
      // For high-resolution screens on a page, for print in a paper.
      let density = layout.style == .paper ? 300.0 : 192
      let scale = density / 96
      script.add(
        "set terminal pngcairo size \(pixels(width, density)),\(pixels(height, density)) \(Self.font(layout)) fontscale \(scale) linewidth \(scale * thickness)"
      )
      script.add("S = \(0.75 * scale * mark)")
    case .pdf:
      script.add(
        "set terminal pdfcairo size \(width)in,\(height)in \(Self.font(layout)) fontscale 0.75 linewidth \(thickness)"
      )
      script.add("S = \(0.45 * mark)")
    case .tikz:
      let line = 1.2 * layout.fontSize
      script.add(
        "set terminal tikz size \(width)in,\(height)in charsize \(PictureLayout.letter * layout.fontSize)pt,\(line)pt"
          + " font '\\fontsize{\(layout.fontSize)}{\(line)}\\selectfont' linewidth \(thickness)")
      script.add("S = \(0.75 * mark)")
    }
    script.add("set output \(Script.quoted(drawnName))")
    return script.text
  }

  private func pixels(_ inches: Double, _ density: Double) -> Int { Int((inches * density).rounded()) }

  /// Returns `number` as gnuplot code, without a decimal point if it is whole.
  private static func plain(_ number: Double) -> GnuplotCode {
    let whole = number.rounded()
    return abs(number - whole) < 1e-9 ? "\(Int(whole))" : "\((number * 100).rounded() / 100)"
  }

  private static func font(_ layout: PictureLayout) -> GnuplotCode {
    "font 'DejaVu Sans,\(plain(layout.fontSize))' background 'white'"
  }
}

extension PictureFormat {
  /// Returns whether `content` is a picture in this format and, as far as that is recognisable, was made by gnuplot.
  func isIn(_ content: Data) -> Bool {
    switch self {
    case .svg: content.begins(with: "<?xml ") && content.holds("GNUPLOT")
    case .png: content.starts(with: [0x89, 0x50, 0x4E, 0x47])
    case .pdf: content.begins(with: "%PDF-")
    case .tikz: content.holds("gnuplot")
    }
  }
}
