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
      help: "DIMACS: metres in a unit of the distance graph", standard: "0.1"),
    Option(
      name: "--time-unit-s", value: "X", kind: .number,
      help: "DIMACS: seconds in a unit of the time graph; 0.0036, a decimetre at 100 km/h"),
    Option(
      name: "--speed-kmh", value: "X", kind: .number,
      help: "DIMACS: one speed for all in place of the time graph; 50 where there is none"),
  ]

  private static let networkImport = Command(
    name: "network import", summary: "read a network once and store it in a file that opens at once",
    operands: [networkFile],
    forms: [
      Form(
        usage: "FILE -o NAME.network",
        summary: "read a network once and store it in a file that opens at once")
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
    name: "network info", summary: "nodes, links, speeds by class, extent", operands: [networkFile],
    options: [
      Option(
        name: "--check",
        help: "say that every byte of a .network file agrees with its checksum, as it must to be read"),
      figuresOption,
    ] + importOptions
  ) { arguments, command in
    try NetworkCommand(arguments, command).inform()
    return ExitCode.success
  }

  private static let networkRoute = Command(
    name: "network route", summary: "the quickest way between two points, or of many pairs",
    operands: [Operand(name: "FILE", kind: .path, count: 1...3)],
    forms: [
      Form(usage: "FILE --from … --to …", summary: "the quickest way between two points"),
      Form(
        usage: "FILE --pairs PAIRS.csv", summary: "time and length of the quickest way of many pairs, as CSV"),
    ],
    options: [
      Option(name: "--from", value: "LAT,LON", help: "where it begins; X,Y on a plane, or a node's id"),
      Option(name: "--to", value: "LAT,LON", help: "where it ends"),
      Option(
        name: "--pairs", value: "FILE", kind: .file(["csv"]),
        help: "a CSV file of many (from, to: ids; or from_lon, from_lat, …); - for standard input"),
      Option(
        name: "--snap-m", value: "X", kind: .number, help: "the farthest that an end may lie from a node",
        standard: "500"),
      figuresOption,
      Option(name: "--geojson", help: "print the line as GeoJSON"),
    ] + importOptions
  ) { arguments, command in
    try NetworkCommand(arguments, command).route()
    return ExitCode.success
  }

  private static let networkPrepare = Command(
    name: "network prepare",
    summary: """
      keep what routing prepares in FILE.routing, for later runs;
      beside a .network file runs do so by themselves
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
    name: "network profile", summary: "how cars use OpenStreetMap, as Markdown"
  ) { _, _ in
    print(OSMProfile.markdown, terminator: "")
    return ExitCode.success
  }

  private static let networkFormats = Command(
    name: "network formats", summary: "what FILE may be, as Markdown: files and folders of these formats"
  ) { _, _ in
    print(NetworkFormat.markdown, terminator: "")
    return ExitCode.success
  }
}
