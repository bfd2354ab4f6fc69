import CarpoolScenario
import Scenario
import Statistics
import Travellers

extension PopulationMaker {
  /// Draws a traveller's traits, and preferences that depend on them.
  ///
  /// Every draw is made whether it is needed or not, so that changing a share does not shift other draws.
  func traveller(
    _ persons: Scenario.Persons?, _ wishes: Scenario.Wishes?, _ generator: inout KeyedGenerator
  ) -> Traveller {
    let draws = (
      smoker: generator.uniform(), sex: generator.uniform(), wishesSmoker: generator.uniform(),
      wishesSex: generator.uniform(), wishesAge: generator.uniform(), requires: generator.uniform()
    )
    var person = Person()
    if let persons {
      person.smoker = draws.smoker < persons.smokerShare
      person.sex = draws.sex < persons.femaleShare ? .female : .male
      person.age = age(persons, &generator)
    }
    guard let wishes else { return Traveller(person: person, draws: nil) }
    return Traveller(
      person: person,
      draws: Traveller.WishDraws(
        wishesSmoker: draws.wishesSmoker < wishes.smokerShare, wishesSex: draws.wishesSex < wishes.sexShare,
        wishesAge: draws.wishesAge < wishes.ageShare, requires: draws.requires < wishes.requiredShare,
        span: Int16(clamping: wishes.ageSpan)))
  }

  /// Draws a whole age: normal, redrawn outside the bounds, and finally clamped.
  private func age(_ persons: Scenario.Persons, _ generator: inout KeyedGenerator) -> Int16 {
    let bounds = persons.youngest...persons.oldest
    var age = persons.youngest
    for _ in 0..<100 {
      let years = generator.normal(mean: persons.ageMean, standardDeviation: persons.ageDeviation)
      age = Int(max(-1e6, min(1e6, years)).rounded())
      if bounds.contains(age) { break }
    }
    return Int16(clamping: max(persons.youngest, min(persons.oldest, age)))
  }
}

/// A traveller's traits, and the kinds of preference drawn.
struct Traveller {
  var person: Person
  var draws: WishDraws?

  struct WishDraws {
    var wishesSmoker: Bool
    var wishesSex: Bool
    var wishesAge: Bool
    var requires: Bool
    var span: Int16
  }

  /// The preferences, without those about unknown traits.
  var wishes: Wishes {
    guard let draws else { return .none }
    var wishes = Wishes()
    if draws.wishesSmoker { wishes.smoker = person.smoker }
    if draws.wishesSex { wishes.sex = person.sex }
    if draws.wishesAge, let age = person.age {
      wishes.youngest = max(0, age - draws.span)
      wishes.oldest = age + draws.span
    }
    wishes.required = draws.requires && wishes.isAny
    return wishes
  }
}

/// A sampler of party sizes, luggage, and probes.
struct PartySampler {
  private let sizes: WeightedDraw
  private let luggage: WeightedDraw
  private let probeShare: Double

  init(_ attributes: Scenario.RequestAttributes) {
    sizes = WeightedDraw(attributes.partySize)
    luggage = WeightedDraw(attributes.luggage)
    probeShare = attributes.probeShare
  }

  func draw(_ generator: inout KeyedGenerator) -> (size: Int16, luggage: Int16, isProbe: Bool) {
    let size = sizes.draw(&generator) + 1
    let pieces = luggage.draw(&generator)
    return (Int16(size), Int16(pieces), generator.uniform() < probeShare)
  }
}
