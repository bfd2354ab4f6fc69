import Metrics
import Models
import Quantities
import Spaces
import Tables

/// A provider and their record.
struct ProviderRow: ServicesRow {
  let run: ServicesRun
  let place: Int

  var provider: Provider { run.setup.providers[place] }
  var record: ProviderRecord { run.providers[place] }

  var coordinates: Coordinates? {
    provider.base.position.x.isFinite ? run.geometry.coordinates(of: provider.base.position) : nil
  }

  var radius: Metres? {
    if case .radius(let radius) = provider.area, radius.isFinite { radius } else { nil }
  }
}

extension ServicesTable {
  /// A row per provider, with the columns of `features`.
  static func providers(_ features: [Feature<ServicesRun>]) -> Table<ProviderRow> {
    Table(
      "providers", "A row per provider of the input.", key: ["provider_id"], constant: .runID,
      columns: providerColumns + features.flatMap { $0.columns(of: ProviderRow.self) })
  }

  private static let providerColumns: [Column<ProviderRow>] = [
    .provider("provider_id", "The provider.") { ProviderIndex($0.place) },
    .coordinate("base_x", "The base: longitude, or metres east.") { $0.coordinates?.x },
    .coordinate("base_y", "The base: latitude, or metres north.") { $0.coordinates?.y },
    .metres("radius_m", "How far from the base they work; empty for districts, or anywhere.") { $0.radius },
    .integer("price_per_h", .count, "Money for an hour, in the smallest unit.") { $0.provider.price },
    .seconds("registered_s", "When they signed up.") { $0.provider.registered },
    .seconds("validated_s", "When an administrator let jobs find them; empty for never.") {
      $0.provider.validated.ifEver
    },
    .seconds("closed_s", "When they closed the account; empty where they did not.") {
      $0.provider.closes <= $0.run.end ? $0.provider.closes : nil
    },
    .count(
      "impressions", "How often they stood among the first of a search, of whom the client takes one."
    ) { $0.record.impressions },
    .count("offers", "Offers received.") { $0.record.offers },
    .count("declines", "Offers declined.") { $0.record.declines },
    .count("appointments", "Appointments made.") { $0.record.appointments },
    .count("jobs_done", "Jobs done.") { $0.record.kept },
    .count("cancelled", "Appointments that the provider cancelled.") { $0.record.cancelled },
    .count("absent", "Appointments to which the provider did not come.") { $0.record.absent },
    .seconds("worked_s", "Time at work, of jobs that were done.") { $0.record.worked },
    .seconds("travelled_s", "Time on the way to jobs.") { $0.record.travelled },
    .metres("travelled_m", "Metres to jobs.") { $0.record.metres },
    .seconds("working_s", "Working hours from when they were found until the last job ended.") {
      $0.run.workingTime(of: $0.place)
    },
    .ratio("utilisation", "The share of the working hours at work.", formula: "worked_s ÷ working_s") {
      row in
      let hours = row.run.workingTime(of: row.place)
      return hours > .zero ? row.record.worked.seconds / hours.seconds : nil
    },
    .stars("first_rating", "The rating to begin with, in stars; empty for providers who began without one.") {
      $0.provider.isUnrated ? nil : $0.provider.priorRating
    },
    .stars("rating", "The rating shown at the end, in stars; empty for providers without one.") {
      $0.record.rating > 0 ? $0.record.rating : nil
    },
    .count("reviews", "Reviews shown.") { $0.record.reviews },
    .amount("balance", "What they have at the end.") { row in
      row.run.ledger.balance(of: .provider(ProviderIndex(row.place)))
    },
    .word("cause", "Why the row takes no part in the run; empty where it does.") { $0.provider.refusal },
  ]
}
