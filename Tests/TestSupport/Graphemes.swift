/// Texts in which a sign that means something is a part of a larger character: what compares characters does not see it.
public enum Graphemes {
  /// What joins the sign before it: marks, joiners, selectors, modifiers, an enclosing circle.
  public static let behind = [
    "\u{301}", "\u{338}", "\u{20DD}", "\u{200D}", "\u{FE0F}", "\u{1F3FD}", "\u{E0020}", "\u{93E}",
  ]
  /// What joins the sign behind it, and a letter that is written from right to left, which joins nothing.
  public static let before = ["\u{D4E}", "\u{600}", "\u{110BD}", "\u{5D0}"]

  /// `sign` alone, with each of those, and with both.
  public static func around(_ sign: String) -> [String] {
    [sign] + behind.map { sign + $0 } + before.map { $0 + sign } + before.map { $0 + sign + behind[0] }
  }

  /// A text for each way to hide both signs that stand around `payload`.
  public static func hiding(_ payload: String, between opening: String, and closing: String) -> [String] {
    zip(around(opening), around(closing)).map { "x" + $0 + payload + $1 + "y" }
  }
}
