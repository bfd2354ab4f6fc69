import Testing

/// The drivers that `detour new` has drawn if no file of drivers is given.
@Suite(.waitsForPrograms) struct NewDriversTests {
  let scratch = Scratch()

  @Test
  func `drawn drivers travel when the requests do`() throws {
    // A valley of 20 km with a node every 500 m; a request every minute and a half from 07:00 to 10:00.
    try scratch.write(
      "node_id,x_coord,y_coord\n" + (1...41).map { "\($0),\(Double($0) * 500 / 111_195),0\n" }.joined(),
      to: "valley/node.csv")
    try scratch.write(
      "link_id,from_node_id,to_node_id,directed,length,free_speed\n"
        + (1...40).map { "\($0),\($0),\($0 + 1),false,500,30\n" }.joined(), to: "valley/link.csv")
    try scratch.write("dataset_name,long_length,speed,crs\nvalley,m,kph,EPSG:4326\n", to: "valley/config.csv")
    let rows = (0..<120).map { number in
      let ends = [11 + 7 * number % 15, 15 + 7 * number % 15 + 2 * (number % 3)]
      return "\(number),\(25_200 + 90 * number),\(ends[number % 2]),\(ends[1 - number % 2])\n"
    }
    try scratch.write(
      "request_id,submit_s,origin_node_id,destination_node_id\n" + rows.joined(), to: "morning.csv")
    let call = try Program.run("new", "town", "--network", "valley", "--requests", "morning.csv", in: scratch)
    call.expectSuccess()
    #expect(
      call.output.contains("since no --drivers were given; like the requests, they depart between 25,200 and")
    )
    #expect(call.output.contains(" and 36,000 s, which supply.profile sets\n"))
    for seed in ["1", "2", "3"] {
      try Program.run(
        "run", "town/scenario.json5", "--set", "seed=" + seed, "--out", "run", "--force", "--quiet",
        in: scratch
      ).expectSuccess()
      let run = try RunResult("run", in: scratch)
      #expect(try run.outcomes()["served", default: 0] > 60)
      let departures = try run.rows("drivers").compactMap { $0.number("depart_s") }
      #expect(departures.count == 240 && departures.allSatisfy { (25_200..<36_000).contains($0) })
      // 80 are expected in each hour.
      for hour in 7..<10 {
        #expect((55...105).contains(departures.count { Int($0) / 3_600 == hour }), "\(seed)")
      }
    }
  }

  @Test
  func `drawn drivers of a large network travel where the requests do`() throws {
    // A grid of 60 × 60 nodes, 1 km apart; the requests lie in a square of 8 km, but for one stray end.
    var nodes = "node_id,x_coord,y_coord\n"
    var links = "link_id,from_node_id,to_node_id,directed,length,free_speed\n"
    for row in 0..<60 {
      for column in 0..<60 {
        let node = 60 * row + column
        nodes += "\(node),\(1_000 * column),\(1_000 * row)\n"
        if column < 59 { links += "\(2 * node),\(node),\(node + 1),false,1000,40\n" }
        if row < 59 { links += "\(2 * node + 1),\(node),\(node + 60),false,1000,40\n" }
      }
    }
    try scratch.write(nodes, to: "grid/node.csv")
    try scratch.write(links, to: "grid/link.csv")
    try scratch.write("dataset_name,long_length,speed,crs\ngrid,m,kph,EPSG:2154\n", to: "grid/config.csv")
    var requests = "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\n"
    for number in 0..<120 {
      let x: [Int] = [20 + number % 9, 20 + (number + 4) % 9]
      let y: [Int] = [30 + number / 3 % 9, 30 + (number / 2 + 3) % 9]
      requests += "\(number),\(20 * number),\(number == 7 ? 59 : x[0])000,\(y[0])000,\(x[1])000,\(y[1])000\n"
    }
    try scratch.write(requests, to: "r.csv")
    let call = try Program.run("new", "town", "--network", "grid", "--requests", "r.csv", in: scratch)
    call.expectSuccess()
    // Half of a side of the square.
    #expect(
      try scratch.text("town/scenario.json5").contains(
        "zones: [{ x: 24000.0000, y: 34000.0000, radius_m: 4000 }]"))
    #expect(
      call.output.contains(
        "240 drivers are drawn within 4,000 m of the middle of the requests (supply.od), two"))
    let run = try Program.run("run", "town/scenario.json5", "--out", "run", "--quiet", in: scratch)
    #expect(run.status == 0, "\(run.errors)")
    for driver in try RunResult("run", in: scratch).rows("drivers") {
      for end in ["origin", "destination"] {
        let x = try #require(driver.number(end + "_x")) - 24_000
        let y = try #require(driver.number(end + "_y")) - 34_000
        // A trip ends at the node nearest to a place in the disc.
        #expect((x * x + y * y).squareRoot() <= 4_000 + 710)
      }
    }
  }
}
