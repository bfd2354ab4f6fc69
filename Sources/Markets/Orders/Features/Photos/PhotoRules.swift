public import Quantities
import Scenario
public import Statistics

/// The rules for the quality of photos, and for the handling of bad ones.
public struct PhotoRules: Hashable, Sendable {
  /// The share of photos, including those sent again, that are too bad to print.
  public var badShare = 0.05
  /// The check of photos before printing; nil: photos are not checked.
  public var check: PhotoCheck?
  /// The share of customers who complain about an order printed from a bad photo.
  public var complaintShare = 0.5
  /// The law of the time to the complaint, counted from the order's last delivery, or from its hand-over if deliveries
  /// are not simulated.
  public var complaintDelay = Law.fixed(86_400)

  public init() {}

  /// Whether photo checks take place around the clock; true if photos are not checked.
  var isAlwaysOpen: Bool { check?.hours.isAlways ?? true }
}

/// The check of the photo of each paid order by people, who reject the photos that they find bad.
public struct PhotoCheck: Hashable, Sendable {
  /// The number of people who work in parallel, each checking one photo at a time, in order of arrival.
  public var servers: Int32 = 1
  public var hours = WeeklyHours.always
  /// The law of the duration of a check.
  public var service = ServiceLaw(.exponential, mean: Milliseconds(30_000))
  /// The share of bad photos that are detected; good photos are never rejected.
  public var foundShare = 0.9
  /// The time that the customer of a rejected photo takes to send another or give up, in seconds.
  public var answer = Law.lognormal(median: 14_400, sigma: 1)
  /// The share of these customers who give up; their orders are then cancelled.
  public var giveUpShare = 0.15

  public init() {}

  /// The check, as a station before the line.
  var station: Station {
    Station(name: "photos", servers: servers, hours: hours, service: service, unit: .order)
  }
}

extension Field<OrdersFields> {
  /// The field that enables photo quality and checks.
  static var photos: Self {
    Self(
      "photos", \.photos, orAbsent: .object(PhotoRules.members),
      "The quality of photos and the handling of bad ones. `null`: all photos are printed.")
  }
}

extension PhotoRules {
  static var members: Members<Self> {
    let nobodyComplains = "nobody complains about bad photos (`complaint_share` is 0)"
    return Members(
      Self(),
      [
        Field(
          "bad_share", \.badShare, .number(.init(lower: 0, upper: 1, includesLower: false)),
          "The share of photos that are bad, including resubmitted ones."),
        Field(
          "check", \.check, Shape.object(PhotoCheck.members).orNull,
          "The check of each photo before printing. `null`: no check."),
        Field(
          "complaint_share", \.complaintShare, .share,
          "The share of customers who complain about cards printed from a bad photo; all cards of the order are then reprinted."
        ).idle("every bad photo is detected (`check.found_share` is 1)") { $0.check?.foundShare == 1 },
        Field(
          "complaint_delay", \.complaintDelay, .law(),
          "The time to the complaint from the hand-over or, with `delivery`, from the arrival of the last card."
        ).idle("every bad photo is detected (`check.found_share` is 1)") { $0.check?.foundShare == 1 }
          .idle(nobodyComplains) { $0.complaintShare == 0 },
      ])
  }
}

extension PhotoCheck {
  static var members: Members<Self> {
    let nothingFound = "no bad photo is detected (`found_share` is 0)"
    return Members(
      Self(),
      [
        Field(
          "servers", \.servers, .integer(1, to: 1_000_000), "The number of checkers working in parallel."),
        Field("hours", \.hours, WeeklyHours.shape, "The weekly working hours; by default always."),
        Field("service", \.service, .object(ServiceLaw.members), "The service time per photo."),
        Field(
          "found_share", \.foundShare, .share,
          "The share of bad photos detected and sent back; good photos are never sent back."),
        Field(
          "answer", \.answer, .law(),
          "The time that a customer takes to resubmit a photo or to give up; the promise is suspended meanwhile."
        ).idle(nothingFound) { $0.foundShare == 0 },
        Field(
          "give_up_share", \.giveUpShare, .share,
          "The share of customers who give up instead of resubmitting; the order is cancelled and its credits are refunded."
        ).idle(nothingFound) { $0.foundShare == 0 },
      ])
  }
}
