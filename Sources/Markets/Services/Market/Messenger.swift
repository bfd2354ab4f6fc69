public import Community
public import Quantities

/// A message of a job.
public struct JobMessage: Sendable {
  public var job: JobIndex
  public var kind: MessageKind
  /// The provider whose phone it goes to or comes from; `.none` for the phone of a client who is no member.
  public var provider: ProviderIndex
  public var sent: Milliseconds
  public var transit: Transit
}

/// The messages between the service and the phones of providers and clients, and how offers are answered by them.
struct Messenger {
  private var channel: Channel
  private let providers: [Provider]
  private let jobs: [Job]
  /// The keys of clients who come back and are no members.
  private let clientKeys: [UInt64]
  /// True if messages are written down, and the messages that were.
  private let isRecorded: Bool
  private(set) var messages: [JobMessage] = []
  /// The ways of the offers that are open.
  private var exchanges: [JobIndex: OfferExchange] = [:]

  /// Opens the channel of `setup`; nil where it has none.
  init?(_ setup: ServicesSetup) {
    guard let rules = setup.channel else { return nil }
    channel = Channel(rules, random: setup.random)
    providers = setup.providers
    jobs = setup.jobs
    clientKeys = setup.users?.clientKeys ?? []
    isRecorded = setup.recordsMessages
  }

  /// The counts of the messages until now.
  var counts: ChannelCounts { channel.counts }

  /// Sends a message of `kind` to or from the client of `job` at `time`: when the other side has it, `.never` where all tries
  /// are lost.
  mutating func send(_ kind: MessageKind, of job: JobIndex, at time: Milliseconds) -> Milliseconds {
    let phone = phone(ofClient: job)
    let transit = channel.send(kind, user: phone.user, key: phone.key, at: time)
    note(kind, transit, of: job, jobs[job].client, at: time)
    return transit.arrives ?? .never
  }

  /// Offers `job` to `provider` at `time`, who takes `thinking` over it.
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

  /// The way of the offer of `job` that was made last.
  func exchange(of job: JobIndex) -> OfferExchange? { exchanges[job] }

  private func key(of provider: ProviderIndex) -> UInt64 { providers[provider].key }

  /// The phone of a member who requests a job is that of the provider; any other client has one of their own, the same for
  /// all jobs of one who comes back.
  private func phone(ofClient job: JobIndex) -> (user: UserIndex, key: UInt64) {
    let (member, user) = (jobs[job].client, jobs[job].user)
    if member != .none { return (UserIndex(rawValue: member.rawValue), key(of: member)) }
    return user == .none
      ? (UserIndex(providers.count + Int(job)), Self.clientSpace ^ jobs[job].key)
      : (user, Self.clientSpace ^ clientKeys[Int(user) - providers.count])
  }

  /// Sets the keys of clients apart from those of providers.
  private static let clientSpace: UInt64 = 1 << 63

  private mutating func note(
    _ kind: MessageKind, _ transit: Transit, of job: JobIndex, _ provider: ProviderIndex,
    at time: Milliseconds
  ) {
    guard isRecorded else { return }
    messages.append(JobMessage(job: job, kind: kind, provider: provider, sent: time, transit: transit))
  }
}
