public import Metrics
import Quantities
import Statistics
import Tables

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
  /// Returns the part of a summary on messages; nil if there is no channel.
  public func words(of metrics: MessageMetrics) -> String? {
    guard let sent = self[metrics.sent] else { return nil }
    let lost = self[metrics.lost].map { ["\(Words.tenths(ofPercent: $0)) of the tries lost"] } ?? []
    let never = self[metrics.undelivered].map { ["\(Words.tenths(ofPercent: $0)) never delivered"] } ?? []
    return SummaryText.joined([Words.plural(Int(sent), "message")] + lost + never)
  }
}
