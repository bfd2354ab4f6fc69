import Quantities
import Scenario
public import Statistics

/// Accounts that customers open before their payment.
public struct Registration: Hashable, Sendable {
  /// The share of customers without an account who give up when asked to open one.
  public var giveUpShare: Double
  /// The time a customer takes to open one, or to give up, in seconds.
  public var time: Law

  /// Creates rules by which a quarter give up.
  public init(giveUpShare: Double = 0.25, time: Law = .lognormal(median: 180, sigma: 0.8)) {
    self.giveUpShare = giveUpShare
    self.time = time
  }
}

/// Orders that are begun, left as drafts, and finished later or never.
public struct Drafts: Hashable, Sendable {
  /// The share of orders that are left as drafts.
  public var share: Double
  /// The share of drafts that are never finished.
  public var giveUpShare: Double
  /// The time until a draft is finished or given up, in seconds.
  public var time: Law

  /// Creates rules by which two out of five drafts are never finished.
  public init(
    share: Double = 0.2, giveUpShare: Double = 0.4, time: Law = .lognormal(median: 21_600, sigma: 1.5)
  ) {
    self.share = share
    self.giveUpShare = giveUpShare
    self.time = time
  }
}

extension Registration {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "give_up_share", \.giveUpShare, .share,
          "The share of customers without an account who give up when required to open one."),
        Field("time", \.time, .law(), "The time that a customer takes to open an account or to give up."),
      ])
  }
}

extension Drafts {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "share", \.share, .number(.init(lower: 0, upper: 1, includesLower: false)),
          "The share of orders left as drafts, excluding probes."),
        Field("give_up_share", \.giveUpShare, .share, "The share of drafts that are never completed."),
        Field("time", \.time, .law(), "The time until a draft is completed or abandoned."),
      ])
  }
}
