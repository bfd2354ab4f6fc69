import CarpoolScenario
import Community
import Quantities
public import Scenario

extension Scenario {
  /// The part of the scenario that decides who takes part, with all else as it is by default: travellers are made of
  /// this alone, so scenarios in which it is equal have the same ones.
  ///
  /// Limits and patience that travellers take from the scenario come later, by `Population.settle(in:)`.
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
    bare.behaviour = Behaviour()
    if let board {
      // Published trips allow for the time at their stops.
      bare.behaviour.stopDuration = behaviour.stopDuration
      var published = Board()
      published.offers = board.offers
      published.seeks = board.seeks
      bare.board = published
    }
    // Where there are such rules travellers are users; what the rules say is not about who they are.
    bare.verification = verification.map { _ in VerificationRules() }
    bare.ratings = ratings.map { _ in RatingRules() }
    bare.channel = channel.map { _ in ChannelRules() }
    return bare
  }
}
