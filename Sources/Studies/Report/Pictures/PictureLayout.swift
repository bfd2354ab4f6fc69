/// The size of a picture, its font size, and the text around it.
public struct PictureLayout: Hashable, Sendable {
  /// The intended use of a picture.
  public enum Style: String, CaseIterable, Sendable {
    /// A self-contained picture, with a title and lines that describe it.
    case page
    /// A picture for a column of a paper, described by the paper's caption.
    case paper
    /// A picture read from a distance, with large type and thick lines.
    case slides

    /// Width and height in inches.
    fileprivate var size: (width: Double, height: Double) {
      switch self {
      case .page: (9.375, 62.0 / 9.6)
      case .paper: (3.5, 2.5)
      case .slides: (10, 5.625)
      }
    }

    /// The font size in points.
    fileprivate var fontSize: Double {
      switch self {
      case .page: 11.25
      case .paper: 8
      case .slides: 20
      }
    }

    /// The factor applied to line widths.
    var lineWidth: Double {
      switch self {
      case .page: 1
      case .paper: 0.7
      case .slides: 1.8
      }
    }
  }

  /// The allowed widths and heights, in inches: smaller pictures have no room for labels, and larger ones make gnuplot
  /// use gigabytes of memory.
  public static let sides = 1.5...42.0
  /// The allowed font sizes, in points.
  public static let fontSizes = 4.0...72.0

  public let style: Style
  /// The width in inches.
  public let width: Double
  /// The height in inches.
  public let height: Double
  /// The font size in points.
  public let fontSize: Double

  /// Creates the layout.
  ///
  /// - Parameters:
  ///   - width: in inches; nil: in proportion to the height, or else the width of the style.
  ///   - height: in inches; nil: in proportion to the width, or else the height of the style.
  ///   - fontSize: in points; nil: that of the style, reduced for small pictures except in the style `paper`.
  public init(_ style: Style = .page, width: Double? = nil, height: Double? = nil, fontSize: Double? = nil) {
    let usual = style.size
    self.style = style
    self.width = width ?? height.map { $0 * usual.width / usual.height } ?? usual.width
    self.height = height ?? width.map { $0 * usual.height / usual.width } ?? usual.height
    let share = min(self.width / usual.width, self.height / usual.height)
    // Type shrinks less than the picture, since it has to be read.
    self.fontSize =
      fontSize
      ?? (style == .paper ? style.fontSize : max(6, style.fontSize * min(1, 1.1 * share.squareRoot())))
  }

  /// The width in ems.
  var emsAcross: Double { width * 72 / fontSize }

  /// The height in ems.
  var emsDown: Double { height * 72 / fontSize }

  /// Whether the picture has room for axes with labels in its font size.
  public var hasRoom: Bool { emsAcross >= 18 && emsDown >= 14 }

  /// The horizontal room for characters, relative to a page of the default size; at most 1.
  var across: Double { min(1, emsAcross / 60) }

  /// The vertical room for lines, relative to a page of the default size; at most 1.
  var down: Double { min(1, emsDown / (62 / 1.5)) }

  /// Whether a legend beside the plot, or long labels, would leave the plot too little room.
  var isNarrow: Bool { across < 0.8 }

  /// Whether several lines of text above the plot would leave it too little room.
  var isLow: Bool { down < 0.8 }

  /// Whether labels are short, because there is little room or a caption beside the picture explains them.
  var isTerse: Bool { isNarrow || isLow || style != .page }

  /// The mean width of a character, in ems.
  static let letter = 0.6

  /// Returns the number of characters that fit where a page of the default size has room for `count`.
  func letters(_ count: Int) -> Int { max(8, Int(Double(count) * across)) }

  /// Returns the minimum height of a plot, in ems, excluding its labels, a title of `title` lines, and a legend of
  /// `legend` lines above it.
  func plotEmsDown(title: Int = 0, legend: Int = 0) -> Double {
    max(2, emsDown - 7 - 1.3 * Double(title + (isNarrow ? legend : 0)))
  }

  /// The maximum number of lines of text above a plot that leave it enough room.
  var titleLines: Int { max(2, Int(0.36 * emsDown / 1.25)) }

  /// The maximum number of characters per legend entry.
  var legendLetters: Int { isNarrow ? max(10, Int((emsAcross / 2 - 4.5) / Self.letter)) : 26 }

  /// Returns `text` broken at spaces into lines as long as the vertical axis or, if `isUpright` is false, the
  /// horizontal one.
  func broken(_ text: String, isUpright: Bool) -> [String] {
    let ems = isUpright ? emsDown : 0.8 * emsAcross
    return Script.broken(text, width: max(8, Int(ems * 0.92 / Self.letter)))
  }

  /// Returns the indices of labels that do not overlap: all, every second, every third, ….
  ///
  /// - Parameters:
  ///   - shares: the centres of the labels, ascending, as fractions of the axis length.
  static func fitting(_ texts: [String], at shares: [Double], on ems: Double) -> [Int] {
    let all = Array(texts.indices)
    for step in 1...max(1, all.count) {
      let some = all.filter { $0 % step == 0 }
      let areApart = zip(some, some.dropFirst()).allSatisfy { a, b in
        let room = Double(texts[a].count + texts[b].count) / 2 * 0.64 + 0.7
        return (shares[b] - shares[a]) * ems >= room
      }
      if areApart { return some }
    }
    return Array(all.prefix(1))
  }
}
