import Quantities

extension Agency {
  /// Returns the next time at which `job`, which found nobody with free time at `time`, may succeed without anybody
  /// having become free: when the hours of one of its providers begin, or just after its window closes, when it
  /// learns that it has failed.
  func nextChance(for index: JobIndex, after time: Milliseconds) -> Milliseconds? {
    let job = jobs[index]
    var chance = job.latest == .never ? Int64.max : max(job.latest, time).rawValue + 1
    if rules.bookAhead != .never {
      // A job that waits for its earliest start can be booked once somebody can set out for it.
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
