import CarpoolScenario
import Scenario
import Synchronization

/// The travellers of a study's runs, made once and shared by all runs, on any thread, that have the same ones.
///
/// It holds those asked for last and the ones before them, so that a run that comes a little late still finds its own: at
/// most two populations beside those of runs, however many a study has. Runs should come in the order of their travellers.
public final class PopulationStock: Sendable {
  private let shelves = Mutex<[Shelf]>([])

  /// How many populations are held.
  static let size = 2

  /// A population and what it is made of.
  private final class Shelf: Sendable {
    let scenario: Scenario
    let population = Mutex<Population?>(nil)

    init(_ scenario: Scenario) { self.scenario = scenario }
  }

  /// Creates an empty stock of scenarios whose files are relative to one folder.
  public init() {}

  /// The population of `scenario`, which says of travellers alone; it is made by the first who asks, and others who ask for
  /// the same one wait.
  ///
  /// - Throws: What `make` throws; who asks next makes it again.
  func population(
    of scenario: Scenario, make: () throws(SynthesisError) -> Population
  ) throws(SynthesisError) -> Population {
    try shelf(scenario).population.withLock { population throws(SynthesisError) in
      if let population { return population }
      let made = try make()
      population = made
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
