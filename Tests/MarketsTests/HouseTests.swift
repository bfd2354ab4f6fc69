import Foundation
import TestSupport
import Testing

/// What a storey may know: the engine knows no market, and no market knows another.
struct HouseTests {
  private static let sources = SharedData.checkout.appending(path: "Sources")

  /// The modules that lie below a folder of `Sources`, each with what its files import.
  private static func imports(below folder: String) throws -> [(file: String, modules: Set<String>)] {
    let paths = FileManager.default.enumerator(atPath: sources.appending(path: folder).path)
    let files = (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
    return try files.sorted().map { file in
      let text = try String(contentsOf: sources.appending(path: "\(folder)/\(file)"), encoding: .utf8)
      let modules = text.matches(of: #/(?m)^(?:@testable |public |package |internal )*import (\w+)$/#)
      return ("\(folder)/\(file)", Set(modules.map { String($0.output.1) }))
    }
  }

  /// The modules of each storey, as Package.swift lists them.
  private static func rooms() throws -> [String: [String]] {
    let manifest = try String(
      contentsOf: SharedData.checkout.appending(path: "Package.swift"), encoding: .utf8)
    let house = try #require(
      manifest.split(separator: "let house").dropFirst().first?.split(separator: "\n]\n").first)
    var rooms: [String: [String]] = [:]
    var storey = ""
    for match in house.matches(of: #/(?m)^    "([\w/]+)",$|Room\(\s*"(\w+)"/#) {
      if let name = match.output.1 { storey = String(name) }
      if let room = match.output.2 { rooms[storey, default: []].append(String(room)) }
    }
    return rooms
  }

  @Test
  func `a room knows only rooms of its storey and of those below, and the engine no market`() throws {
    let rooms = try Self.rooms()
    let storeys = ["Base", "Roads", "Engine", "Markets/Carpool", "Markets", "Studies", "Program"]
    #expect(Set(rooms.keys) == Set(storeys))
    #expect(rooms["Markets"] == ["Services", "Shifts", "Orders", "Markets"])
    for (height, storey) in storeys.enumerated() {
      let above = Set(storeys[(height + 1)...].flatMap { rooms[$0] ?? [] })
      let files = try Self.imports(below: storey)
      #expect(files.count > 10, "\(storey)")
      // The carpool's folder lies in that of the markets, of which the registry knows it.
      for (file, modules) in files where storey != "Markets" || !file.hasPrefix("Markets/Carpool/") {
        #expect(modules.isDisjoint(with: above), "\(file)")
      }
    }
  }

  @Test
  func `no market knows another`() throws {
    let carpool = try #require(Self.rooms()["Markets/Carpool"])
    let markets = ["Carpool": carpool, "Services": ["Services"], "Shifts": ["Shifts"], "Orders": ["Orders"]]
    for market in markets.keys {
      let others = Set(markets.filter { $0.key != market }.flatMap(\.value) + ["Markets"])
      for (file, modules) in try Self.imports(below: "Markets/" + market) {
        #expect(modules.isDisjoint(with: others), "\(file)")
      }
    }
  }
}
