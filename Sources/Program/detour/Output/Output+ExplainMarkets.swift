/// The forms of the `explain` output for a job, a sign-up or an order.
extension Output {
  static let ofServices = Form.object(
    ofAnyAttempt + [
      funnel, remedy,
      .init(
        "provider_id", .optional(.text),
        "the provider who received the offer; if null, so are the fields below"),
      .init("start_s", .optional(.number), "the planned start of the work"),
      .init("way_s", .optional(.number), "the planned travel time to the job"),
      .init(
        "charge", .optional(.integer),
        "the price asked, in the smallest currency unit, or in milliseconds of time credit"),
      .init("rating", .optional(.number), "the rating shown, in stars"),
      .init("score", .optional(.integer), "the score by which candidates are compared, in milliseconds"),
      .init("answered_s", .optional(.number), "the time of the provider's answer"),
    ])

  static let ofShifts = Form.object(
    ofAnyAttempt + [
      funnel,
      .init("assignment", .flag, "whether the attempt was decided at the deadline, together with others"),
      .init("wished", .optional(wish), "the wish; null for any post"),
      .init("post", .optional(.text), "the post found"), .init("zone", .optional(.text), "the zone found"),
      .init("rank", .optional(.integer), "the rank of the place found among the wishes"),
      .init("answered_s", .optional(.number), "the time of the coordinator's answer"),
    ])

  private static let wish = Form.object([
    .init("post", .text, "the post"), .init("zone", .optional(.text), "the zone; null for any"),
  ])

  static let ofOrders = Form.object(
    ofAnyAttempt + [
      funnel, remedy, .init("uses_codes", .flag, "whether promo codes were to be used"),
      .init("lacking", .integer, "the credits missing after account and codes"),
      .init("packs", .integer, "the number of packs to be bought"),
      .init("pack_credits", .optional(.integer), "the credits per pack"),
      .init("by_card", .integer, "the number of recipients to be paid by bank card"),
      .init(
        "price", .optional(.integer),
        "the amount due, in the smallest currency unit; null if nothing was due"),
      .init("campaign", .optional(.text), "the campaign that pays for recipients"),
      .init("by_campaign", .integer, "the number of recipients paid for by the campaign"),
      .init("answered_s", .optional(.number), "the time of the payment confirmation"),
    ])

  /// The members that only jobs of the services market have.
  static let ofJobs: [Form.Member] = [
    .init("category", .text, "the category of the job", mayLack: true),
    .init("task", .optional(.text), "the task of the job", mayLack: true),
    .init("duration_s", .number, "the estimated duration of the work", mayLack: true),
    .init("earliest_s", .number, "the earliest desired start", mayLack: true),
    .init("latest_s", .optional(.number), "the latest desired start; null for any", mayLack: true),
    .init(
      "appointments",
      .objects([
        .init("provider_id", .text, "the provider"),
        .init("cycle", .integer, "the cycle in which the provider was found"),
        .init("confirm_s", .number, "the time of confirmation"),
        .init("start_s", .number, "the planned start of the work"),
        .init("end_s", .number, "the planned end of the work"),
        .init("depart_s", .optional(.number), "the provider's departure"),
        .init("arrive_s", .optional(.number), "the provider's arrival"),
        .init("finish_s", .optional(.number), "the end of the work"),
        .init("charge", .integer, "the agreed price"), .init("outcome", .text, "the outcome"),
        .init(
          "dispute",
          .optional(
            .object([
              .init("opened_s", .number, "the time of the dispute"),
              .init(
                "decided_s", .optional(.number), "the time of the decision; null if the run ended earlier"),
              .init("refunded", .optional(.flag), "whether the client was refunded; null if undecided"),
            ])), "the dispute; null if there was none"),
      ]), "all confirmed appointments, in order", mayLack: true),
  ]

  /// The members that only sign-ups of the shifts market have.
  static let ofSignUps: [Form.Member] = [
    .init("volunteer_id", .text, "the volunteer", mayLack: true),
    .init("flexible", .flag, "whether the volunteer accepts any post of the slot", mayLack: true),
    .init(
      "flexible_everywhere", .flag, "whether the volunteer accepts any post in every slot", mayLack: true),
    .init(
      "max_shifts", .optional(.integer), "the maximum number of shifts; null: no limit", mayLack: true),
    .init("slot", .text, "the slot", mayLack: true),
    .init("begin_s", .number, "the start of the slot", mayLack: true),
    .init("end_s", .number, "the end of the slot", mayLack: true),
    .init("wishes", .list(wish), "the wishes for the slot, in order of preference", mayLack: true),
    .init(
      "place",
      .optional(
        .object([
          .init("post", .text, "the post"), .init("zone", .optional(.text), "the zone"),
          .init("rank", .optional(.integer), "the rank of the place among the wishes"),
          .init("confirmed_s", .optional(.number), "the time of confirmation"),
          .init("assigned", .flag, "whether the place was assigned at the deadline"),
          .init("stepped_in", .flag, "whether the volunteer stepped in from the reserve"),
          .init("moves", .integer, "the number of moves to another post"),
        ])), "the final place; null for none", mayLack: true),
    .init(
      "reserve", .flag, "whether the volunteer was in the reserve of the slot from the deadline on",
      mayLack: true),
    .init("any_of", .flag, "whether the wishes are a set of posts, all equally welcome", mayLack: true),
    .init(
      "zones_told_s", .optional(.number),
      "the time at which the volunteer read that zones were open; null for never", mayLack: true
    ),
    .init(
      "zone_s", .optional(.number), "the time at which the place was given a zone; null for never",
      mayLack: true),
    .init(
      "zone_by", .optional(.text),
      "the way in which the zone was given: at_once, chosen or assigned; null if the place has no zone",
      mayLack: true),
    .init(
      "rebookings",
      .objects([
        .init("time_s", .number, "the time of the request"), .init("kind", .text, "the kind of change"),
        .init("from_post", .text, "the previous post"), .init("from_slot", .text, "the previous slot"),
        .init("wished_post", .optional(.text), "the requested post; null if there is none"),
        .init("wished_slot", .optional(.text), "the requested slot; null if there is none"),
        .init("made", .flag, "whether the change was made"),
      ]), "the requested changes, in order", mayLack: true),
  ]

  /// The members that only orders of the orders market have.
  static let ofOneOrder: [Form.Member] = [
    .init("account_id", .optional(.text), "the account of the order", mayLack: true),
    .init("recipients", .integer, "the number of recipients, each of whom gets a card", mayLack: true),
    .init(
      "codes", .list(.optional(.text)), "the promo codes entered; null for an unknown one", mayLack: true),
    .init("draft", .flag, "whether the order was first left as a draft", mayLack: true),
    .init("opens_account", .flag, "whether an account was to be opened for the order", mayLack: true),
    .init(
      "ready_s", .optional(.number),
      "the time at which draft and account were completed; null if neither was needed, or if the order was abandoned",
      mayLack: true),
    .init(
      "gave_up_s", .optional(.number), "the time at which the order was abandoned before any payment",
      mayLack: true),
    .init(
      "photos",
      .objects([
        .init("look", .integer, "the number of the check, from 1"),
        .init("came_s", .number, "the arrival of the photo"),
        .init("looked_s", .optional(.number), "the end of the check"),
        .init("rejected", .flag, "whether the photo was sent back"),
        .init(
          "answered_s", .optional(.number), "the time at which the customer sent another photo or gave up"),
        .init("gave_up", .flag, "whether the customer then gave up"),
      ]), "the checks of the order's photos; only with `photos.check`", mayLack: true),
    .init(
      "line",
      .optional(
        .object([
          .init("confirmed_s", .optional(.number), "the time of payment"),
          .init("promised_s", .optional(.number), "the promised time"),
          .init("entered_s", .optional(.number), "the arrival of the order at the line"),
          .init("begun_s", .optional(.number), "the start of the first card"),
          .init("finished_s", .optional(.number), "the departure of the last card"),
          .init("mean_wait_s", .optional(.number), "the mean total wait of its cards at stations"),
        ])), "the passage through the line; null for an unpaid order", mayLack: true),
    .init(
      "cards",
      .objects([
        .init("card", .integer, "the number of the card within the order, from 1"),
        .init("country", .text, "the country of the recipient"),
        .init("handed_s", .optional(.number), "the time at which the carrier took the card"),
        .init("promised_s", .optional(.number), "the promised time"),
        .init("delivered_s", .optional(.number), "the time of delivery; null if still on its way"),
        .init("outcome", .text, "the outcome"),
      ]), "the delivery of the order's cards; only with `delivery`", mayLack: true),
    .init(
      "complaints",
      .objects([
        .init("time_s", .number, "the time of the complaint"),
        .init("reprinted_s", .optional(.number), "the time at which the last card had been reprinted"),
      ]), "the complaints about the photo", mayLack: true),
  ]
}
