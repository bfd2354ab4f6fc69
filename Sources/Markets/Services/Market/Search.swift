import Lifecycle
import Quantities
import Spaces
import Statistics

/// A provider found by a search, with the slot, charge and score of the offer.
struct JobCandidate {
  var provider: ProviderIndex
  var slot: FreeSlot
  /// The charge for the work, in the smallest currency unit or in milliseconds of credit.
  var charge: Int64
  /// The score in milliseconds; lower is better.
  var score: Int64

  /// Returns whether this candidate ranks before `other`; ties are broken by the lower provider index.
  func precedes(_ other: Self) -> Bool { (score, provider.rawValue) < (other.score, other.provider.rawValue) }
}

/// The result of a search for a job.
struct JobFinding {
  var funnel = StageCounts<JobStage>()
  /// The candidates from which the client chooses, best first.
  var candidates: [JobCandidate] = []
}

extension Agency {
  /// Searches at `time` for the candidates for a job, except `excluded` providers.
  ///
  /// The method and those it calls are mutating only because a non-mutating method would copy the whole agency for each
  /// search.
  @inline(__always)
  mutating func search(_ index: JobIndex, at time: Milliseconds, excluded: [ProviderIndex]) -> JobFinding {
    let job = jobs[index]
    var finding = JobFinding()
    finding.funnel[.offer] = offering(job, without: excluded)
    let question = question(job, at: time)
    catalogue.withEntries(for: index) { entries, list in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: list.count) { passed in
        withUnsafeTemporaryAllocation(of: WorkingHours.Span.self, capacity: Self.mostOpenings) { openings in
          let count = filter(
            entries, list, for: job, question, excluded, &finding, into: passed, openings)
          let rated = UnsafeBufferPointer(rebasing: passed[..<count])
          finding.funnel[.freeTime] = rank(
            entries, rated, UnsafeBufferPointer(openings), for: job, question, &finding)
        }
      }
    }
    finding.funnel[.credit] = canPay(job) ? finding.funnel[.freeTime] : 0
    if finding.funnel[.credit] == 0 { finding.candidates.removeAll() }
    return finding
  }

  /// The maximum number of distinct working hours for which a search caches the result: the number of bits in a machine
  /// word.
  private static let mostOpenings = 64

  /// Counts the providers in `list` that pass each stage up to the rating. Writes the indices of those that pass all of
  /// these stages to `passed`, and the first usable span of each of their working hours to `openings`.
  private mutating func filter(
    _ entries: UnsafeBufferPointer<Catalogue.Entry>, _ list: UnsafeBufferPointer<Int32>, for job: Job,
    _ question: SlotQuestion, _ excluded: [ProviderIndex], _ finding: inout JobFinding,
    into passed: UnsafeMutableBufferPointer<Int32>,
    _ openings: UnsafeMutableBufferPointer<WorkingHours.Span>
  ) -> Int {
    var (area, hours, budget, rated) = (Int32(0), Int32(0), Int32(0), 0)
    // Many have the same hours, so the result for the first of them is reused for all.
    var (asked, held) = (UInt64(0), UInt64(0))
    for place in list {
      let provider = entries[Int(place)].provider
      guard entries[Int(place)].tasks.meets(job.tasks),
        entries[Int(place)].listing.holds(job.place.position, job.districts, geometry: geometry),
        isFound[Int(provider)], provider != job.client, excluded.isEmpty || !excluded.contains(provider)
      else { continue }
      area += 1
      let number = entries[Int(place)].hours
      let bit = number < Self.mostOpenings ? UInt64(1) << UInt64(number) : 0
      if asked & bit == 0 {
        asked |= bit
        guard let opening = opening(of: number, for: question) else { continue }
        held |= bit
        if bit != 0 { openings.initializeElement(at: Int(number), to: opening) }
      } else if held & bit == 0 {
        continue
      }
      hours += 1
      let charge = settlement.charge(job.estimate, price: entries[Int(place)].listing.price)
      let rating = reputation.rating(of: provider)
      // Which providers are left is unpredictable, so all are written without a branch; those that fail are
      // overwritten.
      let isWithin = settlement.keeps(charge, within: job.budget)
      budget &+= isWithin ? 1 : 0
      passed[rated] = place
      rated &+= isWithin && rating >= job.leastRating ? 1 : 0
    }
    finding.funnel[.area] = area
    finding.funnel[.hours] = hours
    finding.funnel[.budget] = budget
    finding.funnel[.rating] = Int32(rated)
    return rated
  }

  /// Returns the first span of `hours` that ends after the earliest start; nil if the work does not fit in these hours
  /// within the window.
  @inline(never)
  private mutating func opening(of hours: Int32, for question: SlotQuestion) -> WorkingHours.Span? {
    let opening = slotSearch.timetables.stretch(of: hours, endingAfter: question.earliest)
    return opening.flatMap { $0.holds(question) || mayWork(hours, question) ? $0 : nil }
  }

  /// Counts the providers at the indices `passed` of `entries` who have a free slot, and keeps the best candidates.
  private mutating func rank(
    _ entries: UnsafeBufferPointer<Catalogue.Entry>, _ passed: UnsafeBufferPointer<Int32>,
    _ openings: UnsafeBufferPointer<WorkingHours.Span>, for job: Job, _ question: SlotQuestion,
    _ finding: inout JobFinding
  ) -> Int32 {
    var free: Int32 = 0
    let (most, isTimeCredits) = (rules.choice.count, settlement.isTimeCredits)
    // The score above which a candidate is not among the best.
    var bar = Int64.max
    states.withUnsafeBufferPointer { states in
      guard let first = states.baseAddress else { return }
      for place in passed { states.prefetch(Int(entries[Int(place)].provider)) }
      for place in passed { states.prefetchCalendar(Int(entries[Int(place)].provider)) }
      for place in passed {
        let (provider, hours) = (entries[Int(place)].provider, entries[Int(place)].hours)
        let slot = slotSearch.firstSlot(
          question, hours: hours, opening: hours < Self.mostOpenings ? openings[Int(hours)] : nil,
          base: bases[Int(provider)], first + Int(provider))
        guard let slot else { continue }
        free += 1
        let charge = settlement.charge(job.estimate, price: entries[Int(place)].listing.price)
        let score = weights.score(
          travel: slot.way, startDelay: slot.start - job.earliest.rawValue,
          price: isTimeCredits ? 0 : charge, rating: reputation.rating(of: provider))
        // Most are worse than earlier candidates.
        guard score <= bar else { continue }
        finding.keep(
          JobCandidate(provider: provider, slot: slot, charge: charge, score: score), atMost: most)
        if finding.candidates.count == most { bar = finding.candidates[most - 1].score }
      }
    }
    return free
  }

  /// Returns whether `provider` would pass all stages of a search at `time` for the job at `index`.
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
    let hours = slotSearch.timetables.hoursOfProvider[Int(provider)]
    return mayWork(hours, question) && settlement.keeps(charge, within: job.budget)
      && reputation.rating(of: provider) >= job.leastRating
      && slotSearch.firstSlot(question, hours: hours, base: bases[Int(provider)], states[Int(provider)])
        != nil
      && canPay(job)
  }

  /// Returns the calendar query of `job` at `time`.
  private func question(_ job: Job, at time: Milliseconds) -> SlotQuestion {
    let ready = time + rules.answerDelay
    return SlotQuestion(
      place: job.place, length: job.estimate.rawValue,
      earliest: max(job.earliest.rawValue, ready.rawValue), latest: job.latest.rawValue,
      now: time.rawValue, ready: ready.rawValue,
      lastDeparture: ready.saturatingAdd(rules.bookAhead).rawValue)
  }

  /// Returns whether `hours` allow work of the length in `question` to start in its window.
  private func mayWork(_ hours: Int32, _ question: SlotQuestion) -> Bool {
    question.earliest <= question.latest
      && slotSearch.timetables.holds(
        question.length, in: question.earliest...question.latest, hours: hours)
  }
}

extension JobFinding {
  /// Keeps `candidate` if it is among the best `count`.
  @inline(never)
  mutating func keep(_ candidate: JobCandidate, atMost count: Int) {
    if candidates.count < count {
      candidates.append(candidate)
    } else if candidate.precedes(candidates[count - 1]) {
      candidates[count - 1] = candidate
    }
    var place = candidates.count - 1
    while place > 0, candidates[place].precedes(candidates[place - 1]) {
      candidates.swapAt(place, place - 1)
      place -= 1
    }
  }

  /// Returns the candidate the client chooses; nil if there is none.
  @inline(__always)
  func choice(_ choice: SearchRules.Choice, _ generator: @autoclosure () -> KeyedGenerator) -> JobCandidate? {
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

/// The logit weight of a candidate in the client's choice (McFadden 1974, "Conditional logit analysis of qualitative
/// choice behavior").
enum LogitWeight {
  /// Returns exp(−`score` ÷ `scale`), both in milliseconds.
  static func of(score: Int64, scale: Int64) -> Double { Rounded.exp(-Double(score) / Double(scale)) }
}
