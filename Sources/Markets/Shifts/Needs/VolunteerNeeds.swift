import Statistics
import Tables

/// The needs of a volunteer.
public struct VolunteerNeeds: Hashable, Sendable {
  /// Whether they stay overnight.
  public var staysOvernight: Bool
  /// Their kind of meal and T-shirt size, as indices in the scenario's lists; 0 if a list is empty.
  public var meal: Int
  public var shirt: Int

  /// Creates the needs of a volunteer.
  public init(staysOvernight: Bool = false, meal: Int = 0, shirt: Int = 0) {
    self.staysOvernight = staysOvernight
    self.meal = meal
    self.shirt = shirt
  }
}

/// The columns with needs in a volunteers file; needs that the scenario does not include are not read.
struct NeedColumns {
  /// The needs given in a row; nil if a need is not given.
  struct Given: Hashable {
    var staysOvernight: Bool?
    var meal: Int?
    var shirt: Int?
  }

  private let overnight: CSVOptionalColumn?
  private let meal: CSVOptionalColumn?
  private let shirt: CSVOptionalColumn?
  private let meals: [String]
  private let sizes: [String]

  init(_ rows: inout CSVReader, _ plan: NeedsPlan?) {
    overnight = plan?.beds == nil ? nil : rows.optionalColumn("overnight")
    meal = plan?.meals == nil ? nil : rows.optionalColumn("meal")
    shirt = plan?.shirts == nil ? nil : rows.optionalColumn("shirt")
    meals = plan?.meals?.kinds.map(\.name) ?? []
    sizes = plan?.shirts?.sizes.map(\.name) ?? []
  }

  func read(_ rows: inout CSVReader) -> Given {
    var given = Given()
    if let overnight { given.staysOvernight = rows.bool(overnight) }
    given.meal = kind(in: meal, of: meals, &rows)
    given.shirt = kind(in: shirt, of: sizes, &rows)
    return given
  }

  private func kind(in column: CSVOptionalColumn?, of names: [String], _ rows: inout CSVReader) -> Int? {
    guard let column, let name = rows.string(column), !name.isEmpty else { return nil }
    let place = names.firstIndex(of: name)
    if place == nil {
      rows.recordValue(column, expected: .other("one of those in `needs`: " + names.joined(separator: ", ")))
    }
    return place
  }
}

extension FestivalMaker {
  /// Draws the needs of each volunteer that are not recorded, with a separate stream for each aspect.
  func drawNeeds(_ plan: NeedsPlan, into festival: inout Festival) {
    let meals = plan.meals.map { WeightedDraw($0.kinds.map(\.weight)) }
    let shirts = plan.shirts.map { WeightedDraw($0.sizes.map(\.weight)) }
    festival.needs = festival.volunteers.enumerated().map { place, volunteer in
      let given = givenNeeds.isEmpty ? NeedColumns.Given() : givenNeeds[place]
      var (night, meal, shirt) = (stream(0), stream(1), stream(2))
      func stream(_ aspect: UInt64) -> KeyedGenerator {
        random.stream(.volunteerNeeds, volunteer.key, aspect)
      }
      return VolunteerNeeds(
        staysOvernight: given.staysOvernight ?? night.happens(withProbability: plan.beds?.share ?? 0),
        meal: given.meal ?? meals?.draw(&meal) ?? 0, shirt: given.shirt ?? shirts?.draw(&shirt) ?? 0)
    }
  }
}
