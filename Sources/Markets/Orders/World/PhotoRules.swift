public import Quantities
public import Statistics

/// The rules on the quality of the photos of orders, and on what becomes of bad ones.
public struct PhotoRules: Hashable, Sendable {
  /// The share of photos that are too bad to be printed, those sent again likewise.
  public var badShare = 0.05
  /// The persons who look at photos before anything is printed; nil prints all that comes.
  public var check: PhotoCheck?
  /// The share of customers who complain about an order that was printed from a bad photo.
  public var complaintShare = 0.5
  /// The law of the time from the hand-over of the order, or from its last card's delivery where those are followed, to the
  /// complaint.
  public var complaintDelay = Law.fixed(86_400)

  public init() {}
}

/// Persons who look at the photo of each paid order and send back what they find bad.
public struct PhotoCheck: Hashable, Sendable {
  /// The number of people who look side by side, each at one photo after the other, in the order in which they came.
  public var servers: Int32 = 1
  public var hours = WeeklyHours.always
  /// The time that a person takes.
  public var service = ServiceLaw(.exponential, mean: Milliseconds(30_000))
  /// The share of bad photos that are found; a good one is never sent back.
  public var foundShare = 0.9
  /// The time that the customer of a photo that was sent back takes to send another, or to give up, in seconds.
  public var answer = Law.lognormal(median: 14_400, sigma: 1)
  /// The share of them who give up; the order is cancelled then.
  public var giveUpShare = 0.15

  public init() {}

  /// The persons as a station in front of the line.
  var station: Station {
    Station(name: "photos", servers: servers, hours: hours, service: service, unit: .order)
  }
}
