// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nothing else is built with the fuzzer: `make fuzz`.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "detour", path: "../..")],
  targets: [
    .executableTarget(
      name: "FuzzReaders",
      dependencies: ["Report", "RoadNetwork", "Scenario", "Study", "Synthesis"].map {
        .product(name: $0, package: "detour")
      },
      swiftSettings: [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])])
  ],
  swiftLanguageModes: [.v6]
)
