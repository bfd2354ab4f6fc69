import Metrics
import Statistics
import Tables

// MARK: - Whom figures are over

extension Metric.Population {
  static let settledSignUps = Self(
    "settled sign-ups",
    "Sign-ups with a wish, submitted from the warm-up's end on, that were not refused and not in progress at the end."
  )
  static let placedSignUps = Self(
    "sign-ups with a place", "Sign-ups, with a wish or without, that had a place when the slot began.")
  static let refusedSignUps = Self("refused sign-ups", "Sign-ups that could not take part.")
  static let volunteers = Self("volunteers", "Volunteers who were not refused.")
  static let allPlaces = Self("places", "The places of all posts in all slots: a person in a slot each.")
  static let run = Self("the run", "All that happened, whatever the warm-up.")
}

// MARK: - Requests

enum ShiftsMetric {
  static let matchRate = Metric(
    "match_rate", .ratio, over: .settledSignUps, better: .higherIsBetter,
    "Settled sign-ups that ever had a confirmed place ÷ settled sign-ups.")
  static let serviceRate = Metric(
    "service_rate", .ratio, over: .settledSignUps, better: .higherIsBetter,
    "Settled sign-ups that ended with work in the slot ÷ settled sign-ups.")
  static let requests = Metric(
    "signups", .count, over: .settledSignUps, "Settled sign-ups: a volunteer's wishes for a slot each.")
  static let attemptsPerMatch = Metric(
    "attempts_per_match", .ratio, over: .settledSignUps, better: .lowerIsBetter, isShare: false,
    "Attempts of settled sign-ups ÷ their accepted attempts.")
  static let timeToConfirm = Metric(
    "time_to_confirm_s", .seconds, over: .settledSignUps, better: .lowerIsBetter, isDistribution: true,
    "From sign-up to the first confirmation, of the settled sign-ups that ever had one.")

  static func cause(_ cause: ShiftCause) -> Metric {
    let isRefusal = cause == .afterDeadline
    let meaning =
      isRefusal
      ? "Sign-ups that were refused for this cause: \(cause.meaning)"
      : "Settled sign-ups without work in the slot whose final cause was this: \(cause.meaning)"
    return Metric(
      "cause." + cause.rawValue, .count, over: isRefusal ? .refusedSignUps : .settledSignUps, meaning)
  }

  // MARK: - Places

  static let places = Metric(
    "places", .count, over: .allPlaces, "Persons needed: the capacity of every post in every slot, added up.")
  static let placesFilled = Metric(
    "places_filled", .count, over: .allPlaces, better: .higherIsBetter,
    "Places that had a volunteer when the slot began, no-shows among them for whom nobody stepped in.")
  static let placesEmpty = Metric(
    "places_empty", .count, over: .allPlaces, better: .lowerIsBetter,
    "`places` − `places_filled`.")
  static let fillRatio = Metric(
    "fill_ratio", .ratio, over: .allPlaces, better: .higherIsBetter, "`places_filled` ÷ `places`.")
  static let mannedRatio = Metric(
    "manned_ratio", .ratio, over: .allPlaces, better: .higherIsBetter,
    "Places whose volunteer came, or somebody from the reserve ÷ `places`.")
  static let fullShiftsRatio = Metric(
    "full_shifts_ratio", .ratio, over: .allPlaces, better: .higherIsBetter,
    "Shifts, a post in a slot each, without an empty place ÷ shifts that need volunteers.")
  static let slotFillRatio = Metric(
    "slot_fill_ratio", .ratio, over: .allPlaces, better: .higherIsBetter, isDistribution: true,
    "Filled ÷ all places of a slot, over the slots that need volunteers.")
  static let slotMannedRatio = Metric(
    "slot_manned_ratio", .ratio, over: .allPlaces, better: .higherIsBetter, isDistribution: true,
    "Places whose volunteer came, or somebody from the reserve ÷ all places of a slot, over the slots that need volunteers."
  )
  static let postFillRatio = Metric(
    "post_fill_ratio", .ratio, over: .allPlaces, better: .higherIsBetter, isDistribution: true,
    "Filled ÷ all places of a post, over the posts that need volunteers.")
  static let shiftFillRatio = Metric(
    "shift_fill_ratio", .ratio, over: .allPlaces, better: .higherIsBetter, isDistribution: true,
    "Filled ÷ all places of a shift, a post in a slot, over the shifts that need volunteers.")

  // MARK: - Wishes

  /// Returns the metric for the share of volunteers who got their `rank`-th wish.
  static func wishMet(_ rank: Int) -> Metric {
    let direction: Direction? = rank == 1 ? .higherIsBetter : nil
    return Metric(
      "wish_\(rank)_ratio", .ratio, over: .placedSignUps, better: direction,
      "Sign-ups whose place is their wish number \(rank) for the slot ÷ sign-ups with a place.")
  }

  static let wishOther = Metric(
    "wish_other_ratio", .ratio, over: .placedSignUps, better: .lowerIsBetter,
    "Sign-ups whose place was not on their list ÷ sign-ups with a place.")
  static let wishRank = Metric(
    "wish_rank", .ratio, over: .placedSignUps, better: .lowerIsBetter, isDistribution: true, isShare: false,
    "The rank of the place on the list of wishes; one more than the last wish for a place that was not on it."
  )

  // MARK: - Volunteers

  static let volunteers = Metric("volunteers", .count, over: .volunteers, "Volunteers who were not refused.")
  static let volunteersPlaced = Metric(
    "volunteers_placed_ratio", .ratio, over: .volunteers, better: .higherIsBetter,
    "Volunteers with at least one place at the end ÷ volunteers.")
  static let shiftsPerVolunteer = Metric(
    "shifts_per_volunteer", .ratio, over: .volunteers, isDistribution: true, isShare: false,
    "Places at the end, by volunteer.")

  // MARK: - What happened

  static let assigned = Metric(
    "assigned", .count, over: .run, "Places at the end that were given at the deadline.")
  static let moves = Metric(
    "moves", .count, over: .run, better: .lowerIsBetter,
    "Volunteers moved to another post of their slot at the deadline.")
  static let withdrawals = Metric(
    "withdrawals", .count, over: .run, better: .lowerIsBetter,
    "Confirmed sign-ups that were withdrawn before the slot began.")
  static let withdrawnFromAll = Metric(
    "volunteers_withdrawn", .count, over: .run, better: .lowerIsBetter,
    "Volunteers who withdrew from everything.")
  static let noShows = Metric(
    "no_shows", .count, over: .run, better: .lowerIsBetter, "Places whose volunteer did not come.")
  static let changes = Metric(
    "changes", .count, over: .run, "Places that their volunteers changed for better ones.")
  static let refusedChanges = Metric(
    "changes_refused", .count, over: .run, better: .lowerIsBetter,
    "Times that a volunteer asked for a better place, found none, and kept the old one.")
  static let reserve = Metric(
    "reserve", .count, over: .run, "Sign-ups in the reserve of their slot from the deadline on.")
  static let steppedIn = Metric(
    "stepped_in", .count, over: .run, "Places that somebody from the reserve took when the slot began.")
  static let reserveUsed = Metric(
    "reserve_used_ratio", .ratio, over: .run, "`stepped_in` ÷ `reserve`.")
}
