/// The format of a picture file, by extension.
public enum PictureFormat: String, CaseIterable, Sendable {
  case svg
  case png
  case pdf

  /// The file name drawn by gnuplot.
  var drawnName: String { "picture.\(rawValue)" }

  /// Returns the script lines that open the file; `S` is the size of marks, which the terminals scale
  /// differently.
  func opening(_ size: PictureSize) -> String {
    let (width, height) = (size.width, size.height)
    var script = Script(lines: [])
    switch self {
    case .svg:
      script.add("set terminal svg size \(width),\(height) fixed font 'sans-serif,15' background 'white'")
      script.add("S = 0.6")
    case .png:
      // Twice as many pixels, for high-resolution screens.
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

/// The size of a picture, in units of 1/96 inch.
public struct PictureSize: Hashable, Sendable {
  /// The allowed side lengths: below, labels overlap, and above, gnuplot needs gigabytes.
  public static let sides = 300...4000

  public var width: Int
  public var height: Int

  /// Creates the size.
  public init(width: Int = 900, height: Int = 620) {
    self.width = width
    self.height = height
  }
}
