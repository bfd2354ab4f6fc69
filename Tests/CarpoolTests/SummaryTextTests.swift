import CarpoolScenario
import JSON5
import Scenario
import Testing

@testable import Carpool
@testable import Metrics

struct SummaryTextTests {
  private func summary(of run: CarpoolRun) -> SummaryText {
    var performance = Performance(
      of: run.effort,
      phases: [
        .init(name: "input", wallSeconds: 0.5, cpuSeconds: 0.25),
        .init(name: Performance.simulation, wallSeconds: 0.01, cpuSeconds: 0.01),
      ])
    performance.peakMemory = 1 << 20
    let figures = Figures(of: run)
    return SummaryText(
      identity: run.identity, figures: figures, body: run.summary(of: figures),
      fingerprint: Fingerprint(digests: []), performance: performance)
  }

  @Test
  func `a person can read it`() {
    #expect(
      summary(of: Story.run).text == """
        story                                                  seed 7 · replication 0 · run 0123456789abcdef
        ────────────────────────────────────────────────────────────────────────────────────────────────────
        demand       4 requests · 2 probes besides · 1 row refused (too long 1)
        supply       2 drivers · 50.0 % of those arrived shared · 1 row refused
        matched      ██████████░░░░░░░░░░  50.0 %  2 of 4 requests
        served       ██████████░░░░░░░░░░  50.0 %  2 of 4 requests
        not served   2: no driver in radius 50.0 %, patience 50.0 %
        limits       latest_pickup_s 100.0 % of the 1 attempt that failed at limits
        coverage     ██████████░░░░░░░░░░  50.0 %  1 of 2 probes
        wait         median 4 min 00 s · p95 4 min 09 s · from submission to pickup
        detour       median 2 min 50 s (17.0 %) · p95 2 min 50 s (17.0 %) · of the 1 driver that shared
        cars         occupancy 2.10 persons per car · 45.1 % of the seat·km used
        VKT saved    36.2 % · 10.5 km · 2.1 kg CO₂
        attempts     3 per cycle, the first included · 3.50 per match
        decision     p50 2.0 µs · p99 4.9 µs · p99.9 5.0 µs · max 5.0 µs · wall clock
        processor    p99.9 5.0 µs · max 5.0 µs · processor time of decisions
        speed        4,000 events/s · 600 requests/s · 0.51 s in all
        fingerprint  e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855

        """)
  }

  @Test
  func `nothing happened, and it says so`() {
    let figures = Figures(of: Story.empty)
    let text = SummaryText(
      identity: Story.identity, figures: figures, body: Story.empty.summary(of: figures)
    ).text
    let lines = text.split(separator: "\n").dropFirst(2)
    #expect(
      lines.joined(separator: "\n") == """
        demand       0 requests
        supply       0 drivers
        matched      –
        served       –
        wait         –
        detour       –
        cars         –
        VKT saved    –
        attempts     3 per cycle, the first included
        """)
  }

  @Test
  func `no line is longer than a hundred characters, whatever the name`() {
    var run = Story.run
    run.identity.scenario = String(repeating: "a very long name ", count: 20)
    run.identity.seed = .max
    run.identity.replication = .max
    for line in summary(of: run).text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test
  func `bars fill by eighths and never overflow`() {
    #expect(SummaryText.bar(0) == String(repeating: "░", count: 20))
    #expect(SummaryText.bar(1) == String(repeating: "█", count: 20))
    #expect(SummaryText.bar(7) == SummaryText.bar(1))
    #expect(SummaryText.bar(0.0625) == "█▎" + String(repeating: "░", count: 18))
  }

  @Test
  func `programs get the same figures`() throws {
    let json = summary(of: Story.run).json
    #expect(json["scenario"] == .text("story"))
    #expect(json["outcomes"]?["served"] == .integer(2))
    #expect(json["figures"]?["vkt_saved_ratio"] == .number(0.362069))
    #expect(json["figures"]?["wait_s"]?["p95"] == .number(249))
    #expect(json["figures"]?["wait_s"]?["count"] == .integer(2))
    #expect(json["performance"]?["events_per_s"] == .number(4000))
    #expect(json["performance"]?["decision_us"]?["p50"] == .number(2))
  }
}
