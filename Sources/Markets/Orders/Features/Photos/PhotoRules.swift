public import Quantities
import Scenario
public import Statistics

/// The rules on the quality of photos, and on what happens to bad ones.
public struct PhotoRules: Hashable, Sendable {
  /// The share of photos that are too bad to print, including those sent again.
  public var badShare = 0.05
  /// The check of photos before anything is printed; if nil, everything is printed.
  public var check: PhotoCheck?
  /// The share of customers who complain about an order printed from a bad photo.
  public var complaintShare = 0.5
  /// The law of the time to the complaint, from the hand-over of the order or, if deliveries are simulated, from
  /// its last delivery.
  public var complaintDelay = Law.fixed(86_400)

  public init() {}

  /// Whether photos are checked at any hour.
  var isAlwaysOpen: Bool { check?.hours.isAlways ?? true }
}

/// People who check the photo of each paid order and reject those they find bad.
public struct PhotoCheck: Hashable, Sendable {
  /// The number of people who work in parallel, each checking one photo at a time, in order of arrival.
  public var servers: Int32 = 1
  public var hours = WeeklyHours.always
  /// The time a check takes.
  public var service = ServiceLaw(.exponential, mean: Milliseconds(30_000))
  /// The share of bad photos that are detected; a good one is never rejected.
  public var foundShare = 0.9
  /// The time the customer of a rejected photo takes to send another or give up, in seconds.
  public var answer = Law.lognormal(median: 14_400, sigma: 1)
  /// The share of these customers who give up; the order is then cancelled.
  public var giveUpShare = 0.15

  public init() {}

  /// The check as a station before the line.
  var station: Station {
    Station(name: "photos", servers: servers, hours: hours, service: service, unit: .order)
  }
}

extension Field<OrdersFields> {
  /// The field that switches photos on.
  static var photos: Self {
    Self(
      "photos", \.photos, orAbsent: .object(PhotoRules.members),
      "How good the photos of orders are, and what becomes of bad ones; `null` prints all.")
  }
}

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
