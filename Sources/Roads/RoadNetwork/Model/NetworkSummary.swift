import Foundation
public import Quantities

/// Summary figures of a network.
public struct NetworkSummary: Hashable, Sendable {
  /// The links of one road class.
  public struct RoadClass: Hashable, Sendable {
    /// The importer's name for the class, or the class number.
    public var name: String
    public var links = 0
    /// The length of all links of the class, metres.
    public var metres: Metres = 0
    /// The travel time of all links of the class, milliseconds.
    public var milliseconds: Int64 = 0
    /// The lowest speed of a link of at least 10 m, km/h; nil if there is none.
    public var slowestKmh: Double?
    public var fastestKmh: Double?

    /// The mean speed over all links of the class, length over time, km/h.
    public var meanKmh: Double { metres * 3600 / Double(max(1, milliseconds)) }
  }

  public var nodes: Int
  public var links: Int
  /// The length of all directed links, metres.
  public var metres: Metres = 0
  /// The number of strongly connected components.
  public var components: Int
  /// The number of bends between the ends of links, each road counted once.
  public var bends: Int
  /// The corners of the smallest rectangle around all nodes.
  public var low: Coordinates
  public var high: Coordinates
  /// Whether coordinates are longitude and latitude.
  public var isGeographic: Bool
  /// The road classes in use, in the order of their numbers; a single one if the source has none.
  public var classes: [RoadClass] = []

  /// Computes the figures of `network`.
  ///
  /// - Complexity: O(nodes + links).
  public init(_ network: Network) {
    nodes = network.nodeCount
    links = network.linkCount
    components = network.strongComponents().count
    bends = network.shapes.bendCount
    isGeographic = network.geometry == .globe
    low = Coordinates(x: .infinity, y: .infinity)
    high = Coordinates(x: -.infinity, y: -.infinity)
    for place in network.coordinates {
      low = Coordinates(x: min(low.x, place.x), y: min(low.y, place.y))
      high = Coordinates(x: max(high.x, place.x), y: max(high.y, place.y))
    }
    var byNumber = [RoadClass?](repeating: nil, count: 256)
    for link in network.links {
      let number = network.roadClasses.isEmpty ? 0 : Int(network.roadClasses[Int(link)])
      let time = network.milliseconds(of: link)
      metres += network.metres[Int(link)]
      byNumber[number, default: RoadClass(name: Self.name(number, network))]
        .add(network.metres[Int(link)], time)
    }
    classes = byNumber.compactMap(\.self)
  }

  private static func name(_ number: Int, _ network: Network) -> String {
    if network.roadClasses.isEmpty { return "all" }
    let names = network.roadClassNames
    return names.indices.contains(number) ? names[number] : "class \(number)"
  }
}

extension NetworkSummary.RoadClass {
  fileprivate mutating func add(_ length: Metres, _ time: Int32) {
    links += 1
    metres += length
    milliseconds += Int64(time)
    // The least travel time and rounding make the speed of links of a few metres meaningless.
    guard length >= 10 else { return }
    let kmh = length * 3600 / Double(time)
    slowestKmh = min(slowestKmh ?? kmh, kmh)
    fastestKmh = max(fastestKmh ?? kmh, kmh)
  }
}

extension Array {
  fileprivate subscript<Value>(index: Int, default value: @autoclosure () -> Value) -> Value
  where Element == Value? {
    get { self[index] ?? value() }
    set { self[index] = newValue }
  }
}

extension NetworkSummary: CustomStringConvertible {
  /// One line per figure, then a table of the classes.
  public var description: String {
    let unit = isGeographic ? "°" : " m"
    let decimals = isGeographic ? 5 : 1
    func place(_ point: Coordinates) -> String {
      "\(Words.fixed(point.x, decimals)), \(Words.fixed(point.y, decimals))"
    }
    var lines = [
      "nodes       \(nodes)",
      "links       \(links), with \(bends) bends",
      "length      \(Words.fixed(metres / 1000, 3)) km",
      "components  \(components)",
      "extent      (\(place(low))) to (\(place(high)))\(unit)",
      "",
      Self.row(["class", "links", "km", "mean km/h", "least", "most"]),
    ]
    for road in classes {
      let extremes = [road.slowestKmh, road.fastestKmh].map { $0.map { Words.fixed($0, 1) } ?? "" }
      lines.append(
        Self.row(
          [road.name, "\(road.links)", Words.fixed(road.metres / 1000, 1), Words.fixed(road.meanKmh, 1)]
            + extremes))
    }
    return lines.joined(separator: "\n")
  }

  private static func row(_ cells: [String]) -> String {
    let name = cells[0] + String(repeating: " ", count: max(0, 16 - cells[0].count))
    return cells.dropFirst().reduce(name) { line, cell in
      line + String(repeating: " ", count: max(1, 11 - cell.count)) + cell
    }
  }
}
