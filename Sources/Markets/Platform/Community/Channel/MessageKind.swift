public import Metrics
import Quantities
import Statistics
public import Tables

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
  /// A reminder of an upcoming appointment, to the person expected.
  case reminder
  /// A message to a customer that a photo was rejected.
  case photoRejection = "photo_rejection"
  /// A message to a customer that the cards were handed to the carrier.
  case handOver = "hand_over"
  /// A message to a volunteer who has a place at a post, saying that the post's zones are open.
  case zonesOpen = "zones_open"
}

extension MessageKind {
  /// The meaning of the kind in the carpool market, in one sentence; nil for kinds it does not use.
  public var meaning: String? {
    switch self {
    case .request: "A passenger's request, on its way to the service."
    case .offer: "An offer, on its way to the driver."
    case .answer: "The driver's answer, on its way back."
    case .confirmation: "The notification to the passenger that a driver is coming."
    case .reminder, .photoRejection, .handOver, .zonesOpen: nil
    }
  }

  /// Whether phones receive messages of this kind; otherwise phones send them.
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

/// The figures of messages between the service and the phones.
public struct MessageMetrics: Sendable {
  public let sent: Metric
  public let lost: Metric
  public let undelivered: Metric

  public init(over population: Metric.Population) {
    sent = Metric("messages", .count, over: population, "Messages sent between the service and the phones.")
    lost = Metric(
      "messages_lost", .ratio, over: population, better: .lowerIsBetter,
      "Lost transmissions ÷ transmissions; messages are retransmitted as specified by the scenario.")
    undelivered = Metric(
      "messages_undelivered", .ratio, over: population, better: .lowerIsBetter,
      "Messages with all transmissions lost ÷ messages.")
  }
}

extension MessageCounts {
  /// The share of tries that were lost; nil if there were none.
  public var lostShare: Double? { tries > 0 ? Double(lostTries) / Double(tries) : nil }

  /// The share of messages whose tries were all lost; nil if there were none.
  public var undeliveredShare: Double? { messages > 0 ? Double(undelivered) / Double(messages) : nil }
}

extension Figures {
  /// Returns the summary text on messages; nil if there is no channel.
  public func words(of metrics: MessageMetrics) -> String? {
    guard let sent = self[metrics.sent] else { return nil }
    let lost = self[metrics.lost].map { ["\(Words.tenths(ofPercent: $0)) of the transmissions lost"] } ?? []
    let never = self[metrics.undelivered].map { ["\(Words.tenths(ofPercent: $0)) never delivered"] } ?? []
    return SummaryText.joined([Words.plural(Int(sent), "message")] + lost + never)
  }
}

extension Column {
  /// Returns the columns of a message's transit.
  public static func ofTransit(_ take: @escaping @Sendable (Row) -> MessageTransit) -> [Column] {
    [
      .count("tries", "The number of transmissions.") { take($0).tries },
      .count("lost", "The number of lost transmissions.") { take($0).lost },
      .seconds("left_s", "The time of the last transmission; later than sent_s if the phone was offline.") {
        take($0).left
      },
      .seconds("arrived_s", "The time of receipt; empty if all transmissions were lost.") {
        take($0).arrives
      },
    ]
  }
}
