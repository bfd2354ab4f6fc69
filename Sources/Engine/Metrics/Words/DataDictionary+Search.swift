import Tables

extension DataDictionary {
  /// A column, a figure or another word whose name contains the search text.
  public struct Hit: Hashable, Sendable {
    /// The name of the table or word list that contains the hit.
    public let place: String
    public let name: String
    public let unit: String
    public let meaning: String

    /// Creates a hit.
    public init(place: String, name: String, unit: String, meaning: String) {
      self.place = place
      self.name = name
      self.unit = unit
      self.meaning = meaning
    }
  }

  /// Returns the columns and words whose names contain `text`, ignoring case, in documentation order.
  public func hits(_ text: String) -> [Hit] {
    let text = text.lowercased()
    func isHit(_ name: String) -> Bool { name.lowercased().contains(text) }
    let columns = tables.flatMap { table in
      table.columns.filter { isHit($0.name) }.map {
        Hit(place: table.fileName, name: $0.name, unit: $0.unit.rawValue, meaning: $0.meaning)
      }
    }
    let read = inputs.flatMap { table in
      table.columns.filter { isHit($0.name) }.map {
        Hit(place: table.title, name: $0.name, unit: $0.unit.rawValue, meaning: $0.meaning)
      }
    }
    let words = glossaries.flatMap { list in
      list.entries.filter { isHit($0.word) }.map {
        Hit(place: list.title.lowercased(), name: $0.word, unit: $0.unit?.rawValue ?? "", meaning: $0.meaning)
      }
    }
    return columns + read + words
  }

  /// Returns `hits` in aligned lines of at most `width` characters, with the place in a column headed `head`; nil:
  /// without the place.
  public static func text(of hits: [Hit], head: String?, name: String = "name", width: Int) -> String {
    let rows = hits.map { hit in
      (cells: (head == nil ? [] : [hit.place]) + [hit.name, hit.unit], sentence: hit.meaning)
    }
    return aligned(head: [head].compactMap(\.self) + [name, "unit", "meaning"], rows: rows, width: width)
  }
}
