import Foundation

/// The texts of an SVG picture made by gnuplot, with the rectangles that they fill.
struct DrawnTexts {
  /// A text and the corners of its rectangle, in the units of the picture.
  struct Text {
    let text: String
    let corners: [(x: Double, y: Double)]

    /// Returns whether the rectangles have a point in common, by the theorem of separating axes.
    func overlaps(_ other: Text) -> Bool {
      for shape in [corners, other.corners] {
        for (a, b) in zip(shape, shape.dropFirst() + shape.prefix(1)) {
          let normal = (x: b.y - a.y, y: a.x - b.x)
          let spans = [corners, other.corners].map { points in
            let values = points.map { $0.x * normal.x + $0.y * normal.y }
            return values.min()!...values.max()!
          }
          if !spans[0].overlaps(spans[1]) { return false }
        }
      }
      return true
    }
  }

  let width: Double
  let height: Double
  let texts: [Text]
  let fontSizes: Set<Double>

  /// Reads the picture at `path`. A letter is `letter` wide, in the size of its type.
  init(contentsOf path: String, letter: Double) throws {
    let svg = try String(contentsOfFile: path, encoding: .utf8)
    guard let size = svg.firstMatch(of: #/width="([0-9.]+)" height="([0-9.]+)"/#) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    (width, height) = (Double(size.1)!, Double(size.2)!)
    let pattern =
      #/<g transform="translate\(([-0-9.]+),([-0-9.]+)\)(?: rotate\(([-0-9.]+)\))?"[^>]*font-size="([0-9.]+)"\s+text-anchor="(\w+)">\s*<text>(.*?)</text>/#
    var sizes: Set<Double> = []
    texts = svg.matches(of: pattern).map { match in
      let text = String(match.6).replacing(#/<[^>]*>/#, with: "").replacing(#/&[a-z]+;/#, with: "x")
      let size = Double(match.4)!
      sizes.insert(size)
      let length = letter * size * Double(text.trimmingCharacters(in: .whitespaces).count)
      let start = match.5 == "end" ? -length : match.5 == "middle" ? -length / 2 : 0
      let angle = (match.3.flatMap { Double($0) } ?? 0) * .pi / 180
      let corners = [(start, -0.7), (start + length, -0.7), (start + length, 0.1), (start, 0.1)].map { x, y in
        (
          x: Double(match.1)! + x * cos(angle) - y * size * sin(angle),
          y: Double(match.2)! + x * sin(angle) + y * size * cos(angle)
        )
      }
      return Text(text: text, corners: corners)
    }.filter { !$0.text.allSatisfy(\.isWhitespace) }
    fontSizes = sizes
  }

  /// The pairs of texts that cover each other.
  var overlaps: [String] {
    texts.indices.flatMap { a in
      texts.indices.dropFirst(a + 1).filter { texts[a].overlaps(texts[$0]) }.map {
        "\(texts[a].text) and \(texts[$0].text)"
      }
    }
  }

  /// The texts that leave the picture.
  var cutOff: [String] {
    texts.filter { text in
      text.corners.contains { !(0...width).contains($0.x) || !(0...height).contains($0.y) }
    }.map(\.text)
  }
}
