/// The words of a list as the bytes that a table has of them: a field takes a load and a store, no string.
@usableFromInline
struct WordTexts<Word: CaseIterable & SendableMetatype>: Sendable {
  /// By what stands in memory for the word.
  @usableFromInline let texts: [WordText]

  /// Lists the words by their texts.
  ///
  /// - Precondition: the type is an enumeration without payloads, of words of at most 32 bytes that need no quotes.
  @inlinable
  @inline(__always)
  init(_ name: (Word) -> String) {
    precondition(MemoryLayout<Word>.size <= 1, "words are enumerations without payloads")
    var texts = [WordText](repeating: WordText(), count: 256)
    for word in Word.allCases { texts[Self.place(of: word)] = WordText(name(word)) }
    self.texts = texts
  }

  /// A number for the word, the same all along a run of the program.
  @inlinable
  @inline(__always)
  static func place(of word: Word) -> Int {
    MemoryLayout<Word>.size == 0 ? 0 : Int(unsafeBitCast(word, to: UInt8.self))
  }

  /// Stores `word` and answers where it ends.
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

  /// No word.
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
