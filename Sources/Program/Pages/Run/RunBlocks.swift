import JSON5
import Run
import Tables

/// The tables of a run as blocks of a page, with the columns' names from the tables.
enum RunBlocks {
  static func requests(_ tables: PageTables, ends: [Int64]) -> PageBlock {
    var block = PageBlock()
    block.add(
      tables.requests,
      ["submit_s", "origin_x", "origin_y", "destination_x", "destination_y", "party_size"]
        + ["match_s", "pickup_s", "dropoff_s", "wait_s"])
    block.add(words: ["outcome", "cause"], of: tables.requests)
    block.add("driver", tables.driverOfRequest)
    block.add("end_s", ends)
    block.add("attempts", counts: tables.attemptsOfRequest)
    return block
  }

  static func attempts(_ tables: PageTables) -> PageBlock {
    var block = PageBlock()
    block.add(
      tables.attempts,
      ["cycle", "attempt", "time_s", "answered_s", "drivers_active"] + PageTables.stageColumns)
    block.add(words: ["outcome", "binding_limit"], of: tables.attempts)
    block.add("driver", tables.driverOfAttempt)
    return block
  }

  static func drivers(_ tables: PageTables) -> PageBlock {
    var block = PageBlock()
    block.add(tables.drivers, ["depart_s", "detour_s", "origin_x", "origin_y"])
    block.add(tables.drivers, counts: ["seats", "passengers_served"])
    block.add(words: ["outcome"], of: tables.drivers)
    block.add("waits", tables.drivers.numbers("destination_x").map { $0 == RecordedTable.none ? 1 : 0 })
    block.add("stops", counts: tables.stopsOfDriver)
    return block
  }

  static func stops(_ tables: PageTables) -> PageBlock {
    var block = PageBlock()
    block.add(tables.stops, ["arrive_s", "leave_s", "x", "y", "on_board_after"])
    if tables.sharesStops { block.add(tables.stops, ["stop"]) }
    block.add(words: ["kind"], of: tables.stops)
    block.add("request", tables.requestOfStop)
    block.add(tables.stops, counts: ["party_size"])
    return block
  }

  /// Returns the provisional pairs; nil if pairs are binding at once.
  static func pairs(_ tables: PageTables) -> PageBlock? {
    guard let pairs = tables.pairs else { return nil }
    var block = PageBlock()
    block.add(pairs, ["from_s", "until_s"])
    block.add("request", tables.requestOfPair)
    block.add("driver", tables.driverOfPair)
    return block
  }

  /// Returns the walks of matched passengers, each with the time at which the passenger sets out; nil if nobody walks.
  static func walks(_ tables: PageTables) -> PageBlock? {
    guard let walks = tables.walks else { return nil }
    let matches = tables.requests.numbers("match_s")
    let (cycles, attempts) = (walks.numbers("cycle"), walks.numbers("attempt"))
    let times = tables.attempts.numbers("time_s")
    // The passenger's last row belongs to the match, if there was one.
    var last: [Int64: Int] = [:]
    for (row, request) in tables.requestOfWalk.enumerated() where matches[Int(request)] != RecordedTable.none
    {
      last[request] = row
    }
    let rows = last.values.sorted()
    func column(_ name: String) -> [Int64] {
      let numbers = walks.numbers(name)
      return rows.map { numbers[$0] == RecordedTable.none ? PageBlock.absent : numbers[$0] }
    }
    let starts = rows.map { row -> Int64 in
      let request = Int(tables.requestOfWalk[row])
      let made = tables.attemptsOfRequest[request].first {
        tables.attempts.numbers("cycle")[$0] == cycles[row]
          && tables.attempts.numbers("attempt")[$0] == attempts[row]
      }
      return made.map { times[$0] } ?? matches[request]
    }
    var block = PageBlock()
    block.add("request", rows.map { tables.requestOfWalk[$0] })
    block.add("start_s", starts)
    for name in ["walk_to_pickup_s", "walk_from_dropoff_s", "pickup_x", "pickup_y", "dropoff_x", "dropoff_y"]
    {
      block.add(name, column(name))
    }
    return block
  }

  /// Returns the number of bends of each driver's track, followed by their times and coordinates.
  static func tracks(_ tracks: ThinTracks) -> PageBlock {
    var block = PageBlock()
    block.add("bends", tracks.counts)
    block.add("time_s", tracks.times)
    block.add("x", tracks.x)
    block.add("y", tracks.y)
    return block
  }

  /// Returns the number of points of each line and its class, followed by the points.
  static func streets(_ streets: Streets) -> PageBlock {
    var block = PageBlock()
    block.add("places", streets.counts)
    block.add("is_fast", streets.classes)
    block.add("x", streets.x)
    block.add("y", streets.y)
    return block
  }

  /// Returns `names` as a column of numbers if all are numbers that read back unchanged; otherwise as texts.
  static func names(_ names: [String]) -> (numbers: PackedBytes?, texts: JSON) {
    let numbers = names.compactMap { name in
      Int64(name).flatMap { String($0) == name && $0.magnitude < 1 << 51 ? $0 : nil }
    }
    guard numbers.count == names.count else { return (nil, .list(names.map { .text($0.visible) })) }
    var block = PageBlock()
    block.add("number", numbers)
    return (block.packed, .null)
  }
}
