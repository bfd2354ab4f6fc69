import Foundation

/// The content of the elements `text` of an SVG picture, character references resolved.
struct XMLTexts {
  private(set) var texts: [String] = []

  /// nil where the file at `path` is no sound XML in what matters here: characters and the nesting of its elements.
  init?(contentsOf path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    guard
      text.unicodeScalars.allSatisfy({
        $0.value >= 0x20 && $0.value != 0xFFFE && $0.value != 0xFFFF || "\t\n".unicodeScalars.contains($0)
      })
    else { return nil }
    for piece in text.components(separatedBy: "<text").dropFirst() {
      guard let start = piece.firstIndex(of: ">"), let end = piece.range(of: "</text>"),
        !piece[start..<end.lowerBound].contains("<")
      else { return nil }
      texts.append(Self.resolved(String(piece[piece.index(after: start)..<end.lowerBound])))
    }
  }

  private static func resolved(_ text: String) -> String {
    let names = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
    // By scalars: a mark before or behind a reference makes another character of its end.
    return names.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1, options: .literal) }
  }
}
