import JSON5
import Metrics
import Models
import Quantities
import Run
import Scenario
import Services
import Tables

/// The map of a services run over time: jobs, providers asked, and provider positions.
struct ServicesRound {
  private let tables: MarketTables
  private let geometry: Geometry
  private let providers: RecordedTable
  private let appointments: RecordedTable
  private let jobs: Roll
  private let people: Roll
  /// The trips of providers, and for each job the end of its wait, which is nil if the run was not repeated.
  private let trips: [ProviderTrip]
  private let ends: [Milliseconds?]?
  /// The hours of each provider; nil if the run was not repeated.
  private let hours: [WorkingHours]?
  /// Notes on missing parts of the map, with the reasons.
  private(set) var notes: [String] = []

  /// Reads the tables, and repeats the run for data not in them.
  ///
  /// - Throws: `TableError`, `RecordedRunError` or `PageError` if the folder is damaged.
  init(_ tables: MarketTables) throws {
    self.tables = tables
    let run = tables.run
    guard let geometry = run.geometry else {
      throw RecordedRunError.older(file: run.folder + "/" + ResultFolder.manifestName)
    }
    self.geometry = geometry
    providers = try tables.table(
      "providers",
      [.word("provider_id")]
        + ["base_x", "base_y", "radius_m", "registered_s", "validated_s", "closed_s"].map { .number($0) }
        + ["impressions", "offers", "declines"].map { .required($0) })
    appointments = try tables.table(
      "appointments",
      [.word("job_id"), .word("provider_id"), .word("outcome"), .number("arrive_s")]
        + [.required("start_s"), .number("end_s"), .number("depart_s"), .number("finish_s")])
    jobs = try Roll(tables.requests, "job_id", MarketTables.schema("jobs", of: run), run)
    people = try Roll(providers, "provider_id", MarketTables.schema("providers", of: run), run)
    do {
      let again = try Self.again(run)
      guard again.run.ends.count == tables.requests.count else {
        throw PageError.damaged(folder: run.folder, what: "its tables differ from those of the repeated run")
      }
      (trips, ends) = (again.run.trips, again.run.ends)
      hours = again.hours
    } catch {
      (trips, ends, hours) = ([], nil, nil)
      notes.append(
        "Only the work of providers is shown, not their trips, because the run cannot be repeated: \(error)")
    }
  }

  /// Repeats `run`; returns it with the hours of its providers.
  private static func again(_ run: RecordedRun) throws -> (run: ServicesRun, hours: [WorkingHours]) {
    guard let world = try run.ready() as? ServicesWorld else {
      preconditionFailure("runs of services are made of their worlds")
    }
    return (try world.run(RunObservation(records: false)), world.setup.providers.map(\.hours))
  }

  // MARK: - Data for scripts

  /// The distinct hours of providers, in seconds since Monday, and which of them each provider has; none if unknown.
  private var hoursMembers: [JSON.Member] {
    guard let hours else { return [] }
    var places: [WorkingHours: Int] = [:]
    var distinct: [WorkingHours] = []
    let place = hours.map { one -> Int in
      if let known = places[one] { return known }
      places[one] = distinct.count
      distinct.append(one)
      return distinct.count - 1
    }
    let lists = distinct.map { one in
      JSON.list(
        one.spans.map { .list([.number(Double($0.from) / 1000), .number(Double($0.to) / 1000)]) })
    }
    return [
      .init("hours", .list(lists)), .init("hoursOf", .list(place.map { .integer($0) })),
      .init("sinceMonday", .number(tables.run.scenario.time.sinceMonday.seconds)),
    ]
  }

  var facts: [JSON.Member] {
    let run = tables.run
    return hoursMembers + [
      .init("geometry", geometry.json), .init("scale", .integer(ThinTracks.scale(geometry))),
      .init("tableScale", .number(Unit.ofCoordinates(in: geometry).perOne)),
      .init("horizon", .number(run.scenario.time.horizon?.seconds)),
      .init("providers", .list(people.names.map { .text($0.visible) })),
      .init("jobOutcomes", tables.requests.words("outcome").json { JobOutcome(rawValue: $0)?.meaning }),
      .init("jobCauses", tables.requests.words("cause").json { JobCause(rawValue: $0)?.meaning }),
      .init("jobCategories", tables.requests.words("category").json { _ in nil }),
      .init("attemptOutcomes", tables.attempts.words("outcome").json { _ in nil }),
      .init(
        "appointmentOutcomes",
        appointments.words("outcome").json { Appointment.Outcome(rawValue: $0)?.meaning }
      ),
    ]
  }

  var blocks: [HTML] {
    get throws {
      try [
        .block("jobs", jobBlock.packed), .block("attempts", attemptBlock.packed),
        .block("providers", providerBlock.packed), .block("appointments", appointmentBlock.packed),
        .block("ways", wayBlock.packed),
      ]
    }
  }

  private var jobBlock: PageBlock {
    get throws {
      let (table, rows) = (tables.requests, try jobs.rows(in: tables.attempts))
      var block = PageBlock()
      block.add(table, ["submit_s", "earliest_s", "arrive_s", "place_x", "place_y"])
      block.add("end_s", jobEnds(rows))
      block.add(words: ["outcome", "cause", "category"], of: table)
      block.add("attempts", counts: rows)
      return block
    }
  }

  /// Returns the time at which each job ended, by completion or failure; if the run was not repeated, as far as the
  /// tables contain it.
  private func jobEnds(_ attemptsOfJob: [Range<Int>]) -> [Int64] {
    let table = tables.requests
    let outcomes = table.words("outcome")
    let (submits, arrivals, finishes) = (
      table.numbers("submit_s"), table.numbers("arrive_s"), table.numbers("finish_s")
    )
    let (times, answers) = (tables.attempts.numbers("time_s"), tables.attempts.numbers("answered_s"))
    return (0..<table.count).map { job in
      if outcomes[job] == JobOutcome.inProgress.rawValue {
        return PageBlock.absent
      }
      if finishes[job] != RecordedTable.none { return finishes[job] }
      if let ended = ends?[job] { return ended.rawValue }
      let last = attemptsOfJob[job].last.map { max(times[$0], answers[$0]) } ?? submits[job]
      return max(last, arrivals[job])
    }
  }

  private var attemptBlock: PageBlock {
    get throws {
      var block = PageBlock()
      block.add(tables.attempts, ["time_s", "answered_s"])
      block.add("provider", try people.places(in: tables.attempts))
      block.add(words: ["outcome"], of: tables.attempts)
      return block
    }
  }

  private var providerBlock: PageBlock {
    var block = PageBlock()
    block.add(providers, ["base_x", "base_y", "radius_m"])
    let (registered, validated) = (providers.numbers("registered_s"), providers.numbers("validated_s"))
    block.add(
      "found_s",
      validated.indices.map {
        validated[$0] == RecordedTable.none ? PageBlock.absent : max(0, validated[$0], registered[$0])
      })
    block.add(
      "gone_s", providers.numbers("closed_s").map { $0 == RecordedTable.none ? PageBlock.absent : $0 })
    block.add(providers, ["impressions", "offers", "declines"])
    return block
  }

  private var appointmentBlock: PageBlock {
    get throws {
      var block = PageBlock()
      block.add("job", try jobs.places(in: appointments))
      block.add("provider", try people.places(in: appointments))
      block.add(appointments, ["start_s", "end_s", "depart_s", "arrive_s", "finish_s"])
      block.add(words: ["outcome"], of: appointments)
      return block
    }
  }

  /// A trip of a provider to a job, both given by their indices.
  private struct Way {
    var provider: Int64
    var job: Int
    var depart, arrive: Int64
    var beginsAtBase: Bool
  }

  /// The trips in the order of arrival; if they are unknown, trips of length zero that represent the work alone.
  private var ways: [Way] {
    get throws {
      guard ends == nil else {
        return trips.map { trip in
          Way(
            provider: Int64(trip.provider.rawValue), job: Int(trip.job.rawValue),
            depart: trip.departed.rawValue, arrive: trip.arrived.rawValue, beginsAtBase: trip.beginsAtBase)
        }
      }
      let comers = try people.places(in: tables.requests)
      let arrivals = tables.requests.numbers("arrive_s")
      return arrivals.indices.filter { arrivals[$0] != RecordedTable.none }
        .sorted { (arrivals[$0], $0) < (arrivals[$1], $1) }
        .map { job in
          Way(
            provider: comers[job], job: job, depart: arrivals[job], arrive: arrivals[job],
            beginsAtBase: true)
        }
    }
  }

  /// The trips, each with the job at its start (−1 for the base), and the end of the provider's stay.
  private var wayBlock: PageBlock {
    get throws {
      let (ways, comers) = (try ways, try people.places(in: tables.requests))
      var last = [Int64](repeating: -1, count: people.names.count)
      let from = ways.map { way -> Int64 in
        defer { last[Int(way.provider)] = Int64(way.job) }
        return way.beginsAtBase ? -1 : last[Int(way.provider)]
      }
      var block = PageBlock()
      block.add("provider", ways.lazy.map(\.provider))
      block.add("job", ways.lazy.map { Int64($0.job) })
      block.add("from", from)
      block.add("depart_s", ways.lazy.map(\.depart))
      block.add("arrive_s", ways.lazy.map(\.arrive))
      block.add("leave_s", ways.map { comers[$0.job] == $0.provider ? workEnd(after: $0) : $0.arrive })
      return block
    }
  }

  /// Returns the time at which the work after the trip `way` ended, or the arrival if no work was done.
  private func workEnd(after way: Way) -> Int64 {
    let table = tables.requests
    guard table.numbers("arrive_s")[way.job] == way.arrive else { return way.arrive }
    let finish = table.numbers("finish_s")[way.job]
    if finish != RecordedTable.none { return finish }
    let outcomes = table.words("outcome")
    // Cut off by the horizon.
    guard outcomes[way.job] == JobOutcome.inProgress.rawValue else {
      return way.arrive
    }
    return max(way.arrive, tables.run.scenario.time.horizon?.rawValue ?? way.arrive)
  }
}
