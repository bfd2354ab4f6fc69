/// An operand of a command.
struct Operand: Sendable {
  let name: String
  var kind = ValueKind.text
  /// The allowed numbers of times it is given.
  var count = 1...1

  /// The operand as shown in the help: `[B]` is optional, `SHARD…` is repeated.
  var usage: String {
    let many = count.upperBound > 1
    return count.lowerBound == 0 ? (many ? "[\(name) …]" : "[\(name)]") : many ? name + "…" : name
  }
}

extension [Operand] {
  /// Returns the operand at `place`, counting from 0; nil if there are not that many.
  func at(_ place: Int) -> Operand? {
    var begin = 0
    for operand in self {
      begin += operand.count.upperBound
      if place < begin { return operand }
    }
    return nil
  }
}
