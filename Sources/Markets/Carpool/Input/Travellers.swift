import CarpoolScenario
import Foundation
import Quantities
import Scenario
import Statistics
import Travellers

extension PopulationMaker {
  /// Draws a traveller's traits, and preferences that depend on them.
  ///
  /// Every draw is made whether or not it is needed, so that changing a probability does not shift other draws.
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

  /// Draws a whole age from a normal distribution, redrawn if outside the bounds, and finally clamped.
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

/// A traveller's traits, and draws that determine the preferences.
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

  /// The preferences, except those that depend on unknown traits.
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

/// A file row drawn with replacement, with the key of this copy's draws.
struct DrawnRow {
  var row: Int
  var key: UInt64

  /// The number of copies to draw.
  enum Amount {
    /// A fixed total number.
    case count(Int)
    /// A Poisson number per row, with this mean.
    case rate(Double)
  }
}

extension PopulationMaker {
  /// Returns the row selected by draw `number`.
  func drawnRow(_ number: Int, of count: Int, _ side: Side) -> Int {
    var draws = stream(.resampling(side), UInt64(number))
    return min(count - 1, Int(draws.uniform() * Double(count)))
  }

  /// Draws copies of the named rows with these `ids`, with replacement, in the order of the rows. The copies of a row depend only on its
  /// name: an additional row replaces a few copies and leaves the others unchanged.
  ///
  /// The copies of a row are the events of a Poisson process of rate 1, keyed by its name. Before time r, each row has
  /// a Poisson number of copies with mean r. The first n events of all rows are equivalent to n draws with replacement,
  /// since each event is equally likely to belong to any row.
  ///
  /// - Complexity: O(m log m) for m copies and rows.
  func copies(
    of ids: [Int64], _ names: Names, _ amount: DrawnRow.Amount, _ side: Side
  ) -> [DrawnRow] {
    guard !ids.isEmpty else { return [] }
    switch amount {
    case .rate(let rate): return copies(of: ids, names, until: rate, side).map(\.drawn)
    case .count(let count):
      var span = Double(count) / Double(ids.count) + 1
      var found = copies(of: ids, names, until: span, side)
      while found.count < count {
        span *= 2
        found = copies(of: ids, names, until: span, side)
      }
      let places = found.indices.ordered { (found[$0].time, $0) < (found[$1].time, $1) }.prefix(count)
      return places.ordered().map { found[$0].drawn }
    }
  }

  private func copies(
    of ids: [Int64], _ names: Names, until end: Double, _ side: Side
  ) -> [(time: Double, drawn: DrawnRow)] {
    ids.enumerated().flatMap { place, id in
      let key = names.key(of: id)
      var draws = stream(.resampling(side), key)
      var found: [(time: Double, drawn: DrawnRow)] = []
      var time = draws.exponential(mean: 1)
      while time < end {
        // Copies are as far apart as names: each key is the hash of the name, a slash and the number of the copy.
        let text = "\(names.text(of: id))/\(found.count + 1)"
        found.append((time, DrawnRow(row: place, key: Names.key(of: text))))
        time += draws.exponential(mean: 1)
      }
      return found
    }
  }
}
