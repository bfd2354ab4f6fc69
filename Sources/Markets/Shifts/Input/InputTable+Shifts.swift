import Tables

extension InputTable {
  /// The tables read by shifts scenarios, in documentation order.
  static let ofShifts = [programme, volunteers]

  static let programme = InputTable(
    "programme", "A row per post, slot and zone: `programme.file`.",
    [
      InputColumn("post", .identifier, .text, .required, "The post."),
      InputColumn("slot", .identifier, .text, .required, "The slot."),
      InputColumn(
        "begin_s", .seconds, .decimal, .required,
        "The start of the slot; the same in all of its rows, and not before the deadline."),
      InputColumn(
        "end_s", .seconds, .decimal, .required, "The end of the slot; the same in all of its rows."),
      InputColumn(
        "zone", .identifier, .text, .optional, "The zone; in all rows of a post and slot, or in none.",
        fallback: "the post has no zones"),
      InputColumn("places", .count, .integer, .required, "The number of places."),
      InputColumn(
        "opens_s", .seconds, .decimal, .optional,
        "The time from which these places exist, before the deadline.",
        fallback: "from the start"),
    ])

  static let volunteers = InputTable(
    "volunteers", "A row per wish of a volunteer, in the order of the wishes: `volunteers.file`.",
    [
      InputColumn(
        "volunteer_id", .identifier, .identifier, .required, "The volunteer: a whole number, or a name."),
      InputColumn(
        "sign_up_s", .seconds, .decimal, .required,
        "The time of sign-up; the same in all of the volunteer's rows."),
      InputColumn(
        "flexible", .none, .boolean, .optional,
        "Whether the volunteer accepts any post; the same in all of the volunteer's rows.",
        fallback: "false"),
      InputColumn(
        "slot_flexible", .none, .boolean, .optional,
        "Whether an otherwise inflexible volunteer accepts any post in this slot.", fallback: "false"),
      InputColumn(
        "max_shifts", .count, .integer, .optional,
        "The maximum number of shifts of the volunteer; the same in all of the volunteer's rows.",
        fallback: "any number"),
      InputColumn("slot", .identifier, .text, .required, "The slot."),
      InputColumn(
        "post", .identifier, .text, .optional, "The desired post.",
        fallback: "any, for flexible volunteers"),
      InputColumn("zone", .identifier, .text, .optional, "The desired zone.", fallback: "any"),
      InputColumn(
        "any_of", .none, .boolean, .optional,
        "Whether the posts of the slot are a set, all equally welcome; read with `sets`, the same in all rows of the slot.",
        fallback: "false"),
      InputColumn(
        "overnight", .none, .boolean, .optional,
        "Whether the volunteer stays overnight; read with `needs.beds`.",
        fallback: "drawn by `needs.beds.share`", replaces: ["needs.beds.share"]),
      InputColumn(
        "meal", .none, .text, .optional, "The kind of meals; read with `needs.meals`.",
        fallback: "drawn by the weights of `needs.meals.kinds`"),
      InputColumn(
        "shirt", .none, .text, .optional, "The size of the shirt; read with `needs.shirts`.",
        fallback: "drawn by the weights of `needs.shirts.sizes`"),
    ])
}
