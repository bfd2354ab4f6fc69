import Metrics
import Quoting
import Run
import Services
import Statistics

extension MarketDesign {
  /// The design for services: providers, jobs and trips on the map.
  static let services = MarketDesign(
    scripts: PageAsset.services, stages: JobStage.allCases.map(Stage.init), candidates: "providers",
    beginsWithOne: false,
    requestColumns: ["earliest_s", "place_x", "place_y", "arrive_s", "finish_s"].map { .number($0) }
      + [.word("provider_id"), .word("category")],
    attemptColumns: [
      .group("job_id"), .word("provider_id"), .word("outcome"), .required("time_s"), .number("answered_s"),
    ], isMeant: { _, _ in true }, success: nil,
    causes: "Why jobs were not done",
    spreads: [
      Spread(
        column: "time_to_confirm_s", metric: "time_to_confirm_s",
        title: "From the request to the confirmation"),
      Spread(
        column: "wait_s", metric: "wait_s", title: "From the desired start to the provider's arrival"),
      Spread(
        column: "lateness_s", metric: "lateness_s", title: "Lateness of providers", countsOpen: true),
      Spread(column: "travel_m", metric: "travel_m", title: "The way to a job", countsOpen: true),
    ],
    charts: [
      Chart(
        "Jobs", "jobs", isFlow: true,
        [
          ("submitted", "jobs_submitted"), ("confirmed", "confirmations"), ("begun", "starts"),
          ("ended", "finishes"),
        ]),
      Chart(
        "Waiting and at work", "jobs or providers",
        [("jobs waiting", "jobs_waiting"), ("jobs at work", "jobs_at_work")]),
      Chart("Providers that searches find", "providers", [("providers", "providers_found")]),
      Chart("Match rate", "confirmed, of the jobs submitted", unit: "share", [("match rate", "match_rate")]),
    ], section: roundSection, followsScope: true, tellsStories: true, ownSection: { try round($0) })

  private static var roundSection: HTML {
    MapSection(
      seen: "providers, jobs that wait, and the ways between them",
      speeds: [60, 300, 900, 1800, 3600, 14_400, 43_200], speed: 1800,
      step: ("15 min", "by a quarter of an hour"),
      layers: [
        MapLayer(id: "providers", words: "providers"), MapLayer(id: "jobs", words: "jobs that wait"),
        MapLayer(id: "ways", words: "ways under way"),
        MapLayer(id: "streets", words: "streets"),
      ],
      story: MarketSections.panel(
        ServicesModel.request,
        choosing:
          "<label>provider <input id=\"provider\" inputmode=\"text\" size=\"10\" autocomplete=\"off\"></label>\n",
        hint: "Choose a job or a provider on the map, or give its number."
      )
    ).html + agendaSection
  }

  /// The agenda of a day, filled by scripts.
  private static var agendaSection: HTML {
    """
    <section aria-labelledby="agenda-title" class="scripted" id="agenda-section">
    <h2 id="agenda-title">Agenda: who works when, and where</h2>
    <div class="controls" role="group" aria-label="Day">
    <button type="button" id="agenda-earlier" aria-label="the day before">‹</button>
    <label>day <select id="agenda-day"></select></label>
    <button type="button" id="agenda-later" aria-label="the day after">›</button>
    <label><input type="checkbox" id="agenda-free"> providers without an appointment too</label>
    </div>
    <p id="agenda-words" role="status"></p>
    <ul id="agenda-legend" class="legend" aria-label="Bars"></ul>
    <div id="agenda"></div>
    </section>
    """
  }

  /// Returns jobs, attempts, providers with their appointments and trips, and the streets.
  private static func round(_ tables: MarketTables) throws -> OwnSection {
    let round = try ServicesRound(tables)
    var ownSection = OwnSection(facts: round.facts, blocks: try round.blocks, notes: round.notes)
    let random = RandomSource(seed: tables.run.identity.seed, replication: tables.run.identity.replication)
    let drawn = Streets.drawn(random: random) { try tables.run.network() }
    if let streets = drawn.streets {
      ownSection.blocks.append(.block("streets", RunBlocks.streets(streets).packed))
    }
    ownSection.notes += [drawn.note].compactMap(\.self)
    return ownSection
  }
}
