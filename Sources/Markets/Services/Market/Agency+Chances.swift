import Quantities

extension Agency {
  /// The next moment at which `job`, which found nobody with free time at `time`, may find somebody without anybody
  /// having become free: when the hours of a provider of its own begin, and just after its window closes, when it
  /// learns that it was in vain.
  func nextChance(for index: JobIndex, after time: Milliseconds) -> Milliseconds? {
    let job = jobs[index]
    var chance = job.latest == .never ? Int64.max : max(job.latest, time).rawValue + 1
    if rules.bookAhead != .never {
      // Who waits for the earliest start can be booked as soon as somebody can set out for it.
      if job.earliest > time { chance = min(chance, job.earliest.rawValue) }
      catalogue.withEntries(for: index) { entries, list in
        for place in list where entries[Int(place)].tasks.meets(job.tasks) {
          let entry = entries[Int(place)]
          let stretch = slotSearch.timetables.stretch(of: entry.hours, endingAfter: time.rawValue)
          if let stretch, stretch.from > time.rawValue { chance = min(chance, stretch.from) }
        }
      }
    }
    return chance == .max ? nil : Milliseconds(chance)
  }
}
