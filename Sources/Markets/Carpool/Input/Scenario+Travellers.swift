import CarpoolScenario
import Community
import Quantities
public import Scenario

extension Scenario {
  /// The part of the scenario that determines the participants, with defaults for the rest: travellers are created
  /// from it alone, so scenarios with equal parts have the same ones.
  ///
  /// Limits and patience given by the scenario are added later, by `Population.settle(in:)`.
  public var ofTravellers: Scenario {
    var bare = self
    bare.name = ""
    bare.description = ""
    bare.time.warmUp = .zero
    bare.time.horizon = nil
    bare.results = Results()
    bare.co2PerKm = CarpoolFields().co2PerKm
    bare.hindsight = nil
    bare.mapCalls = nil
    bare.matching = Matching()
    // Where stops are shared, ends in files are rounded.
    bare.matching.stops = matching.stops
    bare.behaviour = Behaviour()
    if let board {
      // Published times include the stop durations.
      bare.behaviour.stopDuration = behaviour.stopDuration
      var published = Board()
      published.offers = board.offers
      published.seeks = board.seeks
      bare.board = published
    }
    // With such rules travellers are users; the rules themselves do not affect who they are.
    bare.demand.keepRecordedAlternatives()
    bare.verification = verification.map { _ in VerificationRules() }
    bare.ratings = ratings.map { _ in RatingRules() }
    bare.channel = channel.map { _ in ChannelRules() }
    return bare
  }
}
