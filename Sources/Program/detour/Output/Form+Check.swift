import JSON5

extension Form {
  /// Returns the place where `json` does not have this form; nil if it does.
  func fault(in json: JSON, at place: String = "") -> String? {
    switch (self, json) {
    case (.text, .text), (.flag, .boolean), (.number, .number), (.number, .integer), (.integer, .integer):
      return nil
    case (.words(let words), .text(let text)) where words.contains(text): return nil
    // Numbers that are not finite are written as null.
    case (.optional, .null): return nil
    case (.optional(let form), .number(let value)) where !value.isFinite:
      return form.fault(in: .number(0), at: place)
    case (.optional(let form), _): return form.fault(in: json, at: place)
    case (.list(let form), .list(let items)):
      return items.enumerated().lazy.compactMap { form.fault(in: $1, at: "\(place)[\($0)]") }.first
    case (.map(let form), .object(let members)):
      return members.lazy.compactMap { form.fault(in: $0.value, at: "\(place).\($0.key)") }.first
    case (.object(let declared), .object(let members)): return Self.fault(in: members, declared, place)
    case (.either(let forms), _):
      let faults = forms.compactMap { $0.fault(in: json, at: place) }
      return faults.count < forms.count ? nil : faults.first
    default: return "\(place): \(json.compact.prefix(80)) is not of the form declared"
    }
  }

  private static func fault(in members: [JSON.Member], _ declared: [Member], _ place: String) -> String? {
    for member in declared where !member.mayLack && !members.contains(where: { $0.key == member.name }) {
      return "\(place).\(member.name) is missing"
    }
    for member in members {
      guard let form = declared.first(where: { $0.name == member.key })?.form else {
        return "\(place).\(member.key) is not declared"
      }
      if let fault = form.fault(in: member.value, at: "\(place).\(member.key)") { return fault }
    }
    return nil
  }
}
