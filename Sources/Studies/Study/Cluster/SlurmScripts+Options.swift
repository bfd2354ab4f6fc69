extension SlurmScripts {
  /// The options that would change the two jobs, or the output of `sbatch` about them.
  private static let ownOptions = [
    "--array", "--help", "--parsable", "--test-only", "--usage", "--version", "--wait", "--wrap",
  ]
  /// The letters of its own options: `-a` for `--array`.
  private static let ownLetters: Set<Unicode.Scalar> = ["a", "h", "V", "W"]
  /// The letters of `sbatch` options without a value, which may be followed by others in one word.
  private static let switches: Set<Unicode.Scalar> = ["H", "k", "O", "Q", "s", "u", "v"]
  /// Returns whether `word` is an option of `sbatch` reserved for the program: `--array=1-9`, `--arr`, `-a1`,
  /// `-Ha1`.
  ///
  /// `sbatch` accepts abbreviated long options, and a value directly after a letter.
  public static func isOwn(_ word: String) -> Bool {
    // Byte by byte, as `sbatch` reads it.
    if word.utf8.starts(with: "--".utf8) {
      let name = String(word.unicodeScalars.prefix { $0 != "=" })
      // Arguments after `--` alone are not options.
      return ownOptions.contains { $0.utf8.starts(with: name.utf8) }
    }
    let scalars = Array(word.unicodeScalars)
    guard scalars.count > 1, scalars[0] == "-" else { return false }
    let letters = scalars.dropFirst()
    guard let first = letters.first(where: { !switches.contains($0) }) else { return false }
    return ownLetters.contains(first)
  }
}
