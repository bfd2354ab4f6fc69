/// Returns the element of `names` most likely meant by `name`; nil if none is similar.
///
/// A name is similar if at most a third of the letters differ, by the Damerau–Levenshtein distance (doi
/// 10.1145/363958.363994). If all names differ by more than one letter, and only one continues `name` with a `_` (a
/// forgotten unit), that one is returned.
public func nearestName(to name: String, among names: [String]) -> String? {
  let wanted = Array(name.prefix(64).lowercased())
  let ranked = names.map { (distance: editDistance(wanted, Array($0)), name: $0) }
  guard let best = ranked.min(by: { $0 < $1 }) else { return nil }
  let begun = names.filter { $0.hasPrefix(name + "_") }
  if begun.count == 1, best.distance > 1 { return begun[0] }
  return best.distance <= max(1, max(wanted.count, best.name.count) / 3) ? best.name : nil
}

/// Returns the minimum number of insertions, deletions, replacements and swaps of neighbours that turn `a`
/// into `b`.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var before: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
      row.append(best)
    }
    before = last
    last = row
  }
  return last[b.count]
}
