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
  ("Quantities", []),
  ("Tables", ["Quantities", "CZlib", "CCrypto"]),
  ("EventKernel", ["Quantities"]),
  ("Statistics", ["Quantities", "CGSL"]),
  ("RoadNetwork", ["Quantities", "Tables", "Statistics"]),
  ("Spaces", ["Quantities", "RoadNetwork"]),
  ("Market", ["Quantities", "Spaces"]),
  ("Scenario", ["Quantities"]),
  ("Synthesis", ["Quantities", "Tables", "Statistics", "RoadNetwork", "Spaces", "Market", "Scenario"]),
  ("Matching", ["Quantities", "Statistics", "Spaces", "Market"]),
  (
    "Simulation",
    ["Quantities", "EventKernel", "Statistics", "Spaces", "Market", "Scenario", "Synthesis", "Matching"]
  ),
  (
    "Metrics",
    ["Quantities", "Tables", "Statistics", "Spaces", "Market", "Scenario", "Synthesis", "Simulation"]
  ),
]

let package = Package(
  name: "detour",
  products: [
    .executable(name: "detour", targets: ["detour"]),
    .library(name: "Matching", targets: ["Matching"]),
    .library(name: "Simulation", targets: ["Simulation"]),
  ],
  targets: [
    .systemLibrary(name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
  ]
    + house.map { .target(name: $0.name, dependencies: $0.uses, swiftSettings: strict) }
    + house.map { room in
      .testTarget(
        name: room.name + "Tests",
        dependencies: [.init(stringLiteral: room.name), "TestSupport"] + room.uses,
        swiftSettings: strict)
    }
    + [
      .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
      .executableTarget(
        name: "detour", dependencies: house.map { .init(stringLiteral: $0.name) },
        swiftSettings: strict),
      .executableTarget(
        name: "RoutingBenchmark", dependencies: ["Quantities", "RoadNetwork"],
        path: "Benchmarks/RoutingQueries", exclude: ["peers.py"], swiftSettings: strict),
    ],
  swiftLanguageModes: [.v6]
)
