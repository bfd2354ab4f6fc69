/// The format of a picture file.
public enum PictureFormat: String, CaseIterable, Sendable {
  case svg
  case png
  case pdf
  /// Drawing commands of TikZ, to be included in a LaTeX document.
  case tikz

  /// The formats in which a picture is drawn if none is named.
  public static let usual: [Self] = [.svg, .png, .pdf]

  /// The extension of the file's name.
  public var ending: String { self == .tikz ? "tex" : rawValue }

  /// Returns the format that the extension of `path` names; nil if it names none.
  public init?(ofFile path: String) {
    guard let format = Self.allCases.first(where: { path.hasSuffix("." + $0.ending) }) else { return nil }
    self = format
  }

  /// The file name drawn by gnuplot.
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

  /// Returns `number` as a number of gnuplot, without a decimal point if it is whole.
  private static func plain(_ number: Double) -> GnuplotCode {
    let whole = number.rounded()
    return abs(number - whole) < 1e-9 ? "\(Int(whole))" : "\((number * 100).rounded() / 100)"
  }

  private static func font(_ layout: PictureLayout) -> GnuplotCode {
    "font 'DejaVu Sans,\(plain(layout.fontSize))' background 'white'"
  }
}
