import Report

extension Command {
  /// The options for the size, the type and the style of pictures.
  static let layoutOptions = [
    Option(
      name: "--style", value: "STYLE", kind: .words(PictureLayout.Style.allCases.map(\.rawValue)),
      help: "the style: page, paper (a column of 3.5 inch, 8 pt) or slides (10 inch, 20 pt)"),
    Option(name: "--width", value: "LENGTH", help: "the width, such as 3.5in, 89mm, 8.9cm or 252pt"),
    Option(name: "--height", value: "LENGTH", help: "the height; proportional to the width by default"),
    Option(name: "--font-size", value: "PT", kind: .number, help: "the font size in points"),
    Option(name: "--size", value: "WxH", help: "the page size, in units of 1/96 inch; default 900x620"),
  ]
}

extension PictureLayout {
  /// The allowed width and height for `--size`, in units of 1/96 inch.
  private static let pixels = 300...4000
  /// The units of a length, in inches.
  private static let units: [(name: String, inches: Double)] = [
    ("in", 1), ("mm", 1 / 25.4), ("cm", 1 / 2.54), ("pt", 1.0 / 72), ("px", 1.0 / 96),
  ]

  /// Reads the layout from the options of `command`.
  ///
  /// - Parameter isForPaper: whether the picture is for a paper by default; options may override it.
  init(_ arguments: Arguments, _ command: Command, isForPaper: Bool = false) throws(UsageError) {
    let lengths = ["--width", "--height", "--font-size"]
    if arguments.has("--size"), let other = lengths.prefix(2).first(where: arguments.has) {
      throw command.misuse("--size and \(other) both give the size; give one of them")
    }
    let size = try Self.size(arguments.value("--size"), command)
    let width = try Self.length("--width", arguments, command) ?? size.map { Double($0.width) / 96 }
    let height = try Self.length("--height", arguments, command) ?? size.map { Double($0.height) / 96 }
    let type = try arguments.number("--font-size")
    if let type, !Self.fontSizes.contains(type) {
      throw command.misuse(
        "--font-size \(arguments.valueOrStandard("--font-size")): give a size in points from \(Int(Self.fontSizes.lowerBound)) to \(Int(Self.fontSizes.upperBound)), such as 8"
      )
    }
    let isOfPaper = isForPaper || lengths.contains(where: arguments.has)
    let style = arguments.value("--style").flatMap { Style(rawValue: $0) } ?? (isOfPaper ? .paper : .page)
    self.init(style, width: width, height: height, fontSize: type)
    guard Self.sides.contains(self.width), Self.sides.contains(self.height) else {
      throw command.misuse(
        "--width and --height give \(self.width) × \(self.height) inch; give sides from \(Self.sides.lowerBound) to \(Self.sides.upperBound) inch"
      )
    }
    guard hasRoom else {
      throw command.misuse(
        "type of \(self.fontSize) pt leaves a picture of \(self.width) × \(self.height) inch without room; give a smaller --font-size, or a larger picture"
      )
    }
  }

  /// Returns the length given as `name`, in inches.
  private static func length(
    _ name: String, _ arguments: Arguments, _ command: Command
  ) throws(UsageError) -> Double? {
    guard let text = arguments.value(name) else { return nil }
    let unit = units.first { text.hasSuffix($0.name) }
    guard let unit, let number = Double(text.dropLast(unit.name.count)), number.isFinite,
      sides.contains(number * unit.inches)
    else {
      throw command.misuse(
        "\(name) \(text): give a length from \(sides.lowerBound) to \(sides.upperBound) inch with its unit, such as 3.5in, 89mm, 8.9cm or 252pt"
      )
    }
    return number * unit.inches
  }

  /// Returns the width and height given by `--size`.
  private static func size(
    _ text: String?, _ command: Command
  ) throws(UsageError) -> (width: Int, height: Int)? {
    guard let text else { return nil }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard sides.count == 2, sides.allSatisfy(pixels.contains) else {
      throw command.misuse(
        "--size \(text): give width and height from \(pixels.lowerBound) to \(pixels.upperBound), such as 1200x800"
      )
    }
    return (sides[0], sides[1])
  }
}
