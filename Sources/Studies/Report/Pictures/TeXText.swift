/// Text escaped so that LaTeX shows it literally.
public enum TeXText {
  /// Returns `text` with the characters that LaTeX would interpret, and the symbols that its usual fonts lack, written as
  /// commands.
  public static func escaped(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      if let command = commands[scalar] { shown += command } else { shown.unicodeScalars.append(scalar) }
    }
    return shown
  }

  private static let commands: [Unicode.Scalar: String] = [
    "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "$": "\\$", "&": "\\&", "#": "\\#", "%": "\\%",
    "_": "\\_", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "<": "\\textless{}",
    ">": "\\textgreater{}", "|": "\\textbar{}", "\"": "\\textquotedbl{}", "`": "\\textasciigrave{}",
    "\u{A0}": "~", "\u{2009}": "\\,", "\u{202F}": "\\,", "μ": "$\\mu$", "µ": "$\\mu$", "σ": "$\\sigma$",
    "₂": "$_2$", "≤": "$\\le$", "≥": "$\\ge$", "×": "$\\times$", "÷": "$\\div$", "−": "$-$", "±": "$\\pm$",
    "–": "--",
    "…": "\\dots{}", "·": "$\\cdot$", "→": "$\\to$", "∞": "$\\infty$",
  ]
}
