/// The words of a list as bytes ready for a table: a field takes one load and one store, without a string.
@usableFromInline
struct WordTexts<Word: CaseIterable & SendableMetatype>: Sendable {
  /// The texts, indexed by the word's byte in memory.
  @usableFromInline let texts: [WordText]

  /// Creates the texts of all words.
  ///
  /// - Precondition: the type is an enumeration without payloads, and its words have at most 32 bytes and need no
  ///   quotes.
  @inlinable
  @inline(__always)
  init(_ name: (Word) -> String) {
    precondition(MemoryLayout<Word>.size <= 1, "words are enumerations without payloads")
    var texts = [WordText](repeating: WordText(), count: 256)
    for word in Word.allCases { texts[Self.place(of: word)] = WordText(name(word)) }
    self.texts = texts
  }

  /// Returns an index for `word`, stable within the process.
  @inlinable
  @inline(__always)
  static func place(of word: Word) -> Int {
    MemoryLayout<Word>.size == 0 ? 0 : Int(unsafeBitCast(word, to: UInt8.self))
  }

  /// Stores `word` and returns the end of its text.
  @inlinable
  @inline(__always)
  func store(_ word: Word, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let text = texts[Self.place(of: word)]
    place.storeBytes(of: text.bytes, as: SIMD32<UInt8>.self)
    return place + text.count
  }
}

/// A word of up to 32 bytes.
@usableFromInline
struct WordText: BitwiseCopyable, Sendable {
  @usableFromInline var bytes: SIMD32<UInt8> = .zero
  @usableFromInline var count = 0

  /// Creates an empty word.
  @usableFromInline
  init() {}

  @usableFromInline
  init(_ word: String) {
    let bytes = word.utf8
    precondition(
      (1...32).contains(bytes.count)
        && bytes.allSatisfy { $0 != Byte.comma && $0 != Byte.quote && $0 >= 0x20 },
      "\(word) is no word of a table")
    count = bytes.count
    for (place, byte) in bytes.enumerated() { self.bytes[place] = byte }
  }
}
