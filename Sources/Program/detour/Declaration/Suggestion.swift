import Scenario

extension [String] {
  /// `a, b or c`.
  var alternatives: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
  }
}

/// The word that an unknown word was probably meant to be.
struct Suggestion {
  /// The suggested name; nil if none is similar enough.
  let name: String?

  /// Finds the one of `names` most similar to `word`, ignoring leading dashes.
  init(for word: String, among names: [String]) {
    let bare = names.map { String($0.drop { $0 == "-" }) }
    let wanted = String(word.drop { $0 == "-" })
    let begun = wanted.count > 1 ? bare.filter { $0.hasPrefix(wanted) } : []
    let nearest = begun.count == 1 ? begun[0] : nearestName(to: wanted, among: bare)
    name = nearest.flatMap { nearest in bare.firstIndex(of: nearest).map { names[$0] } }
  }

  /// `; did you mean …?`, or empty if there is no suggestion.
  var ending: String { name.map { "; did you mean `\($0)`?" } ?? "" }

  /// Returns a question that offers the suggestion, or `otherwise` if there is none.
  func or(_ otherwise: String) -> String { name.map { "did you mean `\($0)`?" } ?? otherwise }
}
