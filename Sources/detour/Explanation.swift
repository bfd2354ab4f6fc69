import Foundation
import Market
import Matching
import Metrics
import Quantities
import Simulation
import Spaces
import Synthesis

/// What became of one request, attempt by attempt, in words with figures.
struct Explanation {
  let world: World
  let records: RunRecords
  let request: RequestIndex
  /// How many drivers are shown for each attempt.
  let shown: Int

  var text: String {
    let attempts = records.attempts.filter { $0.request == request }
    return ([heading] + attempts.map(section)).joined(separator: "\n") + "\n"
  }

  private var input: Request { world.population.requests[request] }
  private var drivers: [Driver] { world.population.drivers }

  private func name(ofDriver driver: DriverIndex) -> String {
    world.population.driverNames.text(of: drivers[driver].id)
  }

  private var heading: String {
    let record = records.requests[request]
    let cause = record.cause.map { " (\($0.rawValue): \($0.meaning))" } ?? ""
    var lines = [
      "request \(world.population.requestNames.text(of: input.id)): \(record.outcome.rawValue)\(cause)"
    ]
    let party = input.partySize == 1 ? "one person" : "a party of \(input.partySize)"
    let trip =
      input.direct == .none
      ? "" : "; the direct trip takes \(span(input.direct.duration)) over \(metres(input.direct.metres))"
    lines.append("submitted at \(clock(input.submit)) by \(party)\(trip)")
    if let match = record.match {
      lines.append(
        "matched at \(clock(match.time)) with driver \(name(ofDriver: match.driver)), who goes"
          + " \(span(match.detour)) out of the way; picked up at \(record.pickup.map(clock) ?? "–"),"
          + " dropped off at \(record.dropoff.map(clock) ?? "–")")
    }
    // Where nobody ever agreed to come, the last attempt's stage is what stood in the way.
    if record.outcome == .unmatched, let stage = record.cause.flatMap(Stage.init(failingWith:)) {
      lines.append("what may help: \(stage.remedy)")
    }
    return lines.joined(separator: "\n")
  }

  private func section(_ attempt: AttemptRecord) -> String {
    var lines = [
      "",
      "cycle \(attempt.cycle), attempt \(attempt.attempt) at \(clock(attempt.time)): " + outcome(of: attempt),
      "  " + stages(of: attempt.funnel),
    ]
    let diagnoses = records.candidates.filter {
      $0.request == attempt.request && $0.cycle == attempt.cycle && $0.attempt == attempt.attempt
    }.map(\.diagnosis)
    // Whom the policy asked stands first, even where it does not choose by what it compares.
    let nearest = diagnoses.sorted(by: isNearer)
    let order =
      nearest.filter { $0.driver == attempt.driver } + nearest.filter { $0.driver != attempt.driver }
    for diagnosis in order.prefix(shown) {
      lines.append("  driver \(name(ofDriver: diagnosis.driver)): " + words(diagnosis))
    }
    if diagnoses.isEmpty { lines.append("  no driver could be asked") }
    return lines.joined(separator: "\n")
  }

  /// How many drivers each stage left, up to the one that left nobody; stages not computed are passed over.
  private func stages(of funnel: Funnel) -> String {
    let reached = Stage.allCases.prefix { $0.rawValue <= funnel.emptied?.rawValue ?? .max }
    let counts =
      ["\(funnel.driversActive) drivers active"]
      + reached.filter { funnel[$0] != Funnel.notComputed }.map { "\(funnel[$0]) \($0.left)" }
    let stages = counts.joined(separator: " → ")
    guard funnel.evaluated != Funnel.notComputed else { return stages }
    return stages + "; \(funnel.evaluated) evaluated, \(funnel.boundedOut) dismissed by a bound"
  }

  private func outcome(of attempt: AttemptRecord) -> String {
    var text = attempt.outcome.rawValue
    if let cause = attempt.cause, cause.rawValue != text { text += ", \(cause.rawValue)" }
    if attempt.driver != .none { text += ", driver \(name(ofDriver: attempt.driver))" }
    if let limit = attempt.bindingLimit { text += ", bound by \(limit.rawValue)" }
    return text
  }

  // MARK: - Drivers

  /// Whoever got further in the funnel is nearer; then whoever missed by less, or is worth more to the policy.
  private func isNearer(_ a: Diagnosis, _ b: Diagnosis) -> Bool {
    let (stageA, stageB) = (stage(a), stage(b))
    guard stageA == stageB else { return stageA > stageB }
    return (miss(a), a.driver) < (miss(b), b.driver)
  }

  private func stage(_ diagnosis: Diagnosis) -> Int {
    diagnosis.failed?.rawValue ?? Stage.allCases.count
  }

  private func miss(_ diagnosis: Diagnosis) -> Double {
    switch diagnosis.failed {
    case .radius: diagnosis.metresToPickup
    case .route: diagnosis.metresToRoute
    case .seats, .preferences: diagnosis.metresToPickup
    case .limits: Double(diagnosis.result.nearestMiss.rawValue)
    case nil: diagnosis.worth
    }
  }

  private func words(_ diagnosis: Diagnosis) -> String {
    let radius = world.setup.terms.radius
    let offer = drivers[diagnosis.driver]
    switch diagnosis.failed {
    case .radius:
      return "reported \(metres(diagnosis.metresToPickup)) from the pickup,"
        + " \(metres(diagnosis.metresToPickup - radius)) too far (r = \(metres(radius)))"
    case .route:
      return "reported \(metres(diagnosis.metresToPickup)) from the pickup, but no route point ahead comes"
        + " nearer than \(metres(diagnosis.metresToRoute)) to the destination (r = \(metres(radius)))"
    case .seats:
      return "no leg ahead has \(count(input.partySize, "free seat")) and room for"
        + " \(count(input.luggage, "piece")) of luggage (the car: \(count(offer.seats, "seat")), room for"
        + " \(offer.luggageRoom))"
    case .preferences:
      return "wishes that are required do not agree; \(share(diagnosis.agreement)) of the stated ones are met"
    case .limits:
      return "breaks \(limitWords(diagnosis.result))"
    case nil:
      guard let insertion = diagnosis.result.best else { return "a candidate" }
      return
        "a candidate: \(span(insertion.timeToPickup)) to the pickup, \(span(insertion.detour)) of detour,"
        + " \(share(diagnosis.agreement)) of the wishes met, cost \(diagnosis.cost)"
    }
  }

  private func limitWords(_ result: InsertionResult) -> String {
    guard let limit = result.bindingLimit else { return "a limit" }
    let value = result.missedValue
    let bound = result.missedBound
    func spans(_ name: String) -> String {
      "\(name) \(span(Milliseconds(seconds: value))) would exceed \(span(Milliseconds(seconds: bound)))"
    }
    func clocks(_ name: String) -> String {
      "\(name) at \(clock(Milliseconds(seconds: value))) would be after \(clock(Milliseconds(seconds: bound)))"
    }
    let words =
      switch limit {
      case .detour: spans("a total detour of")
      case .detourRatio: "a detour of \(share(value)) of the solo trip would exceed \(share(bound))"
      case .arrival: clocks("the driver's arrival")
      case .wait: clocks("the pickup")
      case .dropoff: clocks("the drop-off")
      case .ride: spans("a ride of")
      case .promise: "a promise to a passenger accepted before would not be kept"
      case .seats: "no pair of stops has free seats"
      }
    return "\(limit.rawValue): \(words)"
  }

  // MARK: - Figures

  private func count(_ number: Int16, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private func metres(_ value: Metres) -> String {
    value >= 10_000 ? "\((value / 100).rounded() / 10) km" : "\(Int(value.rounded())) m"
  }

  private func share(_ value: Double) -> String { "\((value * 1000).rounded() / 10) %" }

  private func span(_ value: Milliseconds) -> String {
    let seconds = Int64(value.seconds.rounded())
    let size = seconds.magnitude
    let sign = seconds < 0 ? "−" : ""
    return size < 60 ? "\(sign)\(size) s" : "\(sign)\(size / 60) min \(size % 60) s"
  }

  /// A time of the run as hours, minutes and seconds since its start.
  private func clock(_ value: Milliseconds) -> String {
    let seconds = Int64(value.seconds.rounded())
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }
}
