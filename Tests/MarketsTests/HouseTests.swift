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

  /// A room of the house, and the program.
  private struct Room {
    let name: String
    let storey: String
    let folder: String
    let uses: Set<String>
  }

  private static func manifest() throws -> String {
    try String(contentsOf: SharedData.checkout.appending(path: "Package.swift"), encoding: .utf8)
  }

  /// The rooms, as Package.swift lists them.
  private static func listedRooms() throws -> [Room] {
    let manifest = try manifest()
    let house = try #require(
      manifest.split(separator: "let house").dropFirst().first?.split(separator: "\n]\n").first)
    var rooms: [Room] = []
    var storey = ""
    let line = #/(?m)^    "([\w/]+)",$|Room\(\s*"(\w+)"(?:, in: "(\w+)")?,\s*uses: \[([^\]]*)\]/#
    for match in house.matches(of: line) {
      if let name = match.output.1 { storey = String(name) }
      guard let name = match.output.2, let uses = match.output.4 else { continue }
      rooms.append(
        Room(
          name: String(name), storey: storey, folder: "\(storey)/\(match.output.3 ?? name)",
          uses: names(in: uses)))
    }
    return rooms
  }

  /// The program, as Package.swift describes it.
  private static func program() throws -> Room {
    let entry = #/name: "detour",\s*dependencies: \[([^\]]*)\],\s*path: "Sources/Program/detour"/#
    let match = try #require(try manifest().firstMatch(of: entry))
    return Room(
      name: "detour", storey: "Program", folder: "Program/detour", uses: names(in: match.output.1))
  }

  private static func names(in list: Substring) -> Set<String> {
    Set(list.matches(of: #/"(\w+)"/#).map { String($0.output.1) })
  }

  /// The modules of each storey.
  private static func rooms() throws -> [String: [String]] {
    Dictionary(grouping: try listedRooms(), by: \.storey).mapValues { $0.map(\.name) }
  }

  @Test
  func `a room knows only rooms of its storey and of those below, and the engine no market`() throws {
    let rooms = try Self.rooms()
    let storeys = [
      "Base", "Roads", "Engine", "Markets/Platform", "Markets/Carpool", "Markets", "Studies", "Program",
    ]
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
    let markets = [
      "Carpool": carpool, "Services": ["Services"], "Shifts": ["Shifts"], "Orders": ["Orders"],
      "Platform": [],
    ]
    for market in markets.keys {
      let others = Set(markets.filter { $0.key != market }.flatMap(\.value) + ["Markets"])
      for (file, modules) in try Self.imports(below: "Markets/" + market) {
        #expect(modules.isDisjoint(with: others), "\(file)")
      }
    }
  }

  @Test
  func `a room imports all that Package.swift says that it uses`() throws {
    let rooms = try Self.listedRooms() + [Self.program()]
    #expect(rooms.count > 30)
    for room in rooms {
      let imported = try Self.imports(below: room.folder).reduce(into: Set()) { $0.formUnion($1.modules) }
      #expect(room.uses.subtracting(imported).isEmpty, "\(room.name) lists what it does not import")
    }
  }

  @Test
  func `no type name stands in two rooms, and no file name in two folders`() throws {
    var roomsOfName: [String: Set<String>] = [:]
    var foldersOfFile: [String: Set<String>] = [:]
    let declaration =
      #/(?m)^(?:(?:public|package|private|fileprivate|final|indirect) )*(?:struct|enum|class|actor|protocol|typealias) (\w+)/#
    for room in try Self.listedRooms() + [Self.program()] {
      for (file, _) in try Self.imports(below: room.folder) {
        let path = file.split(separator: "/")
        foldersOfFile[String(path[path.count - 1]), default: []].insert(
          path.dropLast().joined(separator: "/"))
        let text = try String(contentsOf: Self.sources.appending(path: file), encoding: .utf8)
        for match in text.matches(of: declaration) {
          roomsOfName[String(match.output.1), default: []].insert(room.name)
        }
      }
    }
    #expect(roomsOfName.count > 1000)
    #expect(roomsOfName.filter { $0.value.count > 1 } == [:])
    #expect(foldersOfFile.filter { $0.value.count > 1 } == [:])
  }
}
