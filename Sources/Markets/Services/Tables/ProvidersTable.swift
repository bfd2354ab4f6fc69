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
    .coordinate("base_x", "The x coordinate in metres, or the longitude, of the base.") { $0.coordinates?.x },
    .coordinate("base_y", "The y coordinate in metres, or the latitude, of the base.") { $0.coordinates?.y },
    .metres("radius_m", "The working radius around the base; empty for districts, or anywhere.") {
      $0.radius
    },
    .integer("price_per_h", .count, "The hourly price, in the smallest unit of money.") { $0.provider.price },
    .seconds("registered_s", "The time of sign-up.") { $0.provider.registered },
    .seconds("validated_s", "The time from which searches can find the provider; empty for never.") {
      $0.provider.validated.ifEver
    },
    .seconds("closed_s", "The time at which the account was closed; empty if not closed.") {
      $0.provider.closes <= $0.run.end ? $0.provider.closes : nil
    },
    .count(
      "impressions",
      "The number of times that the provider was among the top-ranked results shown to a client."
    ) { $0.record.impressions },
    .count("offers", "The number of offers received.") { $0.record.offers },
    .count("declines", "The number of offers declined.") { $0.record.declines },
    .count("appointments", "The number of appointments made.") { $0.record.appointments },
    .count("jobs_done", "The number of jobs done.") { $0.record.kept },
    .count("cancelled", "The number of appointments cancelled by the provider.") { $0.record.cancelled },
    .count("absent", "The number of appointments missed by the provider.") { $0.record.absent },
    .seconds("worked_s", "The time at work on completed jobs.") { $0.record.worked },
    .seconds("travelled_s", "The travel time to jobs.") { $0.record.travelled },
    .metres("travelled_m", "The travel distance to jobs.") { $0.record.metres },
    .seconds(
      "working_s", "The working hours from when searches can find the provider until the last job ended."
    ) {
      $0.run.workingTime(of: $0.place)
    },
    .ratio("utilisation", "The share of the working hours at work.", formula: "worked_s ÷ working_s") {
      row in
      let hours = row.run.workingTime(of: row.place)
      return hours > .zero ? row.record.worked.seconds / hours.seconds : nil
    },
    .stars("first_rating", "The initial rating, in stars; empty for providers who began without one.") {
      $0.provider.isUnrated ? nil : $0.provider.priorRating
    },
    .stars("rating", "The rating shown at the end, in stars; empty for providers without one.") {
      $0.record.rating > 0 ? $0.record.rating : nil
    },
    .count("reviews", "The number of reviews shown.") { $0.record.reviews },
    .amount("balance", "The final balance.") { row in
      row.run.ledger.balance(of: .provider(ProviderIndex(row.place)))
    },
    .word("cause", "The cause of refusal; empty if the row takes part in the run.") { $0.provider.refusal },
  ]
}
