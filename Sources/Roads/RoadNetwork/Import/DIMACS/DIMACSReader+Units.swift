import Quantities

/// Plausibility checks of the default units of a graph.
extension DIMACSReader {
  /// The plausible ratios of total link length to the straight lines between the ends. Roads are slightly longer
  /// than these; a wrong unit is off by 2.54 (inches for centimetres) or more.
  private static let soundLengths = 0.6...4.0
  /// The plausible mean speeds of cars in any country, km/h.
  private static let soundSpeeds = 15.0...150.0

  /// - Throws: `NetworkError.implausibleUnit` if the links of `network` are far shorter or longer than the
  ///   straight lines between their ends.
  func checkLengthUnit(_ network: Network) throws(NetworkError) {
    var straight = 0.0
    for link in network.links {
      straight += network.geometry.distance(
        network.positions[Int(network.tails[Int(link)])], network.positions[Int(network.head(of: link))])
    }
    let ratio = network.metres.reduce(0, +) / straight
    // Without an extent there is no reference length.
    guard straight > 0, !Self.soundLengths.contains(ratio) else { return }
    throw .implausibleUnit(
      file: file, reason: "its roads would be \(Self.rounded(ratio)) times as long as the straight lines",
      option: "--length-unit-m")
  }

  /// - Throws: `NetworkError.implausibleUnit` if the mean speed on `network` is impossible for cars.
  func checkTimeUnit(_ network: Network) throws(NetworkError) {
    let metres = network.metres.reduce(0, +)
    let hours = network.outgoing.arcs.reduce(0) { $0 + Double($1.milliseconds) } / 3_600_000
    let speed = metres / 1000 / hours
    guard metres > 0, !Self.soundSpeeds.contains(speed) else { return }
    throw .implausibleUnit(
      file: file, reason: "cars would drive at \(Self.rounded(speed)) km/h on the whole",
      option: "--time-unit-s")
  }

  /// Returns `value` with two decimals, large values with none.
  private static func rounded(_ value: Double) -> String {
    value < 10 ? String((value * 100).rounded() / 100) : String(Int(min(value, 1e9).rounded()))
  }
}
