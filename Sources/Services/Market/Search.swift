import Lifecycle
import Quantities
import Spaces
import Statistics

/// Whom a search found, and when they would come.
struct Candidate {
  var provider: ProviderIndex
  var slot: Slot
  /// What the work costs as agreed: smallest units of money, or milliseconds of credit.
  var charge: Int64
  /// Milliseconds; the lowest is the best.
  var score: Int64

  /// Whether this one is better; ties go to the lower id.
  func precedes(_ other: Self) -> Bool { (score, provider.rawValue) < (other.score, other.provider.rawValue) }
}

/// What an attempt to place a job found.
struct Finding {
  var funnel = StageCounts<Stage>()
  /// The best ones, best first, as many as the client chooses from.
  var candidates: [Candidate] = []
}

extension Agency {
  /// The providers for `job` at `time`, without the `excluded` ones.
  func search(_ index: JobIndex, at time: Milliseconds, excluded: [ProviderIndex]) -> Finding {
    let job = jobs[index]
    var finding = Finding()
    finding.funnel[.offer] = offering(job, without: excluded)
    let question = question(job, at: time)
    // The entries of the list are looked at once, and the counts stay in registers.
    let range = catalogue.range(for: job, at: index)
    let counts = catalogue.withEntries { entries in
      var counts = (area: Int32(0), hours: Int32(0), budget: Int32(0), rating: Int32(0), freeTime: Int32(0))
      for entry in entries[range] {
        let provider = entry.provider
        guard entry.tasks.meets(job.tasks), isFound[Int(provider)], provider != job.client else { continue }
        guard excluded.isEmpty || !excluded.contains(provider) else { continue }
        guard catalogue.listings[Int(provider)].holds(job.place.position, job.districts, geometry: geometry)
        else { continue }
        counts.area += 1
        guard mayWork(provider, question) else { continue }
        counts.hours += 1
        let charge = settlement.charge(job.estimate, price: catalogue.listings[Int(provider)].price)
        guard settlement.isTimeCredits || charge <= job.budget else { continue }
        counts.budget += 1
        let rating = reputation.rating(of: provider)
        guard rating >= job.leastRating else { continue }
        counts.rating += 1
        guard let slot = slot(question, of: provider) else { continue }
        counts.freeTime += 1
        let score = rules.weights.score(
          travel: slot.way, startDelay: slot.start - job.earliest.rawValue,
          price: settlement.isTimeCredits ? 0 : charge, rating: rating)
        finding.keep(
          Candidate(provider: provider, slot: slot, charge: charge, score: score), atMost: rules.choice.count)
      }
      return counts
    }
    finding.funnel[.area] = counts.area
    finding.funnel[.hours] = counts.hours
    finding.funnel[.budget] = counts.budget
    finding.funnel[.rating] = counts.rating
    finding.funnel[.freeTime] = counts.freeTime
    finding.funnel[.credit] = canPay(job) ? counts.freeTime : 0
    if finding.funnel[.credit] == 0 { finding.candidates.removeAll() }
    return finding
  }

  /// Whether `provider` alone would get `job` at `time`.
  func fits(_ provider: ProviderIndex, _ index: JobIndex, at time: Milliseconds, excluded: [ProviderIndex])
    -> Bool
  {
    let job = jobs[index]
    guard isFound[Int(provider)], provider != job.client, !excluded.contains(provider),
      providers[provider].offers.contains(where: {
        $0.category == job.category && $0.tasks.meets(job.tasks)
      }),
      catalogue.listings[Int(provider)].holds(job.place.position, job.districts, geometry: geometry)
    else { return false }
    let question = question(job, at: time)
    let charge = settlement.charge(job.estimate, price: providers[provider].price)
    return mayWork(provider, question) && (settlement.isTimeCredits || charge <= job.budget)
      && reputation.rating(of: provider) >= job.leastRating && slot(question, of: provider) != nil
      && canPay(job)
  }

  /// What `job` asks of a calendar at `time`.
  private func question(_ job: Job, at time: Milliseconds) -> SlotQuestion {
    let ready = time + rules.answerDelay
    return SlotQuestion(
      place: job.place, length: job.estimate.rawValue,
      earliest: max(job.earliest.rawValue, ready.rawValue), latest: job.latest.rawValue,
      now: time.rawValue, ready: ready.rawValue,
      lastDeparture: ready.saturatingAdd(rules.bookAhead).rawValue)
  }

  private func mayWork(_ provider: ProviderIndex, _ question: SlotQuestion) -> Bool {
    question.earliest <= question.latest
      && slotSearch.hours.holds(
        question.length, in: question.earliest...question.latest, provider: Int(provider))
  }

  private func slot(_ question: SlotQuestion, of provider: ProviderIndex) -> Slot? {
    slotSearch.firstSlot(
      question, of: Int(provider), base: providers[Int(provider)].base, states[Int(provider)])
  }
}

extension Finding {
  /// Keeps `candidate` if it is among the best `count`.
  mutating func keep(_ candidate: Candidate, atMost count: Int) {
    if candidates.count == count, !candidate.precedes(candidates[count - 1]) { return }
    let place = candidates.firstIndex { candidate.precedes($0) } ?? candidates.count
    candidates.insert(candidate, at: place)
    if candidates.count > count { candidates.removeLast() }
  }

  /// The candidate whom the client takes; nil where there is none.
  func choice(_ choice: SearchRules.Choice, _ generator: @autoclosure () -> KeyedGenerator) -> Candidate? {
    guard case .logit(_, let scale) = choice, candidates.count > 1 else { return candidates.first }
    let best = candidates[0].score
    let weights = candidates.map {
      LogitWeight.of(score: $0.score - best, scale: scale.rawValue)
    }
    var generator = generator()
    var rest = generator.uniform() * weights.reduce(0, +)
    for (candidate, weight) in zip(candidates, weights) {
      rest -= weight
      if rest < 0 { return candidate }
    }
    return candidates.last
  }
}
