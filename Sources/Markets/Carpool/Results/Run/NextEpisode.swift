import Quantities

/// Prepares the world of a learner's next episode on another thread while the current episode runs.
///
/// A learner that plays many episodes side by side waits for the slowest at every step, and drawing a day takes as long
/// as a hundred steps. Most learners ask for the replications of one seed at equal intervals, so from the third on,
/// episodes are known in advance. A wrong guess wastes the time of preparing it and has no effect on results.
struct NextEpisode<World> {
  private typealias Prepared = Result<World, any Error>

  private var former: EpisodeNumber?
  private var next: (number: EpisodeNumber, world: Threads.Computed<Prepared>)?

  /// Returns the world of `episode`, and begins to prepare the next one; `prepare` creates a world.
  ///
  /// - Throws: errors of `prepare`.
  mutating func world(
    of episode: EpisodeNumber, _ prepare: @escaping @Sendable (EpisodeNumber) throws -> World
  ) throws -> World {
    let known = next
    next = nil
    let prepared = known?.number == episode ? known?.world.join() : nil
    let guess = guess(after: episode)
    former = episode
    let world = try prepared?.get() ?? prepare(episode)
    if let guess, let computed = Threads.Computed({ Result { try prepare(guess) } }) {
      next = (guess, computed)
    }
    return world
  }

  /// Returns the episode at the interval between the former one and `episode`; nil if there is none.
  private func guess(after episode: EpisodeNumber) -> EpisodeNumber? {
    guard let former, former.seed == episode.seed, former.replication < episode.replication else {
      return nil
    }
    let (next, isTooLarge) = episode.replication.addingReportingOverflow(
      episode.replication - former.replication)
    return isTooLarge ? nil : EpisodeNumber(seed: episode.seed, replication: next)
  }
}

/// The seed and the replication of an episode.
struct EpisodeNumber: Hashable, Sendable {
  let seed: UInt64
  let replication: UInt64
}
