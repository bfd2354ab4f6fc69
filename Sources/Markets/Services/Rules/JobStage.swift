public import Lifecycle

/// The stages a provider has to pass to get a job, in order; columns, causes and words are derived from this list.
public enum JobStage: Int, FunnelStage {
  case offer
  case area
  case hours
  case budget
  case rating
  case freeTime
  case credit

  public var words: StageWords<JobCause> {
    switch self {
    case .offer:
      StageWords(
        name: "offer", cause: .notOffered, column: "offering",
        count: "Validated providers who offer the category and the task, except those who declined.",
        meaning: "The provider is validated and offers the category and the task.", left: "offering it",
        nobody: "no validated provider offered the category and the task",
        remedy: "more providers of the category, or a shorter validation delay")
    case .area:
      StageWords(
        name: "area", cause: .outOfArea, column: "in_area",
        count: "The number of these whose area contains the place, within the search radius of their base.",
        meaning: "The area holds the place, within the search radius of the base.",
        left: "in whose area it lies", nobody: "the place was outside the areas of all providers of the task",
        remedy: "a larger matching.radius_m, or larger areas")
    case .hours:
      StageWords(
        name: "hours", cause: .outsideHours, column: "in_hours",
        count: "The number of these who work long enough without interruption in the window.",
        meaning: "The hours hold the estimated duration in the window.", left: "working then",
        nobody: "none of them worked long enough at a stretch in the window",
        remedy: "wider windows, or longer working hours")
    case .budget:
      StageWords(
        name: "budget", cause: .overBudget, column: "within_budget",
        count: "The number of these whose price for the estimated hours is within the budget.",
        meaning: "The price for the estimated hours keeps to the budget.", left: "within the budget",
        nobody: "all of them charged more than the budget", remedy: "larger budgets, or lower prices")
    case .rating:
      StageWords(
        name: "rating", cause: .rating, column: "well_rated",
        count: "The number of these with at least the minimum rating.",
        meaning: "The rating shown is at least the one that the client asks for.", left: "rated well enough",
        nobody: "none of them had the rating that the client requires", remedy: "lower least ratings")
    case .freeTime:
      StageWords(
        name: "free_time", cause: .noFreeTime, column: "with_free_time",
        count: "The number of these with a gap in the calendar for the job and the travel to and from it.",
        meaning: "The calendar has a gap for the job and the ways to and from it.", left: "with time for it",
        nobody: "no calendar of theirs had a gap for the job and the ways",
        remedy: "wider windows, more providers, a larger matching.book_ahead_s, or matching.waiting_list")
    case .credit:
      StageWords(
        name: "credit", cause: .noCredit, column: "with_credit",
        count: "The number of these whom the client can pay without falling below the minimum balance.",
        meaning: "The client keeps the least balance after paying.", left: "that the client can pay",
        nobody: "the client's balance would have fallen below the least one",
        remedy: "a lower settlement.credit_floor_s, or more hours at the start")
    }
  }

}
