import Scenario

extension [String] {
  /// `a, b or c`.
  var alternatives: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
  }
}

/// The word that another one was most likely meant to be.
struct Suggestion {
  /// The name; nil if nothing is near.
  let name: String?

  /// The one of `names` that is nearest to `word`; dashes in front say nothing.
  init(for word: String, among names: [String]) {
    let bare = names.map { String($0.drop { $0 == "-" }) }
    let wanted = String(word.drop { $0 == "-" })
    let begun = wanted.count > 1 ? bare.filter { $0.hasPrefix(wanted) } : []
    let nearest = begun.count == 1 ? begun[0] : nearestName(to: wanted, among: bare)
    name = nearest.flatMap { nearest in bare.firstIndex(of: nearest).map { names[$0] } }
  }

  /// `; did you mean …?`; empty where nothing is near.
  var ending: String { name.map { "; did you mean `\($0)`?" } ?? "" }

  /// Asks whether the suggestion was meant; says `otherwise` where nothing is near.
  func or(_ otherwise: String) -> String { name.map { "did you mean `\($0)`?" } ?? otherwise }
}
