import Community
import TestSupport
import Testing

/// Amounts of money as texts.
@Suite struct CurrencyTests {
  @Test(arguments: [
    ("80.50", 2, 8_050), ("80.5", 2, 8_050), ("80", 2, 8_000), ("0", 2, 0), ("007.01", 2, 701),
    ("-3.20", 2, -320),
    ("80", 0, 80), ("1.005", 3, 1_005), ("92233720368547758.07", 2, Int64.max),
  ])
  func anAmountIsReadExactly(text: String, decimals: Int, amount: Int64) {
    #expect(Currency(code: "XTS", decimals: decimals).parse(text) == amount)
  }

  @Test(arguments: [
    "80.505", "80.500", "", ".", "-", ".5", "5.", "1e3", "1,5", " 1", "+1", "--1", "1-", "1.2.3", "٣",
    "92233720368547758.08", "99999999999999999999",
  ])
  func whatIsNoAmountOrHasMoreDecimalsIsRefused(text: String) {
    #expect(Currency().parse(text) == nil)
    #expect(Currency(code: "XOF", decimals: 0).parse("1.0") == nil)
  }

  @Test(arguments: 0...4) func whatIsWrittenIsReadBackTheSame(decimals: Int) {
    let currency = Currency(code: "XTS", decimals: decimals)
    forAll(seeds: 0..<500) { seed in
      var draws = SplitMix64(seed: seed)
      let amount = Int64(truncatingIfNeeded: draws.next()) >> Int64(draws.whole(1...60))
      let text = currency.text(of: amount)
      let decimalsThere = text.split(separator: ".").dropFirst().first?.count ?? 0
      return currency.parse(text) == amount && decimalsThere == decimals ? nil : "\(amount) as \(text)"
    }
    #expect(Currency().text(of: -5) == "-0.05")
  }
}
