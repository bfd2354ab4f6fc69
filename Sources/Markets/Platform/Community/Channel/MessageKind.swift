/// The kind of a message between the service and a phone; the raw value is used in files.
public enum MessageKind: String, CaseIterable, Sendable {
  /// A request from a passenger to the service.
  case request
  /// An offer to a driver.
  case offer
  /// A driver's answer to an offer.
  case answer
  /// A message to a passenger that a driver is coming.
  case confirmation
  /// A reminder of a coming appointment, to the person who is to come.
  case reminder
  /// A message to a customer that a photo was rejected.
  case photoRejection = "photo_rejection"
  /// A message to a customer that the cards were handed to the carrier.
  case handOver = "hand_over"
  /// The word that the zones of a post are open, on its way to a volunteer who has a place of it.
  case zonesOpen = "zones_open"
}

extension MessageKind {
  /// The meaning of the kind in the carpool market, in one sentence; nil for kinds it does not use.
  public var meaning: String? {
    switch self {
    case .request: "A passenger's request, on its way to the service."
    case .offer: "An offer, on its way to a driver."
    case .answer: "The driver's answer, on its way back."
    case .confirmation: "The notification to the passenger that a driver is coming."
    case .reminder, .photoRejection, .handOver, .zonesOpen: nil
    }
  }

  /// Whether a phone receives it; otherwise a phone sends it.
  public var isToPhone: Bool {
    switch self {
    case .offer, .confirmation, .reminder, .photoRejection, .handOver, .zonesOpen: true
    case .request, .answer: false
    }
  }

  /// The index in lists by kind.
  var place: Int {
    switch self {
    case .request: 0
    case .offer: 1
    case .answer: 2
    case .confirmation: 3
    case .reminder: 4
    case .photoRejection: 5
    case .handOver: 6
    case .zonesOpen: 7
    }
  }
}
