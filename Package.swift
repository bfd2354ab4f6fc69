// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target. Release builds can be tested, so that `make demo` and `make test` share one. The code that the
/// compiler passes to LLVM is not verified: that finds faults of the compiler, and takes 1.5 % of the time.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  .unsafeFlags(
    ["-enable-testing", "-Xfrontend", "-disable-llvm-verify"], .when(configuration: .release)),
]

/// The settings of C and C++: no product and sum are rounded once where the text rounds twice, as compilers do for processors that have an
/// instruction for both, so that results are the same on all.
let exactC: [CSetting] = [.unsafeFlags(["-ffp-contract=off"])]
let exactCXX: [CXXSetting] = [.unsafeFlags(["-ffp-contract=off"])]

/// The modules by layer, lowest first: a module uses only modules that stand above it in this list. `in` names the folder of one whose
/// folder has another name.
let layers: [(folder: String, modules: [Module])] = [
  (
    "Base",
    [
      Module("Quantities", uses: ["CKernels", "CMath"]),
      Module("Tables", uses: ["Quantities", "CCrypto", "CKernels", "CSystem", "CZlib"]),
      Module("Assignment", uses: ["CLemon"]),
      Module("Processes", uses: ["Quantities", "Tables", "CSystem"]),
      Module("Statistics", uses: ["Quantities", "CGSL", "CKernels"]),
      Module("JSON5", uses: []),
      Module("Quoting", uses: ["Tables"]),
      Module("Packs", uses: ["Quantities", "Tables", "CCrypto", "CZlib"]),
    ]
  ),
  (
    "Roads",
    [
      Module("RoadNetwork", uses: ["Quantities", "Tables", "Statistics", "CKernels", "COsmium"]),
      Module("Spaces", uses: ["Quantities", "RoadNetwork"]),
    ]
  ),
  (
    "Engine",
    [
      Module("EventKernel", uses: ["Quantities", "CKernels"]),
      Module("Lifecycle", uses: ["Quantities", "Statistics", "EventKernel"]),
      Module("Scenario", uses: ["Quantities", "Statistics", "JSON5"]),
      Module(
        "Ground",
        uses: [
          "Quantities", "Tables", "Statistics", "JSON5", "RoadNetwork", "Spaces", "Lifecycle", "Scenario",
        ]),
      Module("Metrics", uses: ["Quantities", "Tables", "Statistics", "JSON5", "Scenario"]),
      Module(
        "Models",
        uses: [
          "Quantities", "Tables", "JSON5", "RoadNetwork", "Lifecycle", "Scenario", "Ground", "Metrics",
        ]),
    ]
  ),
  (
    "Markets/Platform",
    [
      Module(
        "Community",
        uses: [
          "Quantities", "Tables", "Statistics", "JSON5", "EventKernel", "Lifecycle", "Scenario", "Metrics",
        ])
    ]
  ),
  (
    "Markets/Carpool",
    [
      Module("Travellers", uses: ["Quantities", "Spaces", "Lifecycle"], features: ["Choice"]),
      Module(
        "Matching",
        uses: [
          "Quantities", "Assignment", "Statistics", "RoadNetwork", "Spaces", "Lifecycle", "Travellers",
          "CKernels",
        ]),
      Module("Hindsight", uses: ["Quantities", "Assignment", "Spaces", "Travellers", "Matching"]),
      Module("Board", uses: ["Quantities", "Spaces", "Lifecycle", "Travellers"]),
      Module("PolicyProcess", uses: ["JSON5"]),
      Module(
        "OutsidePolicies",
        uses: [
          "Quantities", "Tables", "Processes", "JSON5", "Spaces", "Lifecycle", "Travellers", "Matching",
          "CPolicy",
        ]),
      Module(
        "CarpoolScenario", in: "Fields",
        uses: ["Quantities", "Statistics", "JSON5", "Scenario", "Matching", "Board", "Community"],
        features: [
          "Batch", "Board", "Choice", "MapCalls", "Roles", "Slack", "Society", "Stops", "Transfers", "Users",
          "Waiting", "Walking",
        ]),
      Module(
        "Synthesis", in: "Input",
        uses: [
          "Quantities", "Tables", "Statistics", "JSON5", "RoadNetwork", "Spaces", "Scenario", "Ground",
          "Travellers", "Matching", "Community", "CarpoolScenario", "CHDF5",
        ],
        features: ["Board", "Choice", "PriceCap", "Roles", "Slack", "Society", "Stops", "Users", "Waiting"]),
      Module(
        "Simulation", in: "Market",
        uses: [
          "Quantities", "Statistics", "Spaces", "EventKernel", "Lifecycle", "Scenario", "Ground",
          "Travellers", "Matching", "Board", "Community", "CarpoolScenario",
        ],
        features: [
          "Batch", "Board", "Cancelling", "Choice", "PriceCap", "Roles", "Slack", "Society", "Transfers",
          "Waiting",
          "Walking",
        ]),
      Module(
        "Carpool", in: "Results",
        uses: [
          "Quantities", "Tables", "Statistics", "JSON5", "RoadNetwork", "Spaces", "EventKernel", "Lifecycle",
          "Scenario", "Ground", "Metrics", "Models", "Travellers", "Matching", "Hindsight",
          "Board",
          "Community", "OutsidePolicies", "CarpoolScenario", "Synthesis", "Simulation",
        ],
        features: [
          "Batch", "Board", "Cancelling", "Choice", "MapCalls", "Outages", "PriceCap", "Roles", "Slack",
          "Society", "Stops", "Transfers", "Users", "Waiting", "Walking",
        ]),
    ]
  ),
  (
    "Markets",
    [
      Module(
        "Services",
        uses: [
          "Community", "Quantities", "Tables", "Statistics", "JSON5", "RoadNetwork", "Spaces", "EventKernel",
          "Lifecycle",
          "Scenario", "Ground", "Metrics", "Models", "CKernels",
        ]),
      Module(
        "Shifts",
        uses: [
          "Community", "Quantities", "Tables", "Assignment", "Statistics", "JSON5", "EventKernel",
          "Lifecycle", "Scenario",
          "Ground", "Metrics", "Models",
        ]),
      Module(
        "Orders",
        uses: [
          "Community", "Quantities", "Tables", "Statistics", "JSON5", "EventKernel", "Lifecycle", "Scenario",
          "Ground",
          "Metrics", "Models",
        ]),
      Module(
        "Markets", in: "Registry",
        uses: [
          "JSON5", "Scenario", "Metrics", "Models", "Carpool", "Services", "Shifts",
          "Orders",
        ]),
    ]
  ),
  (
    "Studies",
    [
      Module(
        "Run",
        uses: [
          "Quantities", "Tables", "JSON5", "Quoting", "RoadNetwork", "Spaces", "Scenario", "Ground",
          "Metrics", "Models", "Matching", "CarpoolScenario", "Synthesis", "Carpool", "Markets",
        ]),
      Module(
        "Study",
        uses: [
          "Quantities", "Tables", "Packs", "Quoting", "Statistics", "JSON5", "RoadNetwork", "Scenario",
          "Ground",
          "Metrics", "Models", "Markets",
        ]),
      Module(
        "Report",
        uses: [
          "Quantities", "Tables", "Packs", "Quoting", "Statistics", "JSON5", "RoadNetwork", "Scenario",
          "Ground",
          "Metrics", "Models", "Markets",
        ]),
    ]
  ),
  (
    "Program",
    [
      Module(
        "BenchmarkSuite", in: "Suite",
        uses: [
          "Quantities", "Tables", "Processes", "Statistics", "JSON5", "RoadNetwork", "Spaces",
          "EventKernel", "Lifecycle", "Scenario", "Ground", "Metrics", "Models", "Travellers", "Matching",
          "Assignment", "Hindsight", "Board",
          "OutsidePolicies", "CarpoolScenario", "Synthesis", "Simulation", "Carpool", "Services", "Shifts",
          "Orders", "Markets", "CPolicy", "CLeastDetour", "HoldModelPeers",
        ]),
      Module(
        "Benchmarking",
        uses: [
          "Quantities", "Tables", "Quoting", "Statistics", "JSON5", "RoadNetwork", "Scenario",
          "Ground", "Metrics",
          "Markets", "Study", "Report", "BenchmarkSuite",
        ]),
      Module(
        "Pages",
        uses: [
          "Quantities", "Tables", "Quoting", "Statistics", "JSON5", "RoadNetwork", "Spaces", "Lifecycle",
          "Scenario", "Metrics", "Models", "Travellers", "Matching", "CarpoolScenario", "Synthesis",
          "Simulation", "Carpool", "Services", "Shifts", "Orders", "Markets", "Run", "Report",
          "BenchmarkSuite",
          "Benchmarking", "CPageAssets", "CZlib",
        ]),
    ]
  ),
]

/// A target: its name, its folder in that of its layer, the targets it uses, and the features of its market that have a folder of that
/// name, `Features/FEATURE/FOLDER`.
struct Module {
  let name: String
  let folder: String
  let uses: [Target.Dependency]
  let features: [String]

  init(_ name: String, in folder: String? = nil, uses: [Target.Dependency], features: [String] = []) {
    self.name = name
    self.folder = folder ?? name
    self.uses = uses
    self.features = features
  }

  /// The folders of its sources in that of its layer.
  var folders: [String] { [folder] + features.map { "Features/\($0)/\(folder)" } }
}

/// What the tests of a target use beyond what the target uses.
let testsUse: [String: [Target.Dependency]] = [
  "Quantities": ["RoundingProof"],
  "Metrics": ["InventedMarket", "CarpoolScenario"], "Models": ["InventedMarket", "CarpoolScenario"],
  "Markets": ["Ground", "RoadNetwork", "CarpoolScenario"], "Report": ["EventKernel", "CarpoolScenario"],
  "Scenario": ["CarpoolScenario"],
  "Simulation": ["Hindsight", "Synthesis"], "Study": ["InventedMarket"],
]

/// The modules whose tests compare with slow models of their own, which are optimised in every build.
let slowWitnesses: Set = ["EventKernel", "Shifts", "Simulation", "Statistics"]

/// The kind of build, which `make` names in `DETOUR_BUILD`: `tests` leaves out the programs that measure; `address` is for the fuzzer and
/// the address sanitizer.
let build = Context.environment["DETOUR_BUILD"]

/// The modules that draw, print and read the command line. Nobody waits for them, so release builds leave them without optimisation, which
/// takes a quarter of the time.
let cold: Set = [
  "Quoting", "Scenario", "Models", "CarpoolScenario", "Markets", "Run", "Study", "Report", "Benchmarking",
  "Pages", "detour",
]

/// Parts of the markets of which the fuzzer runs the fields at most, and which no test under the address sanitizer runs.
let barelyAttacked: Set = [
  "Community", "Hindsight", "Board", "OutsidePolicies", "Simulation", "Carpool", "Services", "Shifts",
  "Orders", "BenchmarkSuite",
]

/// The optimisation of the module `name` in this build.
func optimisation(of name: String) -> [SwiftSetting] {
  cold.contains(name) || (build == "address" && barelyAttacked.contains(name)) ? unoptimised : []
}

/// No optimisation in release builds. The compiler emits the interface in the same pass: by default it type-checks an unoptimised module a
/// second time for it.
let unoptimised: [SwiftSetting] = [
  .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
]

/// What is measured, each against a peer in the same run.
let benchmarks: [Target] = [
  .target(name: "HoldModelPeers", path: "Benchmarks/HoldModelPeers"),
  benchmark("HoldModel", ["EventKernel", "Quantities", "HoldModelPeers"], exclude: ["hold_simpy.py"]),
  .target(name: "BenchmarkSupport", path: "Benchmarks/Support", swiftSettings: strict),
  benchmark(
    "Candidates",
    ["BenchmarkSupport", "Quantities", "Statistics", "Spaces", "Travellers", "Matching", "BenchmarkSuite"]),
  benchmark(
    "Insertion", ["BenchmarkSupport", "Quantities", "Travellers", "Matching", "BenchmarkSuite"]),
  benchmark("Window", ["Assignment", "BenchmarkSuite"]),
  benchmark(
    "Orders", ["BenchmarkSupport", "Quantities", "Statistics", "EventKernel", "Lifecycle", "Orders"],
    exclude: ["orders_simpy.py"]),
  benchmark(
    "Board",
    ["BenchmarkSupport", "Quantities", "Spaces", "Lifecycle", "Travellers", "Board", "BenchmarkSuite"],
    exclude: ["board_sqlite.py"]),
  benchmark(
    "Services", ["BenchmarkSupport", "Quantities", "Statistics", "Lifecycle", "Spaces", "Services"],
    exclude: ["services_simpy.py"]),
  benchmark(
    "PlaneDay",
    [
      "BenchmarkSupport", "Quantities", "Spaces", "Travellers", "JSON5", "Scenario", "CarpoolScenario",
      "Matching", "Simulation",
      "Metrics",
    ]),
  benchmark(
    "Shifts", ["BenchmarkSupport", "Quantities", "Statistics", "Lifecycle", "Shifts"],
    exclude: ["shifts_simpy.py"]),
  benchmark(
    "SideBySide",
    [
      "BenchmarkSupport", "Quantities", "Tables", "Assignment", "EventKernel", "Statistics", "Lifecycle",
      "Spaces", "Travellers",
      "Scenario", "Ground", "CarpoolScenario", "Synthesis", "Matching", "Simulation", "Carpool", "Run",
    ]),
  benchmark(
    "CSVThroughput", ["BenchmarkSupport", "Quantities", "Tables", "Statistics"], exclude: ["README.md"]),
  benchmark("NetworkFiles", ["RoadNetwork"]),
  benchmark("RoutingQueries", ["Quantities", "RoadNetwork"], exclude: ["peers.py", "README.md"]),
]

/// The program `NAMEBenchmark` in `Benchmarks/NAME`.
func benchmark(_ name: String, _ uses: [Target.Dependency], exclude: [String] = []) -> Target {
  .executableTarget(
    name: name + "Benchmark", dependencies: uses, path: "Benchmarks/" + name, exclude: exclude,
    swiftSettings: strict)
}

/// The targets of the layers. One with folders in several features has the folder of its layer, without those of the other modules.
let modules: [Target] = layers.flatMap { layer, modules in
  modules.map { module in
    let others = modules.flatMap(\.folders).filter { !module.folders.contains($0) }
    let isDivided = !module.features.isEmpty
    return .target(
      name: module.name, dependencies: module.uses,
      path: "Sources/\(layer)" + (isDivided ? "" : "/\(module.folder)"), exclude: isDivided ? others : [],
      swiftSettings: strict + optimisation(of: module.name))
  }
}

/// The tests that are built where somebody wants a few alone, as in `DETOUR_TESTS="MatchingTests SpacesTests" swift build --build-tests`,
/// and nothing that is measured then; all where it is not set.
let wantedTests = Context.environment["DETOUR_TESTS"].map { $0.split(separator: " ").map(String.init) }

/// The tests of each module, in `Tests/NAMETests`.
let tests: [Target] = layers.flatMap(\.modules).map { module in
  let own: [Target.Dependency] = [.init(stringLiteral: module.name), "TestSupport"]
  let settings: [SwiftSetting] = slowWitnesses.contains(module.name) ? [.unsafeFlags(["-O"])] : unoptimised
  return .testTarget(
    name: module.name + "Tests", dependencies: own + module.uses + (testsUse[module.name] ?? []),
    swiftSettings: strict + settings)
}

/// The tests of the program as a user has it: it is driven, so it has to be built.
let programTests = Target.testTarget(
  name: "detourTests", dependencies: ["detour", "TestSupport"], swiftSettings: strict + unoptimised)

let package = Package(
  name: "detour",
  products: [
    .executable(name: "detour", targets: ["detour"]),
    .library(name: "JSON5", targets: ["JSON5"]),
    .library(name: "Travellers", targets: ["Travellers"]),
    .library(name: "Matching", targets: ["Matching"]),
    .library(name: "Carpool", targets: ["Carpool"]),
    .library(name: "CarpoolScenario", targets: ["CarpoolScenario"]),
    .library(name: "Metrics", targets: ["Metrics"]),
    .library(name: "Report", targets: ["Report"]),
    .library(name: "RoadNetwork", targets: ["RoadNetwork"]),
    .library(name: "PolicyProcess", targets: ["PolicyProcess"]),
    .library(name: "Run", targets: ["Run"]),
    .library(name: "Scenario", targets: ["Scenario"]),
    .library(name: "Simulation", targets: ["Simulation"]),
    .library(name: "Study", targets: ["Study"]),
    .library(name: "Synthesis", targets: ["Synthesis"]),
    // A policy that a scenario can name.
    .library(name: "LeastDetour", type: .dynamic, targets: ["CLeastDetour"]),
    // Loaded before a program, it counts what the program allocates.
    .library(name: "AllocationCount", type: .dynamic, targets: ["CAllocationCount"]),
  ],
  targets: [
    .systemLibrary(
      name: "CGSL", path: "Sources/Native/CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/Native/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CCrypto", path: "Sources/Native/CCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"])]),
    .target(name: "CKernels", path: "Sources/Native/CKernels", cSettings: exactC),
    .target(
      name: "CMath", path: "Sources/Native/CMath",
      // Whose names of functions it defines, so that the compiler must not take a call for another.
      cSettings: exactC + [.unsafeFlags(["-fno-builtin"])],
      linkerSettings: [.linkedLibrary("mpfr"), .linkedLibrary("gmp")]),
    .target(name: "CSystem", path: "Sources/Native/CSystem"),
    .target(name: "CHDF5", path: "Sources/Native/CHDF5"),
    // The header of policies that are libraries, and an example of one.
    .target(name: "CPolicy", path: "Sources/Native/CPolicy"),
    .target(
      name: "CLeastDetour", dependencies: ["CPolicy"], path: "Examples/LibraryPolicy", publicHeadersPath: "."),
    .target(name: "CAllocationCount", path: "Sources/Native/CAllocationCount"),
    // Files are put into it as they are, without a copy beside the program.
    .target(name: "CPageAssets", path: "Sources/Native/CPageAssets", exclude: ["assets"]),
    .target(
      name: "COsmium", path: "Sources/Native/COsmium",
      // The assertions of libosmium are for its authors: bad input is thrown and caught.
      cxxSettings: [.define("NDEBUG")] + exactCXX,
      linkerSettings: [.linkedLibrary("z"), .linkedLibrary("bz2"), .linkedLibrary("expat")]),
    // Its templates are all that is used of LEMON, so that nothing of it is linked.
    .target(
      name: "CLemon", path: "Sources/Native/CLemon", cxxSettings: [.define("LEMON_ONLY_TEMPLATES")] + exactCXX
    ),
  ]
    + modules
    + (tests + [programTests]).filter { wantedTests?.contains($0.name) ?? true }
    + [
      .target(
        name: "TestSupport", dependencies: ["Quantities", "Tables", "Statistics", "RoadNetwork", "CGSL"],
        path: "Tests/TestSupport", swiftSettings: strict),
      // The comparison of CMath with MPFR, of which `make rounding` makes a program.
      .target(
        name: "RoundingProof", dependencies: ["CMath"], path: "Tests/Rounding",
        exclude: ["main.c", "draws.c", "build.sh", "arm.sh"],
        cSettings: exactC),
      // What any market gets is tested on one that nobody has.
      .target(
        name: "InventedMarket",
        dependencies: [
          "Quantities", "Tables", "Statistics", "JSON5", "Scenario", "Ground", "Metrics", "Models",
        ],
        path: "Tests/InventedMarket", swiftSettings: strict),
      .executableTarget(
        name: "detour",
        dependencies: [
          "Quantities", "Tables", "Processes", "Statistics", "JSON5", "Quoting", "RoadNetwork", "Lifecycle",
          "Scenario", "Ground", "Metrics", "Models", "Matching", "OutsidePolicies", "CarpoolScenario",
          "Carpool", "Shifts", "Orders", "Markets", "Run", "Study", "Report", "BenchmarkSuite",
          "Benchmarking", "Pages",
        ],
        path: "Sources/Program/detour",
        swiftSettings: strict + optimisation(of: "detour")),
    ]
    + benchmarks.filter { (wantedTests == nil && build != "tests") || $0.type != .executable },
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
