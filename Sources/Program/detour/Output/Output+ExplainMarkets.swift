/// The forms of the `explain` output for a job, a sign-up or an order.
extension Output {
  static let ofServices = Form.object(
    ofAnyAttempt + [
      funnel, remedy,
      .init("provider_id", .optional(.text), "who was asked; null of nobody, and then what follows is"),
      .init("start_s", .optional(.number), "when work was to begin"),
      .init("way_s", .optional(.number), "how long the way to it was to take"),
      .init("charge", .optional(.integer), "what was asked for: smallest units of money, or milliseconds"),
      .init("rating", .optional(.number), "the rating shown, in stars"),
      .init("score", .optional(.integer), "what candidates are compared by, milliseconds"),
      .init("answered_s", .optional(.number), "when the provider answered"),
    ])

  static let ofShifts = Form.object(
    ofAnyAttempt + [
      funnel, .init("assignment", .flag, "whether it was decided at the deadline, with others"),
      .init("wished", .optional(wish), "what was wished for; null where any post would do"),
      .init("post", .optional(.text), "the post found"), .init("zone", .optional(.text), "the zone found"),
      .init("rank", .optional(.integer), "how highly the place found was wished for"),
      .init("answered_s", .optional(.number), "when the coordinator answered"),
    ])

  private static let wish = Form.object([
    .init("post", .text, "the post"), .init("zone", .optional(.text), "the zone; null for any"),
  ])

  static let ofOrders = Form.object(
    ofAnyAttempt + [
      funnel, remedy, .init("uses_codes", .flag, "whether promo codes were to be used"),
      .init("lacking", .integer, "credits that account and codes lacked"),
      .init("packs", .integer, "how many packs were to be bought"),
      .init("pack_credits", .optional(.integer), "the credits of one of them"),
      .init("by_card", .integer, "credits that a bank card paid for one by one"),
      .init(
        "price", .optional(.integer),
        "what packs or card cost, in the smallest unit of money; null where nothing was to be paid"),
      .init("campaign", .optional(.text), "the campaign that paid for recipients"),
      .init("by_campaign", .integer, "how many recipients it paid for"),
      .init("answered_s", .optional(.number), "when the payment was confirmed"),
    ])

  /// The members that only jobs of the services market have.
  static let ofJobs: [Form.Member] = [
    .init("category", .text, "the category of the job", mayLack: true),
    .init("task", .optional(.text), "its task", mayLack: true),
    .init("duration_s", .number, "how long the work was thought to take", mayLack: true),
    .init("earliest_s", .number, "the earliest start wished", mayLack: true),
    .init("latest_s", .optional(.number), "the latest start wished; null for any", mayLack: true),
    .init(
      "appointments",
      .objects([
        .init("provider_id", .text, "with whom"), .init("cycle", .integer, "the cycle that found them"),
        .init("confirm_s", .number, "when it was confirmed"),
        .init("start_s", .number, "when work was planned to begin"),
        .init("end_s", .number, "when work was planned to end"),
        .init("depart_s", .optional(.number), "when the provider set out"),
        .init("arrive_s", .optional(.number), "when the provider came"),
        .init("finish_s", .optional(.number), "when the work ended"),
        .init("charge", .integer, "what was agreed"), .init("outcome", .text, "how it ended"),
        .init(
          "dispute",
          .optional(
            .object([
              .init("opened_s", .number, "when the work was disputed"),
              .init("decided_s", .optional(.number), "when that was decided; null if the run ended before"),
              .init("refunded", .optional(.flag), "whether the customer was paid back; null if not decided"),
            ])), "what was disputed about it; null of nothing"),
      ]), "all that were confirmed, in their order", mayLack: true),
  ]

  /// The members that only sign-ups of the shifts market have.
  static let ofSignUps: [Form.Member] = [
    .init("volunteer_id", .text, "who signed up", mayLack: true),
    .init("flexible", .flag, "whether they take any post of the slot", mayLack: true),
    .init("flexible_everywhere", .flag, "whether they take any post of every slot", mayLack: true),
    .init(
      "max_shifts", .optional(.integer), "the most shifts that they take; null for any number", mayLack: true),
    .init("slot", .text, "the slot", mayLack: true),
    .init("begin_s", .number, "when the slot begins", mayLack: true),
    .init("end_s", .number, "when it ends", mayLack: true),
    .init("wishes", .list(wish), "what they wish for in it, best first", mayLack: true),
    .init(
      "place",
      .optional(
        .object([
          .init("post", .text, "the post"), .init("zone", .optional(.text), "the zone"),
          .init("rank", .optional(.integer), "how highly it was wished for"),
          .init("confirmed_s", .optional(.number), "when it was confirmed"),
          .init("assigned", .flag, "whether it was given at the deadline"),
          .init("stepped_in", .flag, "whether it was taken from the reserve"),
          .init("moves", .integer, "how often they were moved"),
        ])), "the place that they have at the end; null for none", mayLack: true),
    .init(
      "reserve", .flag, "whether they were in the reserve of the slot from the deadline on", mayLack: true),
    .init("any_of", .flag, "whether the wishes are a set of posts, all equally welcome", mayLack: true),
    .init(
      "zones_told_s", .optional(.number), "when they knew that zones were open; null for never", mayLack: true
    ),
    .init("zone_s", .optional(.number), "when their place got a zone; null for never", mayLack: true),
    .init(
      "zone_by", .optional(.text), "how: at_once, chosen or assigned; null if the place has no zone",
      mayLack: true),
    .init(
      "rebookings",
      .objects([
        .init("time_s", .number, "when they asked for it"), .init("kind", .text, "what was to change"),
        .init("from_post", .text, "the post before"), .init("from_slot", .text, "the slot before"),
        .init("wished_post", .optional(.text), "the post asked for; null if there is none"),
        .init("wished_slot", .optional(.text), "the slot asked for; null if there is none"),
        .init("made", .flag, "whether the change was made"),
      ]), "the changes that they asked for, in their order", mayLack: true),
  ]

  /// The members that only orders of the orders market have.
  static let ofOneOrder: [Form.Member] = [
    .init("account_id", .optional(.text), "whose it is", mayLack: true),
    .init("recipients", .integer, "how many cards", mayLack: true),
    .init(
      "codes", .list(.optional(.text)), "the promo codes typed; null for one that is unknown", mayLack: true),
    .init("draft", .flag, "whether it was left as a draft first", mayLack: true),
    .init("opens_account", .flag, "whether an account was to be opened for it", mayLack: true),
    .init(
      "ready_s", .optional(.number),
      "when draft and account were done; null where nothing had to be, or where it was given up",
      mayLack: true),
    .init("gave_up_s", .optional(.number), "when it was given up before any payment", mayLack: true),
    .init(
      "photos",
      .objects([
        .init("look", .integer, "the photo, from 1"), .init("came_s", .number, "when it came"),
        .init("looked_s", .optional(.number), "when the person was done with it"),
        .init("rejected", .flag, "whether it was sent back"),
        .init("answered_s", .optional(.number), "when the customer sent another or gave up"),
        .init("gave_up", .flag, "whether the customer gave up then"),
      ]), "the looks at its photos, with `photos.check`", mayLack: true),
    .init(
      "line",
      .optional(
        .object([
          .init("confirmed_s", .optional(.number), "when it was paid"),
          .init("promised_s", .optional(.number), "until when it was promised"),
          .init("entered_s", .optional(.number), "when it entered the line"),
          .init("begun_s", .optional(.number), "when its first card was begun"),
          .init("finished_s", .optional(.number), "when its last card had left"),
          .init("mean_wait_s", .optional(.number), "what its cards waited before stations, on average"),
        ])), "the way through the line; null of an order that was not paid", mayLack: true),
    .init(
      "cards",
      .objects([
        .init("card", .integer, "its number in the order, from 1"), .init("country", .text, "where it goes"),
        .init("handed_s", .optional(.number), "when the carrier took it"),
        .init("promised_s", .optional(.number), "until when it was promised"),
        .init("delivered_s", .optional(.number), "when it was in the letter box; null if still on its way"),
        .init("outcome", .text, "how it ended"),
      ]), "its cards behind the last station, with `delivery`", mayLack: true),
    .init(
      "complaints",
      .objects([
        .init("time_s", .number, "when"),
        .init("reprinted_s", .optional(.number), "when its last card had been printed again"),
      ]), "complaints about the photo", mayLack: true),
  ]
}
