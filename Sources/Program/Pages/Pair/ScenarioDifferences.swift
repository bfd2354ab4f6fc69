import JSON5

/// The fields with different values in two scenarios, by path, such as `matching.radius_m`.
struct ScenarioDifferences {
  /// The fields, in the order of the first scenario; – for a field that a scenario lacks.
  private(set) var fields: [(name: String, a: String, b: String)] = []

  /// Compares the scenarios `a` and `b`, in the form they have in manifests.
  init(_ a: JSON?, _ b: JSON?) {
    compare(a, b, "")
  }

  private mutating func compare(_ a: JSON?, _ b: JSON?, _ path: String) {
    if let a = a?.members, let b = b?.members {
      let names = a.map(\.key) + b.map(\.key).filter { name in !a.contains { $0.key == name } }
      for name in names {
        let inner = path.isEmpty ? name : "\(path).\(name)"
        compare(a.first { $0.key == name }?.value, b.first { $0.key == name }?.value, inner)
      }
    } else if a?.compact != b?.compact {
      fields.append((path, a?.compact ?? "–", b?.compact ?? "–"))
    }
  }
}
