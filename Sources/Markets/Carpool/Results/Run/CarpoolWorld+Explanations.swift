import Quantities
public import Simulation
import Synthesis
public import Travellers

extension CarpoolWorld {
  /// Simulates to explain what happened to `requests`; returns one explanation for each, in order, and the run's
  /// records.
  ///
  /// - Parameter drivers: how many drivers are shown for each attempt.
  /// - Throws: whatever the simulator throws.
  public func explanations(
    of requests: [RequestIndex], drivers: Int
  ) throws -> (explanations: [Explanation], records: RunRecords) {
    var run = self
    var isWanted = [Bool](repeating: false, count: input.population.requests.count)
    for request in requests { isWanted[Int(request)] = true }
    run.setup.observation = Observation()
    run.setup.observation.explained = .init(requests: isWanted, drivers: drivers)
    let records = try run.records()
    let attempts = Dictionary(
      grouping: records.attempts.indices.lazy.filter { isWanted[Int(records.attempts[$0].request)] },
      by: { records.attempts[$0].request })
    let candidates = Dictionary(grouping: records.candidates, by: \.request)
    let explanations = requests.map { request in
      Explanation(
        of: request, in: input, by: records, attempts: attempts[request] ?? [],
        candidates: candidates[request] ?? [], shown: drivers)
    }
    return (explanations, records)
  }
}
