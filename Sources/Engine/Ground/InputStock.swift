package import Scenario
import Synchronization

/// The input of a study's runs, created once and shared by all runs with the same input, on any thread.
///
/// It keeps the last two inputs requested, so that a run that starts a little late still finds its own: at most two
/// beside those in use, however many a study has. Runs should be ordered by their input.
public final class InputStock: Sendable {
  private let shelves = Mutex<[Shelf]>([])

  /// The number of inputs kept.
  package static let size = 2

  /// The participants created by a market, with their defining scenario.
  private final class Shelf: Sendable {
    let scenario: Scenario
    let input = Mutex<(any Sendable)?>(nil)

    init(_ scenario: Scenario) { self.scenario = scenario }
  }

  /// Creates an empty stock for scenarios with files relative to one folder.
  public init() {}

  /// Returns the input of `scenario`, which contains nothing else; the first caller creates it, and concurrent
  /// callers for the same one wait.
  ///
  /// - Throws: the error of `make`; the next caller tries again.
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
