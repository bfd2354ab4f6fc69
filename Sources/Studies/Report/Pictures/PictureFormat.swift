/// The format of a picture's file: its extension.
public enum PictureFormat: String, CaseIterable, Sendable {
  case svg
  case png
  case pdf

  /// The name under which gnuplot draws it.
  var drawnName: String { "picture.\(rawValue)" }

  /// The lines of a script that open the file; `S` is the size of marks, which the terminals scale differently.
  func opening(_ size: PictureSize) -> String {
    let (width, height) = (size.width, size.height)
    var script = Script(lines: [])
    switch self {
    case .svg:
      script.add("set terminal svg size \(width),\(height) fixed font 'sans-serif,15' background 'white'")
      script.add("S = 0.6")
    case .png:
      // Twice as many pixels, for screens that are fine.
      script.add("set terminal pngcairo size \(2 * width),\(2 * height) \(Self.font) fontscale 2 linewidth 2")
      script.add("S = 2")
    case .pdf:
      let (across, down) = (Double(width) / 96, Double(height) / 96)
      script.add("set terminal pdfcairo size \(across)in,\(down)in \(Self.font) fontscale 0.75 linewidth 1")
      script.add("S = 0.6")
    }
    script.add("set output \(Script.quoted(drawnName))")
    return script.text
  }

  private static let font: GnuplotCode = "font 'DejaVu Sans,15' background 'white'"
}

/// The size of a picture, in units of which 96 are an inch.
public struct PictureSize: Hashable, Sendable {
  /// The possible lengths of a side: below, words cover each other, and above, gnuplot takes gigabytes.
  public static let sides = 300...4000

  public var width: Int
  public var height: Int

  /// Creates the size.
  public init(width: Int = 900, height: Int = 620) {
    self.width = width
    self.height = height
  }
}
