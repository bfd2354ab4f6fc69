import Quantities
import Scenario
import Statistics

extension PhotoRules {
  static var members: Members<Self> {
    let nobodyComplains = "no bad photo is ever complained about (`complaint_share` is 0)"
    return Members(
      Self(),
      [
        Field(
          "bad_share", \.badShare, .number(.init(lower: 0, upper: 1, includesLower: false)),
          "The share of photos that are bad, those sent again likewise."),
        Field(
          "check", \.check, Shape.object(PhotoCheck.members).orNull,
          "The persons who look at each photo before anything is printed; `null` prints all."),
        Field(
          "complaint_share", \.complaintShare, .share,
          "The share of customers who complain about cards printed from a bad photo; all are printed again then."
        ).idle("every bad photo is found (`check.found_share` is 1)") { $0.check?.foundShare == 1 },
        Field(
          "complaint_delay", \.complaintDelay, .law(),
          "From the hand-over, or with `delivery` from the last card's letter box, to the complaint."
        ).idle("every bad photo is found (`check.found_share` is 1)") { $0.check?.foundShare == 1 }
          .idle(nobodyComplains) { $0.complaintShare == 0 },
      ])
  }
}

extension PhotoCheck {
  static var members: Members<Self> {
    let nothingFound = "no bad photo is ever found (`found_share` is 0)"
    return Members(
      Self(),
      [
        Field("servers", \.servers, .integer(1, to: 1_000_000), "How many persons look side by side."),
        Field("hours", \.hours, WeeklyHours.shape, "When they work, the same every week; by default always."),
        Field("service", \.service, .object(ServiceLaw.members), "How long a person takes for a photo."),
        Field(
          "found_share", \.foundShare, .share,
          "The share of bad photos that are found and sent back; a good one never is."),
        Field(
          "answer", \.answer, .law(),
          "How long the customer of a photo that was sent back takes to send another or to give up; the promise rests."
        ).idle(nothingFound) { $0.foundShare == 0 },
        Field(
          "give_up_share", \.giveUpShare, .share,
          "The share of these customers who give up: the order is cancelled, its credits come back."
        ).idle(nothingFound) { $0.foundShare == 0 },
      ])
  }
}
