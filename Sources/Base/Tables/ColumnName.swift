/// A column name split into words normalised across data sets, so that `Destination_Longitude` matches
/// `destination_lon`.
struct ColumnName {
  /// The words in alphabetical order.
  let words: [String]

  private static let meanings: [(word: String, synonyms: [String])] = [
    ("origin", ["pickup", "start", "from", "src", "source", "o", "orig", "board", "boarding"]),
    ("destination", ["dropoff", "end", "to", "dest", "d", "dst", "target", "alight", "alighting"]),
    ("x", ["lon", "lng", "long", "longitude"]), ("y", ["lat", "latitude"]),
    ("s", ["sec", "secs", "seconds", "time", "datetime", "timestamp"]),
    ("depart", ["departure", "departs", "leave"]),
    ("submit", ["request", "requested", "submitted", "submission"]),
    ("arrive", ["arrival", "arrives"]), ("seats", ["capacity"]), ("party", ["passenger", "passengers"]),
    ("size", ["count"]), ("id", ["identifier", "no", "number"]),
  ]

  private static let meaning = Dictionary(
    meanings.flatMap { entry in (entry.synonyms + [entry.word]).map { ($0, entry.word) } },
    uniquingKeysWith: { first, _ in first })

  init(_ name: String) {
    var words: [String] = []
    var word = ""
    func end() {
      if !word.isEmpty { words.append(Self.meaning[word] ?? word) }
      word = ""
    }
    var wasSmall = false
    for letter in name.unicodeScalars.prefix(100) {
      // A capital after a lower-case letter begins a word: pickupLongitude.
      let isCapital = ("A"..."Z").contains(letter)
      if isCapital && wasSmall { end() }
      wasSmall = ("a"..."z").contains(letter)
      if wasSmall || isCapital || ("0"..."9").contains(letter) {
        word.unicodeScalars.append(isCapital ? Unicode.Scalar(letter.value + 32) ?? letter : letter)
      } else {
        end()
      }
    }
    end()
    self.words = words.filter { $0 != "gps" && $0 != "off" && $0 != "up" }.sorted()
  }
}
