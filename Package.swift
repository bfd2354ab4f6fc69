// swift-tools-version: 6.2
import PackageDescription

/// One settings list for every Swift target: what the language may not do quietly.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The house, lowest first: a target knows only targets that stand above it in this list.
let house: [(name: String, uses: [Target.Dependency])] = [
  ("Quantities", ["CKernels"]),
  ("Tables", ["Quantities", "CKernels", "CSystem", "CZlib", "CCrypto"]),
  ("Assignment", ["Quantities", "CLemon"]),
  ("Processes", ["Quantities", "Tables", "CSystem"]),
  ("EventKernel", ["Quantities", "CKernels"]),
  ("Statistics", ["Quantities", "CGSL"]),
  ("Lifecycle", ["Quantities", "EventKernel", "Statistics"]),
  ("RoadNetwork", ["Quantities", "CKernels", "Tables", "Statistics", "COsmium"]),
  ("Spaces", ["Quantities", "RoadNetwork"]),
  ("Travellers", ["Quantities", "Spaces"]),
  ("Matching", ["Quantities", "CKernels", "Assignment", "Statistics", "Spaces", "Travellers"]),
  ("Hindsight", ["Quantities", "Assignment", "Spaces", "Travellers", "Matching"]),
  ("Board", ["Quantities", "Statistics", "Spaces", "Travellers"]),
  ("Community", ["Quantities", "Statistics", "Travellers"]),
  ("JSON5", []),
  ("PolicyProcess", ["JSON5"]),
  (
    "OutsidePolicies",
    [
      "Quantities", "Tables", "Processes", "Statistics", "Spaces", "Travellers", "Matching", "JSON5",
      "PolicyProcess",
      "CPolicy",
    ]
  ),
  ("Scenario", ["Quantities", "Statistics", "JSON5", "Matching", "Board", "Community"]),
  (
    "Synthesis",
    [
      "Quantities", "Tables", "Statistics", "RoadNetwork", "Spaces", "Travellers", "Board", "Community",
      "Scenario",
    ]
  ),
  (
    "Simulation",
    [
      "Quantities", "EventKernel", "Statistics", "Lifecycle", "Spaces", "Travellers", "Board", "Community",
      "Scenario", "Synthesis", "Matching",
    ]
  ),
  ("Metrics", ["Quantities", "Tables", "Statistics", "JSON5", "Scenario"]),
  ("Models", ["Quantities", "Tables", "RoadNetwork", "JSON5", "Scenario", "Synthesis", "Metrics"]),
  (
    "Orders",
    [
      "Quantities", "Tables", "EventKernel", "Statistics", "JSON5", "Lifecycle", "Scenario", "Synthesis",
      "Metrics", "Models",
    ]
  ),
  (
    "Carpool",
    [
      "Quantities", "Tables", "EventKernel", "Statistics", "Lifecycle", "RoadNetwork", "Spaces", "Travellers",
      "Hindsight", "Board", "Community", "JSON5", "Scenario", "Synthesis", "Matching", "OutsidePolicies",
      "Simulation",
      "Metrics", "Models",
    ]
  ),
  (
    "Shifts",
    [
      "Quantities", "Tables", "Assignment", "EventKernel", "Statistics", "Lifecycle", "RoadNetwork", "JSON5",
      "Scenario", "Synthesis", "Metrics", "Models",
    ]
  ),
  (
    "Services",
    [
      "Quantities", "CKernels", "Tables", "EventKernel", "Statistics", "Lifecycle", "RoadNetwork", "Spaces",
      "Travellers",
      "JSON5", "Scenario", "Synthesis", "Metrics", "Models",
    ]
  ),
  ("Markets", ["JSON5", "Scenario", "Metrics", "Models", "Carpool", "Orders", "Services", "Shifts"]),
  (
    "Run",
    [
      "Quantities", "Tables", "RoadNetwork", "Spaces", "Travellers", "JSON5", "Scenario", "Synthesis",
      "Matching", "Simulation", "Metrics", "Models", "Carpool", "Markets",
    ]
  ),
  (
    "Study",
    [
      "Quantities", "Tables", "Statistics", "RoadNetwork", "JSON5", "Scenario", "Synthesis", "Simulation",
      "Metrics", "Models", "Carpool", "Markets", "Run",
    ]
  ),
  (
    "Report",
    [
      "Quantities", "Tables", "Statistics", "Travellers", "JSON5", "Scenario", "Metrics", "Models", "Carpool",
      "Markets",
    ]
  ),
  (
    "Benchmarking",
    [
      "Quantities", "Tables", "EventKernel", "Statistics", "Lifecycle", "RoadNetwork", "Spaces", "Travellers",
      "Hindsight", "Board", "Community", "JSON5", "Scenario", "Synthesis", "Matching", "Simulation",
      "Metrics", "Models",
      "Carpool", "Orders", "Services", "Shifts", "Markets", "Run", "Study", "Report", "Processes",
      "HoldModelPeers",
      "OutsidePolicies", "CLeastDetour",
    ]
  ),
  (
    "Pages",
    [
      "Quantities", "Tables", "Statistics", "RoadNetwork", "Spaces", "Travellers", "JSON5", "Scenario",
      "Lifecycle", "Synthesis", "Matching", "Simulation", "Metrics", "Models", "Carpool", "Markets", "Run",
      "Report", "Benchmarking", "CPageAssets", "CZlib",
    ]
  ),
]

/// What the tests of a target use beyond what the target uses.
let testsUse: [String: [Target.Dependency]] = [
  "Metrics": ["InventedMarket"], "Models": ["InventedMarket"], "Report": ["EventKernel"],
  "Simulation": ["Hindsight"], "Study": ["InventedMarket"],
]

/// The rooms whose tests compare with slow models of their own, which are optimised in every build.
let slowWitnesses: Set = ["EventKernel", "Matching", "Shifts", "Simulation", "Statistics"]

/// What is measured, each against a peer in the same run.
let benchmarks: [Target] = [
  .target(name: "HoldModelPeers", path: "Benchmarks/HoldModelPeers"),
  benchmark("HoldModel", ["EventKernel", "Quantities", "HoldModelPeers"], exclude: ["hold_simpy.py"]),
  .target(name: "BenchmarkSupport", path: "Benchmarks/Support", swiftSettings: strict),
  benchmark(
    "Candidates",
    ["BenchmarkSupport", "Quantities", "Statistics", "Spaces", "Travellers", "Matching", "Benchmarking"]),
  benchmark("Insertion", ["BenchmarkSupport", "Matching", "Benchmarking"]),
  benchmark(
    "Orders", ["BenchmarkSupport", "Quantities", "Statistics", "EventKernel", "Lifecycle", "Orders"],
    exclude: ["orders_simpy.py"]),
  benchmark(
    "Board",
    ["BenchmarkSupport", "Quantities", "Spaces", "Travellers", "Board", "Benchmarking"],
    exclude: ["board_sqlite.py"]),
  benchmark(
    "Services", ["BenchmarkSupport", "Quantities", "Statistics", "Lifecycle", "Spaces", "Services"],
    exclude: ["services_simpy.py"]),
  benchmark(
    "PlaneDay",
    [
      "BenchmarkSupport", "Quantities", "Spaces", "Travellers", "JSON5", "Scenario", "Matching", "Simulation",
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
      "Scenario", "Synthesis", "Matching", "Simulation", "Carpool", "Run",
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

let package = Package(
  name: "detour",
  products: [
    .executable(name: "detour", targets: ["detour"]),
    .library(name: "JSON5", targets: ["JSON5"]),
    .library(name: "Travellers", targets: ["Travellers"]),
    .library(name: "Matching", targets: ["Matching"]),
    .library(name: "Carpool", targets: ["Carpool"]),
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
    .systemLibrary(name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "CKernels"),
    .target(name: "CSystem"),
    // The header of policies that are libraries, and an example of one.
    .target(name: "CPolicy"),
    .target(
      name: "CLeastDetour", dependencies: ["CPolicy"], path: "Examples/LibraryPolicy", publicHeadersPath: "."),
    .target(name: "CAllocationCount"),
    // Files are put into it as they are, without a copy beside the program.
    .target(name: "CPageAssets", exclude: ["assets"]),
    .target(
      name: "COsmium",
      // The assertions of libosmium are for its authors: bad input is thrown and caught.
      cxxSettings: [.define("NDEBUG")],
      linkerSettings: [.linkedLibrary("z"), .linkedLibrary("bz2"), .linkedLibrary("expat")]),
    // Its templates are all that is used of LEMON, so that nothing of it is linked.
    .target(name: "CLemon", cxxSettings: [.define("LEMON_ONLY_TEMPLATES")]),
  ]
    + house.map { .target(name: $0.name, dependencies: $0.uses, swiftSettings: strict) }
    + house.map { room in
      .testTarget(
        name: room.name + "Tests",
        dependencies: [.init(stringLiteral: room.name), "TestSupport"] + room.uses
          + (testsUse[room.name] ?? []),
        swiftSettings: strict + (slowWitnesses.contains(room.name) ? [.unsafeFlags(["-O"])] : []))
    }
    + [
      // The program itself is driven, so it has to be built.
      .testTarget(
        name: "detourTests", dependencies: ["detour", "TestSupport"], swiftSettings: strict),
      .target(
        name: "TestSupport", dependencies: ["Quantities", "RoadNetwork"], path: "Tests/TestSupport",
        swiftSettings: strict),
      // What any market gets is tested on one that nobody has.
      .target(
        name: "InventedMarket",
        dependencies: [
          "Quantities", "Tables", "Statistics", "JSON5", "Scenario", "Synthesis", "Metrics", "Models",
        ],
        path: "Tests/InventedMarket", swiftSettings: strict),
      .executableTarget(
        name: "detour", dependencies: house.map { .init(stringLiteral: $0.name) },
        swiftSettings: strict),
    ]
    + benchmarks,
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
