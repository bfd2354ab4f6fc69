/// Two drivers who cross a plane from west to east at 10 m/s, and three requests: the first is served by driver
/// 1, the third by driver 2, the second has nobody near.
enum Line {
  static let scenario = """
    {
      name: "line",
      space: { kind: "plane", width_m: 10000, height_m: 10000, speed_kmh: 36 },
      supply: { kind: "recorded", file: "drivers.csv" },
      demand: { kind: "recorded", file: "requests.csv" },
      matching: { relaunch: { probability: 0 } },
      behaviour: {
        answer_delay_s: 0, decline_probability: 0, driver_cancel_probability: 0, stop_duration_s: 10,
      },
    }

    """
  static let drivers = """
    driver_id,depart_s,origin_x,origin_y,destination_x,destination_y
    1,0,0,5000,10000,5000
    2,0,0,2000,10000,2000

    """
  static let requests = """
    request_id,submit_s,origin_x,origin_y,destination_x,destination_y
    1,10,1000,5000,6000,5000
    2,20,1000,9000,6000,9000
    3,30,2000,2100,7000,2100

    """

  /// Writes the scenario `line.json5` and its tables.
  static func write(to scratch: Scratch) throws {
    try scratch.write(scenario, to: "line.json5")
    try scratch.write(drivers, to: "drivers.csv")
    try scratch.write(requests, to: "requests.csv")
  }
}

/// A synthetic town of some hundred drivers and requests: enough that every kind of outcome turns up.
enum Town {
  static let scenario = """
    {
      name: "town",
      seed: 7,
      time: { duration_s: 1800 },
      space: { kind: "city", columns: 25, rows: 25 },
      supply: { kind: "synthetic", count: 300, od: { kind: "uniform", min_m: 1500 } },
      demand: { kind: "synthetic", count: 300, od: { kind: "uniform", min_m: 1000 }, probe_share: 0.1 },
    }

    """

  /// Writes the scenario `town.json5`.
  static func write(to scratch: Scratch) throws { try scratch.write(scenario, to: "town.json5") }
}

/// A map of a road that leads around three sides of a rectangle, past a place that lies far from the straight
/// line between its ends; a driver who takes it, and one passenger to that place and one from it.
enum Loop {
  static let map = """
    <osm version="0.6"><node id="1" lat="52.0" lon="4.0"/><node id="2" lat="52.01" lon="4.0"/>
    <node id="3" lat="52.01" lon="4.01"/><node id="4" lat="52.0" lon="4.01"/>
    <node id="5" lat="52.0" lon="4.02"/><node id="6" lat="52.0105" lon="4.005"/>
    <way id="7"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="4"/><tag k="highway" v="primary"/></way>
    <way id="8"><nd ref="4"/><nd ref="5"/><tag k="highway" v="primary"/></way>
    <way id="9"><nd ref="4"/><nd ref="6"/><tag k="highway" v="primary"/></way></osm>
    """
  static let scenario = """
    {
      name: "loop",
      space: { kind: "network", file: "loop.osm" },
      supply: { kind: "recorded", file: "drivers.csv" },
      demand: { kind: "recorded", file: "requests.csv" },
      matching: {
        radius_m: 300, spacing_m: 100, attempts: 1, max_cycles: 1,
        limits: { max_detour_s: null, max_detour_ratio: null },
      },
      behaviour: {
        answer_delay_s: 0, decline_probability: 0, driver_cancel_probability: 0, stop_duration_s: 0,
      },
    }

    """
  static let drivers = """
    driver_id,depart_s,origin_x,origin_y,destination_x,destination_y
    1,0,4,52,4.02,52

    """
  static let requests = """
    request_id,submit_s,origin_x,origin_y,destination_x,destination_y
    1,0,4,52,4.005,52.0105
    2,82,4.005,52.0105,4.02,52

    """

  /// Writes the scenario `loop.json5`, its map and its tables.
  static func write(to scratch: Scratch) throws {
    try scratch.write(map, to: "loop.osm")
    try scratch.write(scenario, to: "loop.json5")
    try scratch.write(drivers, to: "drivers.csv")
    try scratch.write(requests, to: "requests.csv")
  }
}

/// A street of four nodes in degrees, 1 km apart, at 36 km/h; trips of more than 2.5 km are too long for it.
enum Street {
  static let scenario = """
    {
      name: "street",
      space: { kind: "network", file: "net", snap_m: 200 },
      supply: { kind: "recorded", file: "drivers.csv", announce_before_s: 60 },
      demand: { kind: "recorded", file: "requests.csv" },
      input: { longest_trip_m: 2500 },
      behaviour: { answer_delay_s: 0, decline_probability: 0, driver_cancel_probability: 0 },
    }

    """
  static let nodes = """
    node_id,x_coord,y_coord
    1,0,0
    2,0.009,0
    3,0.018,0
    4,0.027,0

    """
  static let links = """
    link_id,from_node_id,to_node_id,directed,length,free_speed
    1,1,2,false,1000,36
    2,2,3,false,1000,36
    3,3,4,false,1000,36

    """
  static let config = """
    short_length,long_length,speed,crs
    m,m,kph,EPSG:4326

    """
  static let drivers = """
    driver_id,depart_s,origin_node_id,destination_node_id
    1,60,1,3
    2,60,4,1

    """

  /// Writes the scenario `street.json5`, its network and its drivers; not its requests.
  static func write(to scratch: Scratch) throws {
    try scratch.write(scenario, to: "street.json5")
    try scratch.write(nodes, to: "net/node.csv")
    try scratch.write(links, to: "net/link.csv")
    try scratch.write(config, to: "net/config.csv")
    try scratch.write(drivers, to: "drivers.csv")
  }
}
