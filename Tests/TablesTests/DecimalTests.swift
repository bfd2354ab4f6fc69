import CKernels
import Glibc
import TestSupport
import Testing

/// Decimals whose digits are all taken at once: accepted by a grammar written apart, read as C reads them.
@Suite struct DecimalTests {
  /// Whether `text` is a minus or none, one to fifteen digits and at most one point.
  private static func isShort(_ text: [UInt8]) -> Bool {
    let rest = text.first == 0x2D ? text.dropFirst() : text[...]
    let digits = rest.count { (0x30...0x39).contains($0) }
    let points = rest.count { $0 == 0x2E }
    return (1...15).contains(digits) && points <= 1 && digits + points == rest.count
  }

  @Test func shortDecimalsAreThoseOfStrtod() {
    #if arch(x86_64)
      forAll(seeds: 0..<40_000) { seed in
        var generator = TestGenerator(seed: seed)
        let length = Int(generator.next() % 20)
        let isMostlyDigits = generator.next() % 8 != 0
        var text: [UInt8] = (0..<length).map { _ in
          isMostlyDigits
            ? 0x30 + UInt8(generator.next() % 10)
            : [0x2D, 0x2E, 0x2F, 0x3A, 0x39, 0xB5, 0x2B][
              Int(generator.next() % 7)]
        }
        if length > 0, generator.next() % 4 != 0 { text[Int(generator.next() % UInt64(length))] = 0x2E }
        if length > 0, generator.next() % 3 == 0 { text[0] = 0x2D }
        // What stands around the text must not matter.
        let around: [UInt8] = [0x2E, 0x35, 0x2C, 0x2D]
        let front = (0..<20).map { _ in around[Int(generator.next() % 4)] }
        let back = (0..<20).map { _ in around[Int(generator.next() % 4)] }
        var value = 0.0
        let isTaken = (front + text + back).withUnsafeBufferPointer { bytes in
          detour_short_decimal(bytes.baseAddress! + 20, bytes.baseAddress! + 20 + length, &value)
        }
        let name = String(decoding: text, as: UTF8.self)
        guard isTaken == Self.isShort(text) else { return "\(name) is taken: \(isTaken)" }
        guard isTaken else { return nil }
        let expected = strtod(name, nil)
        return value.bitPattern == expected.bitPattern ? nil : "\(name) reads as \(value), not \(expected)"
      }
    #endif
  }
}
