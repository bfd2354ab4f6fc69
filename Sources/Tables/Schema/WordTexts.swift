/// The words of a list as the bytes that a table has of them: a field takes a load and a store, no string.
@usableFromInline
struct WordTexts<Word: CaseIterable & SendableMetatype>: Sendable {
  /// By what stands in memory for the word.
  @usableFromInline let texts: [Text]

  /// Up to 32 bytes of text.
  @usableFromInline
  struct Text: BitwiseCopyable, Sendable {
    @usableFromInline var bytes: SIMD32<UInt8> = .zero
    @usableFromInline var count = 0
  }

  /// Lists the words by their texts.
  ///
  /// - Precondition: the type is an enumeration without payloads, of words of at most 32 bytes that need no quotes.
  @usableFromInline
  init(_ name: (Word) -> String) {
    precondition(MemoryLayout<Word>.size <= 1, "words are enumerations without payloads")
    var texts = [Text](repeating: Text(), count: 256)
    for word in Word.allCases {
      let bytes = Array(name(word).utf8)
      precondition(
        (1...32).contains(bytes.count)
          && bytes.allSatisfy { $0 != Byte.comma && $0 != Byte.quote && $0 >= 0x20 },
        "\(word) is no word of a table")
      var text = Text(count: bytes.count)
      for (place, byte) in bytes.enumerated() { text.bytes[place] = byte }
      texts[Self.place(of: word)] = text
    }
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
