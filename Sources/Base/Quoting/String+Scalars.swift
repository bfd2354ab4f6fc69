extension String {
  /// Returns the text with each scalar in `others` replaced by its value there.
  ///
  /// Consumers of quoted text process bytes or scalars. `replacing` compares characters instead: a quote followed by a
  /// combining mark is a different character from a quote, and would not be replaced.
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

/// A small set of scalars, with a bit for each ASCII scalar: lookups must be fast for pages of several megabytes.
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
