import Community
import Lifecycle
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

/// The state of the users behind drivers and requests in a run; a class, so that runs without users carry only a
/// pointer.
final class Society {
  let setup: SocietySetup
  private var channel: Channel?
  private var cashier: Cashier?
  private var ratings: Ratings?
  private var churn: Churn?
  private var invitations: Invitations?
  private let friends: FriendGraph?
  private let wishes: [SocialWishes]
  private let verification: Verification?
  /// The results of all applications for verification; nil if users are verified without applications.
  private var applications: Verification.Outcome?
  /// The time from which each user is verified; nil before registration.
  private var verified: [Milliseconds?]
  /// The time at which each user left the service.
  private var left: [Milliseconds?]
  /// The promised pickup time of each matched request.
  private var promised: [Milliseconds]
  private var refusals = 0
  private let requests: [Request]
  private let requestNames: Names
  /// Whether the messages of each request are recorded, by request index; empty if none are.
  private let explained: [Bool]
  private let recordsMessages: Bool
  private(set) var messages: [MessageRecord] = []
  private let recordsReviews: Bool
  private let recordsFriendships: Bool
  private(set) var reviews: [ReviewRecord] = []
  private var moderation: Moderation?
  /// The moderated reviews, in the order of writing.
  private(set) var moderated: [ModeratedReview] = []
  /// Each user's trips as a driver; only filled if there are ratings.
  private var driversOf: [[DriverIndex]] = []

  init?(_ run: SimulationSetup) {
    guard let setup = run.society else { return nil }
    let random = run.rules.random
    self.setup = setup
    requests = run.requests
    requestNames = run.requestNames
    explained = run.observation.explained?.requests ?? []
    recordsMessages = run.observation.recordsMessages
    recordsReviews = run.observation.recordsReviews
    recordsFriendships = run.observation.recordsFriendships
    channel = setup.channel.map { Channel($0, random: random) }
    cashier = setup.money.map { Cashier($0, users: setup.users, random: random) }
    ratings = setup.ratings.map { Ratings($0, users: setup.users, random: random) }
    moderation = setup.ratings?.moderation.map { Moderation($0, phase: setup.phase, random: random) }
    churn = setup.churn.map { Churn($0, users: setup.users, random: random) }
    verification = setup.verification.map { Verification($0, random: random) }
    friends = setup.friendship.map { rules in
      switch rules.network {
      case .wattsStrogatz(let neighbours, let rewiring):
        FriendGraph(users: setup.users, neighbours: neighbours, rewiring: rewiring, random: random)
      case .recorded: FriendGraph(users: setup.users, pairs: setup.friends ?? [])
      }
    }
    invitations = setup.friendship?.invitations.map {
      Invitations($0, keys: setup.keys, random: random)
    }
    wishes =
      setup.friendship == nil && setup.ratings == nil
      ? []
      : setup.keys.map {
        SocialWishes(ofUser: $0, friends: setup.friendship, ratings: setup.ratings, random: random)
      }
    verified = Array(repeating: nil, count: setup.users)
    left = Array(repeating: nil, count: setup.users)
    promised = Array(repeating: .never, count: setup.ofRequest.count)
    guard ratings != nil else { return }
    driversOf = Array(repeating: [], count: setup.users)
    for (driver, user) in setup.ofDriver.enumerated() { driversOf[Int(user)].append(DriverIndex(driver)) }
  }

  func user(_ driver: DriverIndex) -> UserIndex { setup.ofDriver[Int(driver)] }
  func user(_ request: RequestIndex) -> UserIndex { setup.ofRequest[Int(request)] }
  private func key(_ user: UserIndex) -> UInt64 { setup.keys[Int(user)] }

  /// The records of the users at the end of the run.
  var records: SocietyRecords {
    SocietyRecords(
      setup: setup, verified: verified, left: left, entries: cashier?.ledger.entries ?? [],
      balances: cashier.map { cashier in
        (0..<setup.users).map { cashier.ledger.balance(of: .wallet(UserIndex($0))) }
      },
      paysByWallet: cashier.map { cashier in (0..<setup.users).map { cashier.paysByWallet(UserIndex($0)) } },
      messages: channel?.counts, walletRefusals: refusals,
      milliStars: ratings.map { ratings in (0..<setup.users).map { ratings.milliStars(of: UserIndex($0)) } },
      reviews: ratings.map { ratings in (0..<setup.users).map { ratings.count(of: UserIndex($0)) } },
      friends: friends.map { friends in (0..<setup.users).map { friends.degree(of: UserIndex($0)) } },
      invitations: invitations, applications: applications?.applications,
      moderated: moderation.map { _ in moderated })
  }

  /// All friendships, in order and without duplicates; empty if they are not recorded.
  var friendships: [FriendGraph.Edge] { recordsFriendships ? friends?.edges ?? [] : [] }

  // MARK: - Who is known

  /// Computes the decisions on the applications of all users who register: drivers at `arrivals`, passengers when they
  /// submit requests.
  func decideApplications(driversAt arrivals: [Milliseconds?]) {
    guard let verification, let rules = verification.rules.applications else { return }
    var registrations = [Milliseconds?](repeating: nil, count: setup.users)
    func register(_ user: UserIndex, at time: Milliseconds) {
      registrations[Int(user)] = min(registrations[Int(user)] ?? .never, time)
    }
    for (driver, arrival) in arrivals.enumerated() {
      if let arrival { register(setup.ofDriver[driver], at: arrival) }
    }
    for request in requests.places where requests[request].refusal == nil {
      register(user(request), at: max(.zero, requests[request].submit))
    }
    applications = verification.outcome(
      of: registrations, keys: setup.keys, by: rules, phase: setup.phase)
  }

  /// Registers `user` at `time`, unless already registered; returns the time from which they are verified.
  @discardableResult
  private func register(_ user: UserIndex, at time: Milliseconds) -> Milliseconds {
    if let known = verified[Int(user)] { return known }
    let moment =
      applications.map { $0.verified[Int(user)] ?? .never }
      ?? verification?.moment(ofUser: key(user), registered: time) ?? .zero
    verified[Int(user)] = moment
    return moment
  }

  func register(_ request: RequestIndex, at time: Milliseconds) { register(user(request), at: time) }

  /// Returns the time from which `driver`, who arrives at `time`, may be offered to passengers; `.never` if they have
  /// left the service or have no account.
  func offered(_ driver: DriverIndex, from time: Milliseconds) -> Milliseconds? {
    hasLeft(driver) || !hasAccount(user(driver)) ? .never : max(time, register(user(driver), at: time))
  }

  func hasLeft(_ driver: DriverIndex) -> Bool { churn?.hasLeft(user(driver)) ?? false }
  func hasLeft(_ request: RequestIndex) -> Bool { churn?.hasLeft(user(request)) ?? false }

  private func hasAccount(_ user: UserIndex) -> Bool { invitations?.hasAccount(user) ?? true }

  /// Returns the reason `request` is never submitted; nil if it is.
  func absence(of request: RequestIndex) -> Cause? {
    if hasLeft(request) { return .leftService }
    return hasAccount(user(request)) ? nil : .noAccount
  }

  /// Returns the reason `request` may not search for a driver at `time`; nil if it may.
  func obstacle(to request: RequestIndex, at time: Milliseconds) -> Cause? {
    guard let moment = verified[Int(user(request))], moment > time else { return nil }
    return .notVerified
  }

  /// Handles a request that ended without a ride because of a service failure.
  func failed(_ request: RequestIndex, at time: Milliseconds) {
    guard !requests[request].isProbe else { return }
    settle(request, success: false, at: time)
  }

  private func settle(_ request: RequestIndex, success: Bool, at time: Milliseconds) {
    guard churn?.settle(user(request), success: success, request: key(request)) == true else { return }
    left[Int(user(request))] = time
  }

  private func key(_ request: RequestIndex) -> UInt64 { requestNames.key(of: requests[request].id) }
}

// MARK: - Money and stars

extension Society {
  /// Whether rides are paid for.
  var hasMoney: Bool { cashier != nil }

  func amount(_ fare: Fare) -> Int64 {
    switch fare {
    case .amount(let amount): amount
    case .distance(let index, let request, let most):
      min(
        most,
        cashier?.price(
          metres: request.direct.metres, recorded: setup.prices.isEmpty ? 0 : setup.prices[Int(index)]) ?? 0)
        * Int64(request.partySize)
    }
  }

  /// Returns the reason the passenger cannot pay `fare`, even after topping up; nil if they can.
  func objection(to fare: Fare, for call: Call) -> Cause? {
    let request = call.request
    guard !requests[request].isProbe, cashier != nil else { return nil }
    let needed = amount(fare)
    let user = user(request)
    let (cycle, attempt) = (Int(call.cycle), Int(call.attempt))
    cashier?.borrow(
      for: user, from: (friends?.friends(of: user) ?? []).lazy.filter(self.takesPart), request: request,
      key: key(request), cycle: cycle, attempt: attempt, needed: needed, at: call.time)
    let can =
      cashier?.topUp(
        user, request: request, key: key(request), cycle: cycle, attempt: attempt, needed: needed,
        at: call.time) ?? true
    if !can { refusals += 1 }
    return can ? nil : .noFunds
  }

  /// Returns whether `user` has an account and has not left the service.
  private func takesPart(_ user: UserIndex) -> Bool {
    hasAccount(user) && churn?.hasLeft(user) != true
  }

  /// Returns the money available for `request`; nil for no limit.
  func funds(of request: RequestIndex) -> Int64? { cashier?.funds(of: user(request)) }

  /// Returns the reason the passenger of `request` can no longer pay `fare`; nil if they still can.
  func lapse(of request: RequestIndex, _ fare: Fare) -> Cause? {
    (funds(of: request) ?? .max) >= amount(fare) ? nil : .noFunds
  }

  /// Handles a match: the fare is held, and the passenger is informed.
  func agree(
    _ request: RequestIndex, pickup: Milliseconds, fare: Fare, at time: Milliseconds
  ) {
    promised[Int(request)] = pickup
    let amount = amount(fare)
    cashier?.hold(request, passenger: user(request), amount: amount, at: time)
    _ = send(.confirmation, user: user(request), of: request, at: time)
  }

  /// Releases or refunds the fare of an agreed ride that is cancelled.
  func callOff(
    _ request: RequestIndex, _ driver: DriverIndex, _ reason: Cancellation, at time: Milliseconds
  ) {
    switch reason {
    case .byProvider: cashier?.release(request, at: time)
    case .byRequester:
      let lead = max(.zero, promised[Int(request)] - time)
      _ = cashier?.refund(request, lead: lead, driver: user(driver), at: time)
    }
  }

  /// Settles a ride after the drop-off: the driver is paid, and both sides rate each other.
  ///
  /// - Parameter most: the maximum price of the ride.
  func settle(
    _ request: RequestIndex, _ record: RequestRecord, asked input: Request, by driver: DriverIndex,
    atMost most: Int64, at time: Milliseconds
  ) {
    cashier?.pay(request, driver: user(driver), atMost: most, at: time)
    settle(request, success: true, at: time)
    invite(after: request, at: time)
    guard ratings != nil, let pickup = record.pickup else { return }
    let lateness = max(.zero, pickup - promised[Int(request)])
    let direct = input.direct.duration
    let detour = direct > .zero ? max(0, (time - pickup).seconds / direct.seconds - 1) : 0
    let (passenger, host) = (user(request), user(driver))
    review(of: host, by: passenger, request, lateness: lateness, detourRatio: detour, at: time)
    review(of: passenger, by: host, request, lateness: .zero, detourRatio: 0, at: time)
  }

  /// Draws which friends the passenger invites; for each account opened, both friends get a credit.
  private func invite(after request: RequestIndex, at time: Milliseconds) {
    let user = user(request)
    guard let friends else { return }
    let joining = invitations?.invite(friends.friends(of: user), by: user, of: request, at: time) ?? []
    for friend in joining { cashier?.reward([user, friend], request: request, at: time) }
  }

  private func review(
    of rated: UserIndex, by rater: UserIndex, _ request: RequestIndex, lateness: Milliseconds,
    detourRatio: Double, at time: Milliseconds
  ) {
    let stars = ratings?.stars(
      by: rater, request: key(request), lateness: lateness, detourRatio: detourRatio)
    guard let stars else { return }
    let review = ReviewRecord(request: request, time: time, rater: rater, rated: rated, stars: stars)
    if recordsReviews { reviews.append(review) }
    if let verdict = moderation?.take(request: key(request), by: key(rater), at: time) {
      moderated.append(ModeratedReview(review: review, verdict: verdict))
    } else {
      ratings?.count(stars, for: rated)
    }
  }

  /// Counts the stars of the accepted moderated review with index `number`, and returns the trips that display the
  /// driver's new rating.
  func show(_ number: Int) -> [DriverIndex] {
    let review = moderated[number].review
    ratings?.count(review.stars, for: review.rated)
    return driversOf[Int(review.rated)]
  }

  /// Returns all trips, as drivers, of both participants in a shared ride, because each trip displays its driver's
  /// rating; empty if there are no ratings.
  func trips(of driver: DriverIndex, _ request: RequestIndex) -> [DriverIndex] {
    ratings == nil ? [] : driversOf[Int(user(driver))] + driversOf[Int(user(request))]
  }

  func milliStars(of driver: DriverIndex) -> Int32? { ratings?.milliStars(of: user(driver)) ?? 0 }
}

// MARK: - Messages

extension Society {
  /// Returns the time at which the service receives `request`, which is sent at `time`; nil if it never arrives.
  func hear(_ request: RequestIndex, at time: Milliseconds) -> Milliseconds? {
    guard channel != nil else { return time }
    return send(.request, user: user(request), of: request, at: time)?.arrives
  }

  /// Sends a message about `request` to or from the phone of `user`; returns nil if there is no channel.
  private func send(
    _ kind: MessageKind, user: UserIndex, of request: RequestIndex, at time: Milliseconds
  ) -> MessageTransit? {
    guard let transit = channel?.send(kind, user: user, key: key(user), at: time) else { return nil }
    note(kind, transit, user: user, of: request, at: time)
    return transit
  }

  /// Records a message if all messages are recorded or the request is explained.
  private func note(
    _ kind: MessageKind, _ transit: MessageTransit, user: UserIndex, of request: RequestIndex,
    at time: Milliseconds
  ) {
    guard recordsMessages || !explained.isEmpty && explained[Int(request)] else { return }
    messages.append(MessageRecord(request: request, kind: kind, user: user, sent: time, transit: transit))
  }

  /// Returns the message exchange for the offer of `request` to `driver`, who takes `thinking` to decide. It lasts from
  /// the offer, made at `time`, until the answer or the time at which the service stops waiting.
  ///
  /// - Parameter limit: the time limit for an answer, unless the channel sets its own.
  func exchange(
    of request: RequestIndex, with driver: DriverIndex, thinking: Milliseconds, isPlanned: Bool,
    limit: Milliseconds, at time: Milliseconds
  ) -> OfferEnd {
    guard let rules = channel?.rules else { return OfferEnd(thinking: thinking, limit: limit) }
    let user = user(driver)
    let exchange = channel?.exchange(
      with: user, key: key(user), thinking: thinking,
      limit: isPlanned ? limit : min(limit, rules.offerTimeout), at: time)
    guard let exchange else { return OfferEnd(thinking: thinking, limit: limit) }
    note(.offer, exchange.offer, user: user, of: request, at: time)
    if let (sent, transit) = exchange.answer { note(.answer, transit, user: user, of: request, at: sent) }
    return OfferEnd(exchange)
  }

  /// Whether phones may be offline.
  var hasOfflinePhones: Bool { channel?.hasOfflinePhones ?? false }

  /// Returns the time since which the phone of `driver` has been offline; nil if it is online at `time`.
  func silent(_ driver: DriverIndex, at time: Milliseconds) -> Milliseconds? {
    let key = key(user(driver))
    guard channel?.isOnline(user: key, at: time) == false else { return nil }
    return channel?.lastHeard(key: key, at: time)
  }

  /// Returns the next time at which the phone of `driver` goes online or offline; nil if it never does.
  func nextChange(of driver: DriverIndex, after time: Milliseconds) -> Milliseconds? {
    channel?.nextChange(key: key(user(driver)), after: time)
  }
}

// MARK: - Friends and ratings

extension Society: Acquaintance {
  /// Whether any user has preferences about friends or ratings.
  var hasWishes: Bool { !wishes.isEmpty }

  func opinion(of request: RequestIndex, and driver: DriverIndex) -> Opinion {
    let (passenger, host) = (user(request), user(driver))
    var opinion = Opinion()
    add(passenger, of: host, to: &opinion)
    add(host, of: passenger, to: &opinion)
    return opinion
  }

  private func add(_ user: UserIndex, of other: UserIndex, to opinion: inout Opinion) {
    let wish = wishes[Int(user)]
    if wish.insistsOnFriends || wish.wishesFriends {
      opinion.add(
        isMet: friends?.areFriends(user, other) ?? false, isRequired: wish.insistsOnFriends)
    }
    if wish.leastMilliStars > 0 {
      opinion.add(isMet: (ratings?.milliStars(of: other) ?? 0) >= wish.leastMilliStars, isRequired: true)
    }
  }
}
