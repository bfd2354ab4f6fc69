import Quantities

/// Plausibility checks of an imported network: units, coordinates and mistyped links, judged by lengths and times.
struct NetworkCheck {
  /// A reason to reject the network, with the remedy.
  struct Refusal: Hashable {
    var reason: String
    var cure: String
  }

  /// The plausible mean speeds of road networks, km/h.
  private static let soundMeans = 1.0...300.0
  /// The speed above which links are reported in a warning, km/h.
  private static let fastest = 300.0
  /// The minimum ratio of road length to straight-line distance, and the rounding error of sources in metres.
  private static let shortest = 0.99
  private static let rounding = 5.0
  /// The median ratio below which coordinates or lengths must have the wrong unit: neither rounding nor typing errors
  /// explain it.
  private static let refusedMedian = 0.5
  /// The share of links shorter than their straight lines above which coordinates are suspected to be swapped.
  private static let swappedShare = 0.1

  private(set) var warnings: [String] = []
  private(set) var refusal: Refusal?

  /// Checks `network`.
  ///
  /// - Complexity: O(n log n) for n links.
  init(_ network: Network) {
    checkSpeeds(network)
    checkLengths(network)
  }

  private mutating func checkSpeeds(_ network: Network) {
    var metres = 0.0
    var milliseconds = 0.0
    var fast = (count: 0, first: LinkIndex(0))
    for link in network.links {
      let (length, time) = (network.metres[Int(link)], Double(network.milliseconds(of: link)))
      // Links without travel time were given one millisecond.
      guard time > 1 else { continue }
      metres += length
      milliseconds += time
      // Links of a few metres are rounded too much to have a meaningful speed.
      guard length >= 10, length * 3600 > Self.fastest * time else { continue }
      if fast.count == 0 { fast.first = link }
      fast.count += 1
    }
    let mean = metres * 3600 / max(1, milliseconds)
    // Without lengths there is no speed.
    if metres > 0, !Self.soundMeans.contains(mean) {
      refusal = Refusal(
        reason: "cars would drive at \(Self.rounded(mean)) km/h on average",
        cure: "check the units of lengths, speeds and times (GMNS states them in config.csv)")
    }
    guard fast.count > 0 else { return }
    let speed = network.metres[Int(fast.first)] * 3600 / Double(network.milliseconds(of: fast.first))
    warnings.append(
      "\(Self.count(fast.count)) driven faster than \(Int(Self.fastest)) km/h, link"
        + " \(network.linkIDs[Int(fast.first)]) at \(Self.rounded(speed)); check units, lengths and speeds")
  }

  private mutating func checkLengths(_ network: Network) {
    var short = (count: 0, first: LinkIndex(0))
    var ratios: [Float] = []
    for link in network.links {
      let length = network.metres[Int(link)]
      let straight = Self.straight(link, network)
      if straight > Self.rounding { ratios.append(Float(length / straight)) }
      guard length < Self.shortest * straight - Self.rounding else { continue }
      if short.count == 0 { short.first = link }
      short.count += 1
    }
    guard short.count > 0 else { return }
    ratios.sort()
    let median = Double(ratios[ratios.count / 2])
    let cure =
      Self.areSwapped(network, short: short.count)
      ? Self.swapCure : Self.likelyUnit(ofRatio: median).map(Self.cure) ?? Self.unitCure
    if median < Self.refusedMedian, refusal == nil {
      refusal = Refusal(
        reason:
          "half of its links are shorter than \(Self.share(median)) of the straight line between their ends",
        cure: cure)
    }
    let isMany = Double(short.count) >= Self.swappedShare * Double(network.linkCount)
    warnings.append(
      "\(Self.count(short.count)) shorter than the straight line between the ends, link"
        + " \(network.linkIDs[Int(short.first)]) of \(Self.rounded(network.metres[Int(short.first)])) m between"
        + " nodes \(Self.rounded(Self.straight(short.first, network))) m apart; "
        + (isMany ? cure : "check their lengths and their nodes"))
  }

  private static let swapCure = "longitude and latitude look swapped"
  private static let unitCure =
    "check the unit of lengths, and whether coordinates are degrees or metres (the crs in config.csv)"

  /// Returns the unit in which lengths are probably given if the median ratio to straight lines rules out metres; nil
  /// if none fits. Roads are assumed to be up to 1.5 times as long as straight lines.
  private static func likelyUnit(ofRatio median: Double) -> (name: String, code: String)? {
    switch median {
    case 0.99 / 1609.344...1.5 / 1609.344: ("miles", "mi")
    case 0.99 / 1000...1.5 / 1000: ("kilometres", "km")
    default: nil
    }
  }

  private static func cure(_ unit: (name: String, code: String)) -> String {
    "lengths look like \(unit.name); give metres, or state the unit (GMNS: `long_length` \(unit.code) in a config.csv)"
  }

  /// Returns whether longitudes and latitudes were swapped: after exchanging the two, hardly any link is too short.
  private static func areSwapped(_ network: Network, short: Int) -> Bool {
    guard network.geometry == .globe, Double(short) >= swappedShare * Double(network.linkCount),
      network.coordinates.allSatisfy({ abs($0.x) <= 90 })
    else { return false }
    let positions = network.coordinates.map { Geometry.globe.position(of: Coordinates(x: $0.y, y: $0.x)) }
    let left = network.links.count { link in
      let (tail, head) = (network.tails[Int(link)], network.head(of: link))
      let straight = Geometry.globe.distance(positions[Int(tail)], positions[Int(head)])
      return network.metres[Int(link)] < shortest * straight - rounding
    }
    return left * 10 <= short
  }

  private static func straight(_ link: LinkIndex, _ network: Network) -> Metres {
    network.geometry.distance(
      network.positions[Int(network.tails[Int(link)])], network.positions[Int(network.head(of: link))])
  }

  /// Formats a share with two decimals or, below 1 in 200, as 1/n with n rounded to two significant digits.
  private static func share(_ value: Double) -> String {
    guard value < 0.005 else { return rounded(value) }
    var (below, unit) = (1 / max(value, 1e-12), 1.0)
    while below / unit >= 100 { unit *= 10 }
    below = (below / unit).rounded() * unit
    return "1/\(Int(below))"
  }

  private static func count(_ links: Int) -> String { links == 1 ? "1 link is" : "\(links) links are" }

  /// Formats `value` with two decimals if it is below 10, otherwise with none.
  private static func rounded(_ value: Double) -> String {
    value < 10 ? String((value * 100).rounded() / 100) : String(Int(min(value, 1e15).rounded()))
  }
}
