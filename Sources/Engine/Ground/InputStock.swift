package import Scenario
import Synchronization

/// The input of a study's runs, made once and shared by all runs, on any thread, that have the same one.
///
/// It holds what was asked for last and what before, so that a run that comes a little late still finds its own: at
/// most two beside those of runs, however many a study has. Runs should come in the order of their input.
public final class InputStock: Sendable {
  private let shelves = Mutex<[Shelf]>([])

  /// The number of inputs held.
  package static let size = 2

  /// The people that a market made, with what they were made of.
  private final class Shelf: Sendable {
    let scenario: Scenario
    let input = Mutex<(any Sendable)?>(nil)

    init(_ scenario: Scenario) { self.scenario = scenario }
  }

  /// Creates an empty stock of scenarios whose files are relative to one folder.
  public init() {}

  /// The input of `scenario`, which says of it alone; it is made by the first who asks, and others who ask for
  /// the same one wait.
  ///
  /// - Throws: What `make` throws; who asks next makes it again.
  package func input<Input: Sendable>(
    of scenario: Scenario, make: () throws(SynthesisError) -> Input
  ) throws(SynthesisError) -> Input {
    try shelf(scenario).input.withLock { input throws(SynthesisError) in
      if let known = input, let same = known as? Input { return same }
      let made = try make()
      input = made
      return made
    }
  }

  private func shelf(_ scenario: Scenario) -> Shelf {
    shelves.withLock { shelves in
      if let shelf = shelves.first(where: { $0.scenario == scenario }) { return shelf }
      if shelves.count == Self.size { shelves.removeFirst() }
      let shelf = Shelf(scenario)
      shelves.append(shelf)
      return shelf
    }
  }
}
