/// An operand behind the name of a command.
struct Operand: Sendable {
  let name: String
  var kind = ValueKind.text
  /// The possible numbers of it.
  var count = 1...1

  /// The usage as the help writes it: `[B]` may be left out, `SHARD…` is repeated.
  var usage: String {
    let many = count.upperBound > 1
    return count.lowerBound == 0 ? (many ? "[\(name) …]" : "[\(name)]") : many ? name + "…" : name
  }
}

extension [Operand] {
  /// The one that stands at `place`, from 0; nil behind the last.
  func at(_ place: Int) -> Operand? {
    var begin = 0
    for operand in self {
      begin += operand.count.upperBound
      if place < begin { return operand }
    }
    return nil
  }
}
