import Quantities
import Scenario

/// The source of providers.
enum ProviderPlan: Equatable, Sendable {
  case synthetic(SyntheticProviders)
  case recorded(RecordedProviders)

  var isDrawn: Bool { if case .synthetic = self { true } else { false } }

  static var shape: Shape<Self> {
    .union([
      Kind(
        "synthetic", SyntheticProviders.members, Self.synthetic,
        { if case .synthetic(let providers) = $0 { providers } else { nil } }, "Synthetic providers."),
      Kind(
        "recorded", RecordedProviders.members, Self.recorded,
        { if case .recorded(let providers) = $0 { providers } else { nil } },
        "Providers read from a file; the other fields supply the values that the file lacks."),
    ])
  }
}

/// Synthetic providers.
struct SyntheticProviders: Equatable, Sendable {
  var count = 100
  var firstID: Int64 = 0
  var place = PlacePlan.uniform
  /// The relative weights of the number of categories offered: 1, 2, 3, …
  var categoriesEach: [Double] = [1]
  /// The probability that a provider offers a given task of an offered category; each provider offers at least one.
  var taskShare = 1.0
  var area = AreaPlan.radius(RadiusPlan())
  var hours = [HoursPlan()]
  var rating = 4.0
  var ratingSpread = 0.5
  /// The share of providers who sign up during the period, at uniformly distributed times.
  var newShare = 0.0
  /// The mean of the exponentially distributed time from sign-up to validation.
  var validationDelay = Milliseconds(86_400_000)
  /// The share of providers who close their account during the period, at uniformly distributed times.
  var closingShare = 0.0

  static let members = Members(
    Self(),
    [
      Field("count", \.count, .integer(0, to: 10_000_000), "The number of providers or members."),
      Field("first_id", \.firstID, .integer(0, to: 1 << 53), "The lowest id; ids are consecutive."),
      Field("place", \.place, PlacePlan.shape, "The distribution of the providers' bases."),
      Field(
        "categories_each", \.categoriesEach, .weights(counts: 1...100),
        "The weights of offering 1, 2, 3, … categories."),
      Field(
        "task_share", \.taskShare, .share,
        "The probability that a task of an offered category is offered; at least one task always is."
      ).idle { $1.services.withoutTasks },
      Field("area", \.area, AreaPlan.shape, "The area in which providers work."),
      Field(
        "hours", \.hours, Shape.object(HoursPlan.members).list(counts: 1...1_000),
        "The patterns of working hours, with weights."),
      Field(
        "rating", \.rating, .number(.from(1, to: 5), "stars"), "The mean initial rating."),
      Field(
        "rating_sd", \.ratingSpread, .number(.from(0, to: 5), "stars"),
        "The standard deviation of initial ratings before they are limited to 1 … 5."),
      Field(
        "new_share", \.newShare, .share,
        "The share of providers who sign up during the period, at uniform times."),
      Field(
        "validation_delay_s", \.validationDelay, .seconds(),
        "The mean of the exponential time from sign-up to validation by an administrator."
      ).idle("nobody signs up during the period (`new_share` is 0)") { $0.newShare == 0 }
        .idle { $1.services.validatedByVerification },
      Field(
        "closing_share", \.closingShare, .share,
        "The share of providers who close their account, at a uniform time between sign-up and the end of the"
          + " period; appointments not begun are cancelled, reviews stay."
      ),
    ])
}

/// Providers listed in a file.
struct RecordedProviders: Equatable, Sendable {
  var file = ""
  /// The column names in the file, keyed by the standard names.
  var columns: [String: String] = [:]
  var radius: Metres? = nil
  var hours = Scenario.Hours()
  var rating = 4.0
  var validationDelay = Milliseconds.zero

  static let members = Members(
    Self(),
    [
      Field(
        "file", \.file, .file, isRequired: true, "The path of the file, relative to the scenario's folder."),
      .columns(\.columns),
      Field(
        "radius_m", \.radius, orNull: .metres(),
        "The working radius of providers whose row has neither `radius_m` nor `districts`. `null`: they work anywhere."
      ),
      Field("hours", \.hours, Scenario.Hours.shape, "The working hours of rows without `hours`."),
      Field("rating", \.rating, .number(.from(1, to: 5), "stars"), "The rating of rows without `rating`."),
      Field(
        "validation_delay_s", \.validationDelay, .seconds(),
        "The delay from `registered_s` to validation, for rows without `validated_s`."
      ).idle { $1.services.validatedByVerification },
    ])
}

/// The distribution from which places are drawn.
enum PlacePlan: Equatable, Sendable {
  case uniform
  case zones([ServicesZonePlan])
  /// A place in a disc around the base of the member who requests the job; only for jobs.
  case home(HomePlan)

  /// The shape of the plan for bases.
  static var shape: Shape<Self> { .union(kinds) }

  /// The shape of the plan for places of jobs.
  static var shapeOfJobs: Shape<Self> {
    .union(
      kinds + [
        Kind(
          "home", HomePlan.members, Self.home, { if case .home(let home) = $0 { home } else { nil } },
          "Uniform in a disc around the base of the member who requests the job.")
      ])
  }

  private static var kinds: [Kind<Self>] {
    [
      Kind("uniform", .uniform, { $0 == .uniform }, "Uniform over the space."),
      Kind(
        "zones",
        Members(
          ZoneList(),
          [
            Field(
              "zones", \.zones,
              Shape.object(ServicesZonePlan.members).list().checked {
                $0.contains { $0.weight > 0 } ? nil : "no zone has a weight above 0; give at least one"
              }, isRequired: true, "The discs in which places are drawn.")
          ]), { .zones($0.zones) },
        { if case .zones(let zones) = $0 { ZoneList(zones: zones) } else { nil } },
        "Uniform in discs drawn by weight."),
    ]
  }

  struct ZoneList: Equatable, Sendable {
    var zones: [ServicesZonePlan] = []
  }
}

/// The disc around a member's base in which the places of the member's jobs are drawn.
struct HomePlan: Equatable, Sendable {
  var radius: Metres = 1_000

  static let members = Members(
    Self(),
    [Field("radius_m", \.radius, .metres(), "The radius of the disc around the base; 0: the base itself.")])
}

/// A disc in which places are drawn.
struct ServicesZonePlan: Equatable, Sendable {
  var name = ""
  var x = 0.0
  var y = 0.0
  var radius: Metres = 0
  var weight = 1.0

  static let members = Members(
    Self(),
    [
      Field("name", \.name, .label, entersIdentity: false, "The display name."),
      Field(
        "x", \.x, DistrictPlan.coordinate, isRequired: true,
        "The x coordinate of the centre in metres, or its longitude."),
      Field(
        "y", \.y, DistrictPlan.coordinate, isRequired: true,
        "The y coordinate of the centre in metres, or its latitude."),
      Field("radius_m", \.radius, .metres(), isRequired: true, "The radius of the disc."),
      Field("weight", \.weight, .number(.atLeast(0)), "The weight of the disc in the draw."),
    ])
}

/// The area in which synthetic providers work.
enum AreaPlan: Equatable, Sendable {
  case radius(RadiusPlan)
  case districts(DistrictCount)

  static var shape: Shape<Self> {
    .union([
      Kind(
        "radius", RadiusPlan.members, Self.radius,
        { if case .radius(let radius) = $0 { radius } else { nil } },
        "Within a radius around the base."),
      Kind(
        "districts", DistrictCount.members, Self.districts,
        { if case .districts(let count) = $0 { count } else { nil } },
        "In districts: those containing the base, and randomly drawn ones."),
    ])
  }
}

struct RadiusPlan: Equatable, Sendable {
  var shortest: Metres = 5_000
  var longest: Metres = 5_000

  static let members = Members(
    Self(),
    [
      Field("min_m", \.shortest, .metres(), "The minimum radius."),
      Field(
        "max_m", \.longest, .metres(),
        "The maximum radius; radii are drawn uniformly between `min_m` and `max_m`."
      ),
    ],
    check: { checked, faults in
      if checked.value.shortest > checked.value.longest {
        checked.conflict("max_m is less than min_m; swap them", ["max_m", "min_m"], &faults)
      }
    })
}

struct DistrictCount: Equatable, Sendable {
  var more = 1

  static let members = Members(
    Self(),
    [
      Field(
        "more", \.more, .integer(0, to: DistrictSet.most),
        "The number of districts drawn in addition to those containing the base.")
    ])
}

/// A weekly pattern of working hours.
struct HoursPlan: Equatable, Sendable {
  var weight = 1.0
  var hours = Scenario.Hours()

  static let members = Members(
    Self(),
    [
      Field("weight", \.weight, .number(.from(0.000_001, to: 1e9)), "The relative frequency of the pattern."),
      Field("hours", \.hours, Scenario.Hours.shape, isRequired: true, "The weekly working hours."),
    ])
}
