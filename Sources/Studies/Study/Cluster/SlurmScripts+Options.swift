extension SlurmScripts {
  /// The options that would make something else of the two jobs, or of what `sbatch` prints of them.
  private static let ownOptions = [
    "--array", "--help", "--parsable", "--test-only", "--usage", "--version", "--wait", "--wrap",
  ]
  /// The letters of its own options: `-a` for `--array`.
  private static let ownLetters: Set<Unicode.Scalar> = ["a", "h", "V", "W"]
  /// Letters of `sbatch` that take no value, so that others may stand behind them in one word.
  private static let switches: Set<Unicode.Scalar> = ["H", "k", "O", "Q", "s", "u", "v"]
  /// Tells whether `word` is an option of `sbatch` that only the program itself may give: `--array=1-9`, `--arr`, `-a1`,
  /// `-Ha1`.
  ///
  /// `sbatch` takes the beginning of a long option for the whole, and a value behind its letter.
  public static func isOwn(_ word: String) -> Bool {
    // Byte by byte, as `sbatch` reads it.
    if word.utf8.starts(with: "--".utf8) {
      let name = String(word.unicodeScalars.prefix { $0 != "=" })
      // What stands behind `--` alone is no option any more.
      return ownOptions.contains { $0.utf8.starts(with: name.utf8) }
    }
    let scalars = Array(word.unicodeScalars)
    guard scalars.count > 1, scalars[0] == "-" else { return false }
    let letters = scalars.dropFirst()
    guard let first = letters.first(where: { !switches.contains($0) }) else { return false }
    return ownLetters.contains(first)
  }
}
