import Metrics
import Statistics
import Tables

// MARK: - Whom figures are over

extension Metric.Population {
  static let settledSignUps = Self(
    "settled sign-ups",
    "Sign-ups with a wish, submitted from the warm-up's end on, neither refused nor in progress at the end."
  )
  static let placedSignUps = Self(
    "sign-ups with a place", "Sign-ups, with a wish or without, that had a place when the slot began.")
  static let refusedSignUps = Self("refused sign-ups", "Sign-ups that could not take part.")
  static let volunteers = Self("volunteers", "Volunteers who were not refused.")
  static let allPlaces = Self("places", "The places of all posts in all slots, one person per slot each.")
  static let run = Self("the run", "The whole run, including the warm-up.")
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
    "signups", .count, over: .settledSignUps, "Settled sign-ups, each a volunteer's wishes for one slot.")
  static let attemptsPerMatch = Metric(
    "attempts_per_match", .ratio, over: .settledSignUps, better: .lowerIsBetter, isShare: false,
    "Attempts of settled sign-ups ÷ their accepted attempts.")
  static let timeToConfirm = Metric(
    "time_to_confirm_s", .seconds, over: .settledSignUps, better: .lowerIsBetter, isDistribution: true,
    "The time from sign-up to the first confirmation, for settled sign-ups with one.")

  static func cause(_ cause: ShiftCause) -> Metric {
    let isRefusal = cause == .afterDeadline
    let meaning =
      isRefusal
      ? "Sign-ups that were refused for this cause: \(cause.meaning)"
      : "Settled sign-ups without work in the slot, with this final cause: \(cause.meaning)"
    return Metric(
      "cause." + cause.rawValue, .count, over: isRefusal ? .refusedSignUps : .settledSignUps, meaning)
  }

  // MARK: - Places

  static let places = Metric(
    "places", .count, over: .allPlaces,
    "The number of persons needed: the total capacity of all posts in all slots.")
  static let placesFilled = Metric(
    "places_filled", .count, over: .allPlaces, better: .higherIsBetter,
    "Places with a volunteer when the slot began, including no-shows without replacement.")
  static let placesEmpty = Metric(
    "places_empty", .count, over: .allPlaces, better: .lowerIsBetter,
    "`places` − `places_filled`.")
  static let fillRatio = Metric(
    "fill_ratio", .ratio, over: .allPlaces, better: .higherIsBetter, "`places_filled` ÷ `places`.")
  static let mannedRatio = Metric(
    "manned_ratio", .ratio, over: .allPlaces, better: .higherIsBetter,
    "Places whose volunteer, or a replacement from the reserve, came ÷ `places`.")
  static let fullShiftsRatio = Metric(
    "full_shifts_ratio", .ratio, over: .allPlaces, better: .higherIsBetter,
    "Shifts (a post in a slot) without vacancies ÷ shifts that need volunteers.")
  static let slotFillRatio = Metric(
    "slot_fill_ratio", .ratio, over: .allPlaces, better: .higherIsBetter, isDistribution: true,
    "The share of filled places per slot, over the slots that need volunteers.")
  static let slotMannedRatio = Metric(
    "slot_manned_ratio", .ratio, over: .allPlaces, better: .higherIsBetter, isDistribution: true,
    "The share of places per slot whose volunteer, or a replacement from the reserve, came, over the slots that need volunteers."
  )
  static let postFillRatio = Metric(
    "post_fill_ratio", .ratio, over: .allPlaces, better: .higherIsBetter, isDistribution: true,
    "The share of filled places per post, over the posts that need volunteers.")
  static let shiftFillRatio = Metric(
    "shift_fill_ratio", .ratio, over: .allPlaces, better: .higherIsBetter, isDistribution: true,
    "The share of filled places per shift (a post in a slot), over the shifts that need volunteers.")

  // MARK: - Wishes

  /// Returns the metric for the share of sign-ups that got their `rank`-th wish.
  static func wishMet(_ rank: Int) -> Metric {
    let direction: Direction? = rank == 1 ? .higherIsBetter : nil
    return Metric(
      "wish_\(rank)_ratio", .ratio, over: .placedSignUps, better: direction, title: "Wish \(rank) met",
      "Sign-ups whose place is their wish number \(rank) for the slot ÷ sign-ups with a place.")
  }

  static let wishOther = Metric(
    "wish_other_ratio", .ratio, over: .placedSignUps, better: .lowerIsBetter,
    title: "Place not wished for",
    "Sign-ups whose place was not on their list ÷ sign-ups with a place.")
  static let wishRank = Metric(
    "wish_rank", .ratio, over: .placedSignUps, better: .lowerIsBetter, isDistribution: true, isShare: false,
    "The rank of the place on the wish list; for a place not on it, one more than the rank of the last wish."
  )

  // MARK: - Volunteers

  static let volunteers = Metric("volunteers", .count, over: .volunteers, "Volunteers who were not refused.")
  static let volunteersPlaced = Metric(
    "volunteers_placed_ratio", .ratio, over: .volunteers, better: .higherIsBetter,
    "Volunteers with at least one place at the end ÷ volunteers.")
  static let shiftsPerVolunteer = Metric(
    "shifts_per_volunteer", .ratio, over: .volunteers, isDistribution: true, isShare: false,
    "The number of places per volunteer at the end.")

  // MARK: - What happened

  static let assigned = Metric(
    "assigned", .count, over: .run, "Places at the end that were assigned at the deadline.")
  static let moves = Metric(
    "moves", .count, over: .run, better: .lowerIsBetter,
    "Volunteers moved to another post of their slot at the deadline.")
  static let withdrawals = Metric(
    "withdrawals", .count, over: .run, better: .lowerIsBetter,
    "Confirmed sign-ups that were withdrawn before the slot began.")
  static let withdrawnFromAll = Metric(
    "volunteers_withdrawn", .count, over: .run, better: .lowerIsBetter,
    "Volunteers who withdrew from all shifts.")
  static let noShows = Metric(
    "no_shows", .count, over: .run, better: .lowerIsBetter, "Places with a no-show.")
  static let changes = Metric(
    "changes", .count, over: .run, "Places exchanged by their volunteers for better ones.")
  static let refusedChanges = Metric(
    "changes_refused", .count, over: .run, better: .lowerIsBetter,
    "Unsuccessful requests for a better place, after which the old one was kept.")
  static let reserve = Metric(
    "reserve", .count, over: .run, "Sign-ups in the reserve of their slot from the deadline on.")
  static let steppedIn = Metric(
    "stepped_in", .count, over: .run, "Places taken by reserve volunteers when the slot began.")
  static let reserveUsed = Metric(
    "reserve_used_ratio", .ratio, over: .run, "`stepped_in` ÷ `reserve`.")
}
