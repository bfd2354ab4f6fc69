/// The kind of a message between the service and a phone; the raw value is the name in files.
public enum MessageKind: String, CaseIterable, Sendable {
  /// A passenger's request, on its way to the service.
  case request
  /// An offer, on its way to a driver.
  case offer
  /// The driver's answer, on its way back.
  case answer
  /// The word that a driver comes, on its way to the passenger.
  case confirmation
  /// The word that what was agreed is near, on its way to whoever is to come.
  case reminder
  /// The word that a photo was sent back, on its way to the customer.
  case photoRejection = "photo_rejection"
  /// The word that cards were handed over to the carrier, on its way to the customer.
  case handOver = "hand_over"
  /// The word that the zones of a post are open, on its way to a volunteer who has a place of it.
  case zonesOpen = "zones_open"
}

extension MessageKind {
  /// The meaning of the kind where drivers take passengers, in one sentence; nil of what is not sent there.
  public var meaning: String? {
    switch self {
    case .request: "A passenger's request, on its way to the service."
    case .offer: "An offer, on its way to a driver."
    case .answer: "The driver's answer, on its way back."
    case .confirmation: "That a driver comes, on its way to the passenger."
    case .reminder, .photoRejection, .handOver, .zonesOpen: nil
    }
  }

  /// True if a phone is to receive it; otherwise a phone sends it.
  public var isToPhone: Bool {
    switch self {
    case .offer, .confirmation, .reminder, .photoRejection, .handOver, .zonesOpen: true
    case .request, .answer: false
    }
  }

  /// The place in lists by kind.
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
