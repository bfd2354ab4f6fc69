import Community
import JSON5
import Quantities
package import Scenario

/// The scenario fields of the services market.
package struct ServicesFields: MarketFields {
  package static let market = "services"
  package static let sentence = "Clients look for providers who come to them and do a job at an agreed time."
  package static let takesPlace = true
  package static let recordable = ["events", "messages"]

  var categories: [CategoryPlan] = []
  var districts: [DistrictPlan] = []
  var supply = ProviderPlan.synthetic(SyntheticProviders())
  var demand = JobPlan.synthetic(SyntheticJobs())
  var matching = Matching()
  var behaviour = Behaviour()
  var settlement = SettlementPlan.money(MoneyPlan())
  var verification: VerificationRules?
  var channel: ChannelRules?
  var users: UsersPlan?
  var clientVerification: ClientRules?
  var sanctions: SanctionRules?

  package init() {}

  package func repeatsWeekly(in scenario: Scenario) -> Bool {
    guard case .synthetic(let jobs) = demand, let duration = scenario.time.duration else { return false }
    return jobs.arrivals.repeatsWeekly(over: duration)
  }

  package static let members = Members(
    Self(),
    [
      Field(
        "categories", \.categories,
        Shape.object(CategoryPlan.members).list(counts: 0...10_000).distinct(by: \.name),
        "The categories of work and their tasks; files may name more."),
      Field(
        "districts", \.districts,
        Shape.object(DistrictPlan.members).list(counts: 0...DistrictSet.most).distinct(by: \.name),
        "Named areas, which may overlap, for providers who work in districts."
      ).idle("providers work within a radius (`supply.area`)") { $0.areDistrictsUnused },
      Field("supply", \.supply, ProviderPlan.shape, isRequired: true, "The source of providers."),
      Field("demand", \.demand, JobPlan.shape, isRequired: true, "The source of jobs."),
      Field("matching", \.matching, .object(Matching.members), "The search and ranking of providers."),
      Field("behaviour", \.behaviour, .object(Behaviour.members), "The behaviour of providers and clients."),
      Field(
        "settlement", \.settlement, SettlementPlan.shape, "The payment for work, in money or time credits."),
      .verification(
        \.verification,
        "Identity checks of providers, before which searches do not find them. `null`: validation by the supply's `validation_delay_s`."
      ),
      .channel(
        \.channel,
        "The delivery of requests, offers, answers and confirmations between the service and the phones."
          + " `null`: instantaneous and reliable."
      ),
      Field(
        "users", \.users, orAbsent: .object(UsersPlan.members),
        "Returning clients and churn. `null`: each job has a separate client, unless members request it."
      ),
      .clientVerification, .sanctions,
    ],
    check: { checked, faults in
      checkNames(checked, &faults)
      checkUsers(checked, &faults)
    })

  /// The reason the validation delay has no effect; nil if it has one.
  var validatedByVerification: String? {
    verification == nil ? nil : "the field `verification` determines how providers are verified"
  }

  /// The reason no job requires a particular task; nil if one may.
  var withoutTasks: String? {
    categories.allSatisfy(\.tasks.isEmpty) ? "no category has tasks" : nil
  }

  /// The reason no provider signs up during the run; nil if one may, as with recorded providers.
  var withoutNewcomers: String? {
    guard case .synthetic(let providers) = supply, providers.newShare == 0 else { return nil }
    return "nobody signs up during the run (`supply.new_share` is 0)"
  }

  /// Whether districts are unused because all providers work within a radius.
  private var areDistrictsUnused: Bool {
    guard case .synthetic(let providers) = supply, case .radius = providers.area else { return false }
    return true
  }

  private static func checkNames(_ checked: Checked<Self>, _ faults: inout Faults) {
    let fields = checked.value
    if fields.categories.isEmpty, fields.supply.isDrawn || fields.demand.isDrawn {
      checked.conflict(
        "a side of kind `synthetic` requires categories; give at least one",
        ["categories", "supply", "demand"],
        &faults)
    }
    if case .synthetic(let providers) = fields.supply, case .districts = providers.area,
      fields.districts.isEmpty
    {
      checked.conflict(
        "providers of kind `synthetic` who work in districts require `districts`; give at least one",
        ["districts", "supply"], &faults)
    }
    if case .synthetic(let jobs) = fields.demand, case .home = jobs.place,
      case .synthetic(let members) = fields.supply, members.count == 0
    {
      checked.conflict(
        "jobs near home require members; raise supply.count above 0", ["supply.count", "demand.place"],
        &faults)
    }
  }

  package static func check(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    let fields = checked.value.fields(of: Self.self)
    fields.checkChannel(checked, &faults)
    if fields.supply.isDrawn || fields.demand.isDrawn, checked.value.time.duration == nil {
      checked.conflict(
        "a side of kind `synthetic` requires a duration; give time.duration_s a number",
        ["time.duration_s", "time", "supply", "demand"], &faults)
    }
  }
}

extension ServicesFields {
  /// Checks that offers can be answered before they expire, and that recorded message times are present if needed.
  private func checkChannel(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    if let channel, channel.offerTimeout < behaviour.answerDelay + 2 * channel.leastDelay {
      let least = (behaviour.answerDelay + 2 * channel.leastDelay).seconds
      checked.conflict(
        "offers expire before anybody can have answered; give at least \(JSON.number(least).compact) s, which behaviour.answer_delay_s"
          + " and two messages take", ["channel.offer_timeout_s", "channel", "behaviour.answer_delay_s"],
        &faults)
    }
    ChannelRules.checkRecording(of: channel, checked, &faults)
  }
}

extension Scenario {
  /// The scenario fields of the services market.
  var services: ServicesFields { fields(of: ServicesFields.self) }
}

/// A category, its tasks, and the traits of synthetic providers and jobs in it.
struct CategoryPlan: Equatable, Sendable {
  var name = ""
  var tasks: [String] = []
  var providerWeight = 1.0
  var jobWeight = 1.0
  /// The mean hourly price, in the smallest currency unit.
  var price = 10_000.0
  var priceSpread = 0.25
  var duration = Milliseconds(5_400_000)
  var durationSpread = 0.5

  static let members = Members(
    Self(),
    [
      Field("name", \.name, .label, isRequired: true, "The name in files."),
      Field(
        "tasks", \.tasks, Shape<String>.label.list(counts: 0...Trades.mostTasks).distinct(by: \.self),
        "The tasks of the category; if there are none, its providers do all of its work."),
      Field(
        "provider_weight", \.providerWeight, .number(.atLeast(0)),
        "The relative frequency of the category among those offered by synthetic providers."
      ).idle { $1.services.supply.isDrawn ? nil : withoutDrawnProviders },
      Field(
        "job_weight", \.jobWeight, .number(.atLeast(0)),
        "The relative frequency of the category among synthetic jobs."
      )
      .idle { $1.services.demand.isDrawn ? nil : withoutDrawnJobs },
      Field(
        "price_per_h", \.price, .number(.from(0, to: 1e8)),
        "The mean hourly price of synthetic providers, in the smallest currency unit."
      ).idle { $1.services.supply.isDrawn || $1.services.demand.isDrawn ? nil : withoutDrawnProviders },
      Field(
        "price_cv", \.priceSpread, .number(.from(0, to: 10)),
        "The coefficient of variation of prices (lognormal)."
      ).idle { $1.services.supply.isDrawn ? nil : withoutDrawnProviders },
      Field(
        "duration_s", \.duration, .seconds(.from(1, to: 1e7)),
        "The mean estimated duration of synthetic jobs."
      ).idle { $1.services.demand.isDrawn ? nil : withoutDrawnJobs },
      Field(
        "duration_cv", \.durationSpread, .number(.from(0, to: 10)),
        "The coefficient of variation of estimated durations (lognormal)."
      ).idle { $1.services.demand.isDrawn ? nil : withoutDrawnJobs },
    ])

  private static let withoutDrawnProviders = "no providers are drawn (`supply` is of kind `recorded`)"
  private static let withoutDrawnJobs = "no jobs are drawn (`demand` is of kind `recorded`)"
}

/// A named part of the space: a disc or a rectangle.
struct DistrictPlan: Equatable, Sendable {
  var name = ""
  var part = Part.disc(Disc())

  enum Part: Equatable, Sendable {
    case disc(Disc)
    case rectangle(Rectangle)
  }

  struct Disc: Equatable, Sendable {
    var x = 0.0
    var y = 0.0
    var radius: Metres = 0
  }

  struct Rectangle: Equatable, Sendable {
    var west = 0.0
    var south = 0.0
    var east = 0.0
    var north = 0.0
  }

  static var coordinate: Shape<Double> { .number(.from(-1e8, to: 1e8), "m or °") }

  static let members = Members(
    Self(),
    [
      Field("name", \.name, .label, isRequired: true, "The name in files."),
      Field("part", \.part, Part.shape, isRequired: true, "The shape of the district."),
    ])
}

extension DistrictPlan.Part {
  static var shape: Shape<Self> {
    .union([
      Kind(
        "disc",
        Members(
          DistrictPlan.Disc(),
          [
            Field(
              "x", \.x, DistrictPlan.coordinate, isRequired: true,
              "The x coordinate of the centre in metres, or its longitude."),
            Field(
              "y", \.y, DistrictPlan.coordinate, isRequired: true,
              "The y coordinate of the centre in metres, or its latitude."),
            Field("radius_m", \.radius, .metres(), isRequired: true, "The radius of the disc."),
          ]), Self.disc, { if case .disc(let disc) = $0 { disc } else { nil } }, "A disc."),
      Kind(
        "rectangle",
        Members(
          DistrictPlan.Rectangle(),
          [
            Field("west", \.west, DistrictPlan.coordinate, isRequired: true, "The western edge."),
            Field("south", \.south, DistrictPlan.coordinate, isRequired: true, "The southern edge."),
            Field("east", \.east, DistrictPlan.coordinate, isRequired: true, "The eastern edge."),
            Field("north", \.north, DistrictPlan.coordinate, isRequired: true, "The northern edge."),
          ],
          check: { checked, faults in
            if checked.value.west > checked.value.east || checked.value.south > checked.value.north {
              checked.conflict(
                "the rectangle is empty; swap west and east, or south and north",
                ["west", "east", "south", "north"], &faults)
            }
          }), Self.rectangle, { if case .rectangle(let rectangle) = $0 { rectangle } else { nil } },
        "An axis-aligned rectangle."),
    ])
  }
}
