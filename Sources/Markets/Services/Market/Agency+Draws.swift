import Quantities
import Spaces
import Statistics

extension Agency {
  /// Returns the actual duration of `job`, which is the same for every provider.
  @inline(__always)
  func realDuration(of job: JobIndex) -> Milliseconds {
    jobs[job].duration
      ?? conduct.duration.draw(
        around: jobs[job].estimate, random.stream(.jobDuration, jobs[job].key))
  }

  /// Draws the stars that the client gives for the work; nil if the client writes no review.
  ///
  /// The stars are drawn as for punctual work and reduced by one for each `latenessPerStar` of lateness, but not below
  /// one.
  func stars(for appointment: Appointment) -> Int32? {
    let reviews = conduct.reviews
    guard reviews.probability > 0 else { return nil }
    var draws = random.stream(
      .review, jobs[appointment.job].key,
      providers[appointment.provider].key)
    guard draws.happens(withProbability: reviews.probability) else { return nil }
    var rest = draws.uniform() * reviews.starWeights.reduce(0, +)
    var stars: Int64 = 5
    for (place, weight) in reviews.starWeights.enumerated() {
      rest -= weight
      if rest < 0 {
        stars = Int64(place) + 1
        break
      }
    }
    if reviews.latenessPerStar != .never, let lateness = appointment.lateness {
      stars -= lateness.rawValue / max(1, reviews.latenessPerStar.rawValue)
    }
    return Int32(max(1, stars))
  }

  /// Draws the dispute about `appointment`, whose work ended at `time`; nil if there is none.
  func dispute(about appointment: Appointment, at time: Milliseconds) -> Dispute? {
    guard let rules = conduct.disputes else { return nil }
    var draws = random.stream(
      .dispute, jobs[appointment.job].key,
      providers[appointment.provider].key)
    guard draws.happens(withProbability: rules.probability) else { return nil }
    let opens = time + Milliseconds(seconds: draws.exponential(mean: rules.delay.seconds))
    let decided = opens + Milliseconds(seconds: draws.exponential(mean: rules.decision.seconds))
    return Dispute(
      opens: opens, decided: decided, refunds: draws.happens(withProbability: rules.refundProbability))
  }

  /// Returns the place from which `provider` travels to `booking`; for the first booking in a span of working hours, it
  /// is the base.
  @inline(__always)
  func origin(of booking: Booking, for provider: ProviderIndex) -> Place {
    states[Int(provider)].stretch == booking.stretch ? states[Int(provider)].place : bases[Int(provider)]
  }
}

extension Agency {
  /// Returns whether the next booking of `provider` is fixed in the calendar at `time`, so that nothing is inserted
  /// before it.
  func isUnderWay(_ provider: ProviderIndex, at time: Milliseconds) -> Bool {
    let place = Int(provider)
    return ProviderState.isUnderWay(
      to: states[place].head, states[place].phase, states[place].departs, at: time.rawValue)
  }
}

extension ConductRules {
  /// Whether providers or clients may fail to appear, or clients may leave when kept waiting.
  var mayFail: Bool { providerNoShow > 0 || clientNoShow > 0 || leaveWhenLate > 0 }
}

extension ConductRules.DurationLaw {
  /// Draws the actual duration of work estimated at `estimate`.
  fileprivate func draw(
    around estimate: Milliseconds, _ stream: @autoclosure () -> KeyedGenerator
  ) -> Milliseconds {
    switch self {
    case .lognormal(let cv):
      guard cv > 0 else { return estimate }
      var draws = stream()
      // The mean of a lognormal distribution is exp(μ + σ² ÷ 2), its coefficient of variation √(exp(σ²) − 1).
      let variance = Rounded.log(1 + cv * cv)
      let factor = draws.lognormal(logMean: -variance / 2, logDeviation: variance.squareRoot())
      return Milliseconds(seconds: factor * estimate.seconds)
    case .exponential:
      var draws = stream()
      return Milliseconds(seconds: draws.exponential(mean: estimate.seconds))
    }
  }
}
