extension String {
  /// The text with each scalar that `others` names written as it says there.
  ///
  /// Readers of quoted text see bytes or scalars. `replacing` compares characters, and a quote with a combining mark
  /// behind it is another character than a quote: it would stay.
  public func replacingScalars(_ others: [Unicode.Scalar: String]) -> String {
    let named = ScalarSet(others.keys)
    var rest = unicodeScalars[...]
    guard var place = rest.firstIndex(where: named.contains) else { return self }
    var text = ""
    text.reserveCapacity(utf8.count + utf8.count / 8)
    while true {
      text += Substring(rest[..<place])
      text += others[rest[place]] ?? ""
      rest = rest[rest.index(after: place)...]
      guard let next = rest.firstIndex(where: named.contains) else { break }
      place = next
    }
    return text + Substring(rest)
  }
}

/// A few scalars: of ASCII a bit each, since pages hold megabytes that are asked for them.
private struct ScalarSet {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private var wide: Set<Unicode.Scalar> = []

  init(_ scalars: some Sequence<Unicode.Scalar>) {
    for scalar in scalars {
      switch scalar.value {
      case 0..<64: low |= 1 << UInt64(scalar.value)
      case 64..<128: high |= 1 << UInt64(scalar.value - 64)
      default: wide.insert(scalar)
      }
    }
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<64: low >> UInt64(scalar.value) & 1 == 1
    case 64..<128: high >> UInt64(scalar.value - 64) & 1 == 1
    default: !wide.isEmpty && wide.contains(scalar)
    }
  }
}
