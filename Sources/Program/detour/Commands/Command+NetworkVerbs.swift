import RoadNetwork

/// The verbs of `detour network`.
extension Command {
  static let networkVerbs = [
    networkImport, networkInfo, networkRoute, networkPrepare, networkProfile, networkFormats,
  ]

  private static let networkFile = Operand(name: "FILE", kind: .path)
  private static let figuresOption = jsonOption("the figures")

  /// The options for what a DIMACS graph does not contain.
  private static let importOptions = [
    Option(
      name: "--length-unit-m", value: "X", kind: .number,
      help: "DIMACS: metres per unit of the distance graph", standard: "0.1"),
    Option(
      name: "--time-unit-s", value: "X", kind: .number,
      help: "DIMACS: seconds per unit of the time graph; default 0.0036, a decimetre at 100 km/h"),
    Option(
      name: "--speed-kmh", value: "X", kind: .number,
      help: "DIMACS: a uniform speed instead of the time graph; default 50 if there is none"),
  ]

  private static let networkImport = Command(
    name: "network import", summary: "convert a network to a file that loads instantly",
    operands: [networkFile],
    forms: [
      Form(
        usage: "FILE -o NAME.network",
        summary: "convert a network to a file that loads instantly")
    ],
    options: [
      Option(
        name: "--out", short: "-o", value: "FILE", kind: .file(["network"]),
        help: "the file to write, NAME.network"), figuresOption,
    ] + importOptions
  ) { arguments, command in
    try NetworkCommand(arguments, command).importNetwork()
    return ExitCode.success
  }

  private static let networkInfo = Command(
    name: "network info", summary: "show nodes, links, speeds by class and extent", operands: [networkFile],
    options: [
      Option(
        name: "--check",
        help: "confirm the checksums of a .network file, which are verified whenever it is read"),
      figuresOption,
    ] + importOptions
  ) { arguments, command in
    try NetworkCommand(arguments, command).inform()
    return ExitCode.success
  }

  private static let networkRoute = Command(
    name: "network route", summary: "find the fastest route between two points, or for many pairs",
    operands: [Operand(name: "FILE", kind: .path, count: 1...3)],
    forms: [
      Form(usage: "FILE --from … --to …", summary: "the fastest route between two points"),
      Form(
        usage: "FILE --pairs PAIRS.csv",
        summary: "time and length of the fastest route for many pairs, as CSV"),
    ],
    options: [
      Option(name: "--from", value: "LAT,LON", help: "the origin; X,Y on a plane, or a node's id"),
      Option(name: "--to", value: "LAT,LON", help: "the destination"),
      Option(
        name: "--pairs", value: "FILE", kind: .file(["csv"]),
        help: "a CSV file of pairs (from, to: ids; or from_lon, from_lat, …); - for standard input"),
      Option(
        name: "--snap-m", value: "X", kind: .number,
        help: "the maximum distance from an end to the nearest node",
        standard: "500"),
      figuresOption,
      Option(name: "--geojson", help: "print the route as GeoJSON"),
    ] + importOptions
  ) { arguments, command in
    try NetworkCommand(arguments, command).route()
    return ExitCode.success
  }

  private static let networkPrepare = Command(
    name: "network prepare",
    summary: """
      store routing preprocessing in FILE.routing, for later runs;
      for a .network file, runs do so automatically
      """,
    operands: [networkFile],
    options: [
      Option(
        name: "--travel-time-factor", value: "X", kind: .number, help: "the scenario's travel_time_factor",
        standard: "1"),
      Option(
        name: "--routing", value: "METHOD",
        kind: .words([RoutingMethod.labels, .hierarchy].map(\.rawValue)),
        help: "labels (the default) or hierarchy"),
      figuresOption,
    ]
  ) { arguments, command in
    try NetworkCommand(arguments, command).prepare()
    return ExitCode.success
  }

  private static let networkProfile = Command(
    name: "network profile", summary: "print the OpenStreetMap profile for cars as Markdown"
  ) { _, _ in
    print(OSMProfile.markdown, terminator: "")
    return ExitCode.success
  }

  private static let networkFormats = Command(
    name: "network formats", summary: "print the supported formats of FILE as Markdown"
  ) { _, _ in
    print(NetworkFormat.markdown, terminator: "")
    return ExitCode.success
  }
}
