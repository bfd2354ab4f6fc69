// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "CustomPolicy",
  dependencies: [.package(name: "detour", path: "../..")],
  targets: [
    .executableTarget(
      name: "CustomPolicy",
      dependencies: [
        .product(name: "Carpool", package: "detour"), .product(name: "Matching", package: "detour"),
      ]),
    .executableTarget(
      name: "LeastDetourProcess", dependencies: [.product(name: "PolicyProcess", package: "detour")]),
  ]
)
