import Ground
import Tables

extension InputTable {
  /// The tables read by services scenarios, in documentation order.
  static let ofServices = [jobs, providers]

  static let providers = InputTable(
    "providers", "A row per provider: `supply.file`.",
    [
      InputColumn(
        "provider_id", .identifier, .identifier, .required, "The provider: a whole number, or a name.")
    ]
      + InputColumn.end("base", "the provider's base") + [
        InputColumn(
          "categories", .none, .text, .required,
          "Categories separated by `|`, each with its tasks after a colon unless all are offered:"
            + " `plumbing:leak+boiler|electricity`."),
        InputColumn(
          "radius_m", .metres, .decimal, .optional, "The radius of the area served, around the base.",
          replaces: ["supply.radius_m"]),
        InputColumn(
          "districts", .none, .text, .optional,
          "The districts served, separated by `|`; they take precedence over the radius.",
          fallback: "the radius"),
        InputColumn(
          "hours", .none, .text, .optional,
          "Working hours, such as `mon-fri 08:00-12:00 13:00-18:00; sat 09:00-13:00`.",
          replaces: ["supply.hours"]),
        InputColumn(
          "price_per_h", .currency, .integer, .optional,
          "The hourly price, in the smallest currency unit.",
          fallback: "0"),
        InputColumn(
          "rating", .ratio, .decimal, .optional, "The initial rating in stars, 1 to 5.",
          replaces: ["supply.rating"]),
        InputColumn(
          "registered_s", .seconds, .decimal, .optional, "The time of sign-up.",
          fallback: "before the start"),
        InputColumn(
          "validated_s", .seconds, .decimal, .optional, "The time from which searches can find the provider.",
          fallback: "`supply.validation_delay_s` after `registered_s`",
          replaces: ["supply.validation_delay_s"]),
        InputColumn(
          "leaves_s", .seconds, .decimal, .optional, "The time at which the provider stops accepting jobs.",
          fallback: "never"
        ),
        InputColumn(
          "closes_s", .seconds, .decimal, .optional, "The time at which the provider closes the account.",
          fallback: "never"),
      ])

  static let jobs = InputTable(
    "jobs", "A row per job: `demand.file`.",
    [
      InputColumn("job_id", .identifier, .identifier, .required, "The job: a whole number, or a name."),
      InputColumn("submit_s", .seconds, .decimal, .required, "The submission time."),
    ] + InputColumn.end("place", "the place of the work") + [
      InputColumn("category", .none, .text, .required, "The category."),
      InputColumn("task", .none, .text, .optional, "A task of the category.", fallback: "any"),
      InputColumn(
        "district", .none, .text, .optional, "The districts of the place, separated by `|`.",
        fallback: "those that contain it"),
      InputColumn(
        "duration_s", .seconds, .decimal, .requiredUnless("`demand.duration_s` is given"),
        "The estimated duration of the work.", replaces: ["demand.duration_s"]),
      InputColumn(
        "real_duration_s", .seconds, .decimal, .optional, "The actual duration of the work.",
        fallback: "drawn"
      ),
      InputColumn(
        "earliest_s", .seconds, .decimal, .optional, "The earliest start.", fallback: "`submit_s`"),
      InputColumn(
        "latest_s", .seconds, .decimal, .optional, "The latest start.",
        fallback: "`demand.window_s` after the earliest", replaces: ["demand.window_s"]),
      InputColumn(
        "budget", .currency, .integer, .optional,
        "The budget for the job, in the smallest currency unit.",
        fallback: "any price"),
      InputColumn(
        "least_rating", .ratio, .decimal, .optional, "The minimum rating required, in stars, 1 to 5.",
        fallback: "any"),
      InputColumn(
        "patience_s", .seconds, .decimal, .optional,
        "The client's patience: how long they wait for an appointment.",
        replaces: ["behaviour.patience_s"]),
      InputColumn(
        "probe", .none, .boolean, .optional, "Whether the job is a probe: for measurement, never assigned.",
        fallback: "false"),
      InputColumn(
        "client_id", .identifier, .identifier, .requiredIf("jobs are paid in time credits"),
        "The provider who requests the job; with `users`, possibly a client who is not a provider."),
    ])
}
