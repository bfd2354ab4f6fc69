import Foundation
import TestSupport
import Testing

/// What a layer may know: the engine knows no market, and no market knows another.
struct LayerTests {
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

  /// A module of the layers, and the program.
  private struct Module {
    let name: String
    let layer: String
    let folder: String
    let uses: Set<String>
  }

  private static func manifest() throws -> String {
    try String(contentsOf: SharedData.checkout.appending(path: "Package.swift"), encoding: .utf8)
  }

  /// The modules, as Package.swift lists them.
  private static func listedModules() throws -> [Module] {
    let manifest = try manifest()
    let stack = try #require(
      manifest.split(separator: "let layers").dropFirst().first?.split(separator: "\n]\n").first)
    var modules: [Module] = []
    var layer = ""
    let line = #/(?m)^    "([\w/]+)",$|Module\(\s*"(\w+)"(?:, in: "(\w+)")?,\s*uses: \[([^\]]*)\]/#
    for match in stack.matches(of: line) {
      if let name = match.output.1 { layer = String(name) }
      guard let name = match.output.2, let uses = match.output.4 else { continue }
      modules.append(
        Module(
          name: String(name), layer: layer, folder: "\(layer)/\(match.output.3 ?? name)",
          uses: names(in: uses)))
    }
    return modules
  }

  /// The program, as Package.swift describes it.
  private static func program() throws -> Module {
    let entry = #/name: "detour",\s*dependencies: \[([^\]]*)\],\s*path: "Sources/Program/detour"/#
    let match = try #require(try manifest().firstMatch(of: entry))
    return Module(
      name: "detour", layer: "Program", folder: "Program/detour", uses: names(in: match.output.1))
  }

  private static func names(in list: Substring) -> Set<String> {
    Set(list.matches(of: #/"(\w+)"/#).map { String($0.output.1) })
  }

  /// The modules of each layer.
  private static func modules() throws -> [String: [String]] {
    Dictionary(grouping: try listedModules(), by: \.layer).mapValues { $0.map(\.name) }
  }

  @Test
  func `a module knows only modules of its layer and of those below, and the engine no market`() throws {
    let modules = try Self.modules()
    let layers = [
      "Base", "Roads", "Engine", "Markets/Platform", "Markets/Carpool", "Markets", "Studies", "Program",
    ]
    #expect(Set(modules.keys) == Set(layers))
    #expect(modules["Markets"] == ["Services", "Shifts", "Orders", "Markets"])
    for (height, layer) in layers.enumerated() {
      let above = Set(layers[(height + 1)...].flatMap { modules[$0] ?? [] })
      let files = try Self.imports(below: layer)
      #expect(files.count > 10, "\(layer)")
      // The carpool's folder lies in that of the markets, of which the registry knows it.
      for (file, modules) in files where layer != "Markets" || !file.hasPrefix("Markets/Carpool/") {
        #expect(modules.isDisjoint(with: above), "\(file)")
      }
    }
  }

  @Test
  func `no market knows another`() throws {
    let carpool = try #require(Self.modules()["Markets/Carpool"])
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
  func `a module imports all that Package.swift says that it uses`() throws {
    let modules = try Self.listedModules() + [Self.program()]
    #expect(modules.count > 30)
    for module in modules {
      let imported = try Self.imports(below: module.folder).reduce(into: Set()) { $0.formUnion($1.modules) }
      #expect(module.uses.subtracting(imported).isEmpty, "\(module.name) lists what it does not import")
    }
  }

  @Test
  func `no type name stands in two modules, and no file name in two folders`() throws {
    var modulesOfName: [String: Set<String>] = [:]
    var foldersOfFile: [String: Set<String>] = [:]
    for module in try Self.listedModules() + [Self.program()] {
      for (file, _) in try Self.imports(below: module.folder) {
        let path = file.split(separator: "/")
        foldersOfFile[String(path[path.count - 1]), default: []].insert(
          path.dropLast().joined(separator: "/"))
        let text = try String(contentsOf: Self.sources.appending(path: file), encoding: .utf8)
        for type in Self.types(declaredIn: text) { modulesOfName[type, default: []].insert(module.name) }
      }
    }
    #expect(modulesOfName.count > 1000)
    #expect(modulesOfName.filter { $0.value.count > 1 } == [:])
    #expect(foldersOfFile.filter { $0.value.count > 1 } == [:])
  }

  /// The types that the text of a file declares at its top level.
  private static func types(declaredIn text: String) -> [String] {
    let declaration =
      #/(?m)^(?:(?:public|package|private|fileprivate|final|indirect) )*(?:struct|enum|class|actor|protocol|typealias) (\w+)/#
    return text.matches(of: declaration).map { String($0.output.1) }
  }

  @Test(arguments: ["Orders", "Shifts"])
  func `at most twelve files outside a feature's folder name one of its types`(market: String) throws {
    let files = try Self.imports(below: "Markets/" + market).map { file, _ in
      let text = try String(contentsOf: Self.sources.appending(path: file), encoding: .utf8)
      let words = text.utf8.split { isalnum(Int32($0)) == 0 && $0 != UInt8(ascii: "_") }
      return (file: file, types: Self.types(declaredIn: text), words: Set(words.map { String($0) ?? "" }))
    }
    let features = "Markets/\(market)/Features/"
    let folders = Dictionary(grouping: files.filter { $0.file.hasPrefix(features) }) { file, _, _ in
      String(file.dropFirst(features.count).prefix { $0 != "/" })
    }
    #expect(!folders.isEmpty)
    for (folder, own) in folders {
      let types = Set(own.flatMap(\.types))
      let others = files.filter {
        !$0.file.hasPrefix(features + folder + "/") && !types.isDisjoint(with: $0.words)
      }
      #expect(!types.isEmpty && others.count <= 12, "\(folder): \(others.map(\.file))")
    }
  }
}
