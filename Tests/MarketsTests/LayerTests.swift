import Foundation
import TestSupport
import Testing

/// What a layer may know: the engine knows no market, and no market knows another.
struct LayerTests {
  private static let sources = SharedData.checkout.appending(path: "Sources")

  /// A file of `Sources`, and the modules that it imports.
  private typealias SourceFile = (file: String, modules: Set<String>)

  /// The files below a folder of `Sources`, each with what it imports.
  private static func imports(below folder: String) throws -> [SourceFile] {
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
    /// The folders of its sources: its own, and those in the folders of its market's features.
    let folders: [String]
    let uses: Set<String>

    func imports() throws -> [SourceFile] { try folders.flatMap { try LayerTests.imports(below: $0) } }
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
    let line =
      #/(?m)^    "([\w/]+)",$|Module\(\s*"(\w+)"(?:, in: "(\w+)")?,\s*uses: \[([^\]]*)\](?:,\s*features: \[([^\]]*)\])?/#
    for match in stack.matches(of: line) {
      if let name = match.output.1 { layer = String(name) }
      guard let name = match.output.2, let uses = match.output.4 else { continue }
      let folder = match.output.3 ?? name
      let features = names(in: match.output.5 ?? "").sorted().map { "\(layer)/Features/\($0)/\(folder)" }
      modules.append(
        Module(
          name: String(name), layer: layer, folders: ["\(layer)/\(folder)"] + features, uses: names(in: uses))
      )
    }
    return modules
  }

  /// The program, as Package.swift describes it.
  private static func program() throws -> Module {
    let entry = #/name: "detour",\s*dependencies: \[([^\]]*)\],\s*path: "Sources/Program/detour"/#
    let match = try #require(try manifest().firstMatch(of: entry))
    return Module(
      name: "detour", layer: "Program", folders: ["Program/detour"], uses: names(in: match.output.1))
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
      let imported = try module.imports().reduce(into: Set()) { $0.formUnion($1.modules) }
      #expect(module.uses.subtracting(imported).isEmpty, "\(module.name) lists what it does not import")
    }
  }

  @Test
  func `every file lies in a folder that Package.swift lists`() throws {
    let modules = try Self.listedModules() + [Self.program()]
    let listed = try Set(modules.flatMap { try $0.imports().map(\.file) })
    let others = try Self.imports(below: "").map(\.file).filter {
      !listed.contains(String($0.drop { $0 == "/" }))
    }
    #expect(listed.count > 500 && others == [])
  }

  @Test
  func `no type name stands in two modules, and no file name in two folders`() throws {
    var modulesOfName: [String: Set<String>] = [:]
    var foldersOfFile: [String: Set<String>] = [:]
    for module in try Self.listedModules() + [Self.program()] {
      for (file, _) in try module.imports() {
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

  /// The code of a file: its text without comments and without what stands in quotes.
  private static func code(of file: String) throws -> String {
    let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
    return text.replacing(#/"(?:[^"\\\n]|\\.)*"/#, with: "").replacing(#/\/\/.*/#, with: "")
  }

  private static func words(in code: String) -> Set<String> {
    let words = code.utf8.split { isalnum(Int32($0)) == 0 && $0 != UInt8(ascii: "_") }
    return Set(words.map { String($0) ?? "" })
  }

  @Test(arguments: ["Orders", "Carpool", "Services", "Shifts"])
  func `at most twelve files outside a feature's folder name one of its types`(market: String) throws {
    let files = try Self.imports(below: "Markets/" + market).map { file, _ in
      let code = try Self.code(of: file)
      return (file: file, types: Self.types(declaredIn: code), words: Self.words(in: code))
    }
    let features = "Markets/\(market)/Features/"
    let folders = Dictionary(grouping: files.filter { $0.file.hasPrefix(features) }) { file, _, _ in
      String(file.dropFirst(features.count).prefix { $0 != "/" })
    }
    #expect(folders.count > 2)
    for (folder, own) in folders {
      let types = Set(own.flatMap(\.types))
      let others = files.filter {
        !$0.file.hasPrefix(features + folder + "/") && !types.isDisjoint(with: $0.words)
      }
      #expect(!types.isEmpty && others.count <= 12, "\(folder): \(others.map(\.file))")
    }
  }

  /// The files of the carpool's part in a run: those of its core, and those of its features.
  private static func filesOfCarpoolRun() throws -> (core: [String], features: [String]) {
    let run = try #require(try listedModules().first { $0.name == "Simulation" })
    let files = try run.imports().map(\.file)
    return (files.filter { !$0.contains("/Features/") }, files.filter { $0.contains("/Features/") })
  }

  @Test
  func `a feature of the carpool's run is named in its own folder, and once in the list of features`() throws
  {
    let (core, features) = try Self.filesOfCarpoolRun()
    let codes = try Dictionary(uniqueKeysWithValues: (core + features).map { ($0, try Self.code(of: $0)) })
    var found = 0
    for file in features {
      let folder = file.prefix(through: try #require(file.range(of: "/Market/")).upperBound)
      for match in codes[file, default: ""].matches(of: #/(?:extension|class) (\w+): CarpoolFeature\b/#) {
        let others = codes.filter { !$0.key.hasPrefix(folder.dropLast()) }.filter {
          Self.words(in: $0.value).contains(String(match.output.1))
        }
        #expect(
          others.keys.sorted() == ["Markets/Carpool/Market/CarpoolMarket+Features.swift"], "\(match.output.1)"
        )
        found += 1
      }
    }
    #expect(found >= 10)
  }

  @Test
  func `few lines of the carpool's core depend on a feature being there`() throws {
    let isAsked =
      #/\b(?:planning|society|transfers?|roles|provisional|batch|cancellations|board|countsPairs|hasFeatures)\b *(?:\?[.\[]|==|!=|\{|else\b|,)|\.(?:isFlexible|leavesLate|lead|waits|isIdle)\b(?!\()/#
    let lines = try Self.filesOfCarpoolRun().core.flatMap { file in
      try Self.code(of: file).split(separator: "\n").filter { $0.contains(isAsked) }
    }
    // A bound that may only fall.
    #expect((1...16).contains(lines.count), "\(lines.joined(separator: "\n"))")
  }

  /// The features of which a run keeps no records, and all of them.
  private static let removable = [
    ["PriceCap", "Roles", "Slack", "Waiting"],
    [
      "Batch", "Board", "Cancelling", "PriceCap", "Roles", "Slack", "Society", "Transfers", "Waiting",
      "Walking",
    ],
  ]

  @Test(.enabled(if: succeeds("swiftc --version")), arguments: removable)
  func `the carpool's run compiles without the folders of features, but for their setups and records`(
    removed: [String]
  ) throws {
    let (core, features) = try Self.filesOfCarpoolRun()
    let list = "Markets/Carpool/Market/CarpoolMarket+Features.swift"
    var others = try String(contentsOf: Self.sources.appending(path: list), encoding: .utf8)
    let isData = #/(?:Records?|Setup|MoneyTransfer|Invitations)\.swift$/#
    let gone = features.filter { file in removed.contains { file.contains("/Features/\($0)/") } }
    #expect(Set(gone.compactMap { $0.split(separator: "/").dropFirst(3).first }).count == removed.count)
    #expect(gone.contains { $0.contains(isData) } == (removed.count > 4))
    var classes = 0
    for file in gone {
      for match in try Self.code(of: file).matches(of: #/(?:extension|class) (\w+): CarpoolFeature\b/#) {
        let shorter = others.replacing(try Regex("\\s\(match.output.1)\\(setup\\),"), with: "")
        #expect(shorter.count < others.count, "\(match.output.1)")
        (others, classes) = (shorter, classes + 1)
      }
    }
    #expect(classes >= 4)
    let files = (core + features.filter { !gone.contains($0) || $0.contains(isData) }).filter { $0 != list }
    // Beside this program lie the modules that are built, and the maps of those in C.
    let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let built = program.deletingLastPathComponent().path
    let package = SharedData.checkout.lastPathComponent.lowercased()
    let (output, code) = try withScratchFolder { folder in
      let shortened = folder + "/List.swift"
      try others.write(toFile: shortened, atomically: true, encoding: .utf8)
      return try shell(
        """
        swiftc -typecheck -swift-version 6 -module-name Simulation -package-name \(package) -I '\(built)/Modules' \
          $(for map in '\(built)'/*.build/module.modulemap; do echo "-Xcc -fmodule-map-file=$map"; done) \
          $(for map in Native/*/module.modulemap; do echo "-I ${map%/*}"; done) \
          -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
          -enable-upcoming-feature MemberImportVisibility \
          '\(shortened)' \(files.map { "'\($0)'" }.joined(separator: " "))
        """, in: Self.sources.path)
    }
    #expect(code == 0, "\(output)")
  }
}
