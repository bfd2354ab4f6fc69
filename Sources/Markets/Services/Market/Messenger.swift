public import Community
public import Quantities

/// A message about a job.
public struct JobMessage: Sendable {
  public var job: JobIndex
  public var kind: MessageKind
  /// The provider whose phone sends or receives it; `.none` for the phone of a client who is not a member.
  public var provider: ProviderIndex
  public var sent: Milliseconds
  public var transit: MessageTransit
}

/// The messages between the service and the phones of providers and clients, and the exchanges of offers and answers.
struct Messenger {
  private var channel: Channel
  private let providers: [Provider]
  private let jobs: [Job]
  /// The keys of returning clients who are not members.
  private let clientKeys: [UInt64]
  /// Whether messages are recorded, and the recorded messages.
  private let isRecorded: Bool
  private(set) var messages: [JobMessage] = []
  /// The exchange of the last offer of each job.
  private var exchanges: [JobIndex: OfferExchange] = [:]

  /// Creates the messenger of `setup`; nil if it has no channel.
  init?(_ setup: ServicesSetup) {
    guard let rules = setup.channel else { return nil }
    channel = Channel(rules, random: setup.random)
    providers = setup.providers
    jobs = setup.jobs
    clientKeys = setup.users?.clientKeys ?? []
    isRecorded = setup.recordsMessages
  }

  /// The message counts so far.
  var counts: ChannelCounts { channel.counts }

  /// Sends a message of `kind` to or from the client of `job` at `time`; returns its arrival time, `.never` if all
  /// transmissions are lost.
  mutating func send(_ kind: MessageKind, of job: JobIndex, at time: Milliseconds) -> Milliseconds {
    let phone = phone(ofClient: job)
    let transit = channel.send(kind, user: phone.user, key: phone.key, at: time)
    note(kind, transit, of: job, jobs[job].client, at: time)
    return transit.arrives ?? .never
  }

  /// Offers `job` at `time` to `provider`, who takes `thinking` to decide.
  mutating func offer(
    _ job: JobIndex, to provider: ProviderIndex, thinking: Milliseconds, at time: Milliseconds
  ) {
    let exchange = channel.exchange(
      with: UserIndex(rawValue: provider.rawValue), key: key(of: provider), thinking: thinking,
      limit: channel.rules.offerTimeout, at: time)
    note(.offer, exchange.offer, of: job, provider, at: time)
    if let (sent, transit) = exchange.answer { note(.answer, transit, of: job, provider, at: sent) }
    exchanges[job] = exchange
  }

  /// Returns the exchange of the last offer of `job`.
  func exchange(of job: JobIndex) -> OfferExchange? { exchanges[job] }

  private func key(of provider: ProviderIndex) -> UInt64 { providers[provider].key }

  /// Returns the phone of a job's client. A member's phone is the one they use as a provider; a returning client has
  /// the same phone for all jobs.
  private func phone(ofClient job: JobIndex) -> (user: UserIndex, key: UInt64) {
    let (member, user) = (jobs[job].client, jobs[job].user)
    if member != .none { return (UserIndex(rawValue: member.rawValue), key(of: member)) }
    return user == .none
      ? (UserIndex(providers.count + Int(job)), Self.clientSpace ^ jobs[job].key)
      : (user, Self.clientSpace ^ clientKeys[Int(user) - providers.count])
  }

  /// A bit that distinguishes the keys of clients from those of providers.
  private static let clientSpace: UInt64 = 1 << 63

  private mutating func note(
    _ kind: MessageKind, _ transit: MessageTransit, of job: JobIndex, _ provider: ProviderIndex,
    at time: Milliseconds
  ) {
    guard isRecorded else { return }
    messages.append(JobMessage(job: job, kind: kind, provider: provider, sent: time, transit: transit))
  }
}
