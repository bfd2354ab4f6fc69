/// A ladder queue after Tang, Goh, Thng 2005 (doi:10.1145/1103323.1103324), written to be a strong opponent:
/// integer times, vectors that keep their capacity, widths that are powers of two instead of divisions, and
/// no cancellation, no audit, payloads beside the keys.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

struct Event {
  int64_t time;
  uint64_t order;  // priority (high 8 bits) and sequence
  uint64_t payload;
};

inline bool soonerThan(const Event &a, const Event &b) {
  return a.time < b.time || (a.time == b.time && a.order < b.order);
}

class LadderQueue {
 public:
  LadderQueue() : rungs(maximumRungs) {}

  void push(const Event &event) {
    if (event.time >= topStart) {
      top.push_back(event);
      return;
    }
    for (int level = 0; level < depth; ++level) {
      Rung &rung = rungs[level];
      if (event.time >= rung.current) {
        size_t index = std::min<uint64_t>((event.time - rung.start) >> rung.shift, rung.size - 1);
        rung.buckets[index].push_back(event);
        ++rung.count;
        return;
      }
    }
    insertIntoBottom(event);
  }

  /// The queue must not be empty.
  Event pop() {
    if (bottom.empty()) refill();
    Event event = bottom.back();
    bottom.pop_back();
    return event;
  }

 private:
  static constexpr int maximumRungs = 8;
  static constexpr size_t threshold = 50;
  static constexpr size_t maximumBuckets = 4096;

  struct Rung {
    int64_t start = 0, current = 0;
    int shift = 0;
    size_t size = 0, next = 0, count = 0;
    std::vector<std::vector<Event>> buckets;
  };

  std::vector<Event> top, bottom, scratch;  // bottom: latest first
  std::vector<Rung> rungs;
  int depth = 0;
  int64_t topStart = 0;

  void insertIntoBottom(const Event &event) {
    if (bottom.size() > threshold && depth < maximumRungs && bottom.front().time > bottom.back().time) {
      scratch.assign(bottom.rbegin(), bottom.rend());
      bottom.clear();
      scratch.push_back(event);
      spread(scratch);
      return;
    }
    auto place = std::upper_bound(bottom.begin(), bottom.end(), event,
                                  [](const Event &a, const Event &b) { return soonerThan(b, a); });
    bottom.insert(place, event);
  }

  void spread(std::vector<Event> &events) {
    int64_t least = events[0].time, greatest = least;
    for (const Event &event : events) {
      least = std::min(least, event.time);
      greatest = std::max(greatest, event.time);
    }
    Rung &rung = rungs[depth++];
    size_t wanted = std::min(std::max<size_t>(events.size() / 8, 8), maximumBuckets);
    uint64_t span = uint64_t(greatest - least);
    int shift = 0;
    while ((span >> shift) >= wanted) ++shift;
    rung.shift = shift;
    rung.start = rung.current = least;
    rung.size = size_t(span >> shift) + 1;
    if (rung.buckets.size() < rung.size) rung.buckets.resize(rung.size);
    rung.next = 0;
    rung.count = events.size();
    for (const Event &event : events) rung.buckets[(event.time - least) >> shift].push_back(event);
    events.clear();
  }

  void sortIntoBottom(std::vector<Event> &events) {
    bottom.assign(events.begin(), events.end());
    events.clear();
    std::sort(bottom.begin(), bottom.end(), [](const Event &a, const Event &b) { return soonerThan(b, a); });
  }

  void refill() {
    for (;;) {
      if (depth == 0) {
        int64_t greatest = top[0].time, least = greatest;
        for (const Event &event : top) {
          least = std::min(least, event.time);
          greatest = std::max(greatest, event.time);
        }
        topStart = greatest;
        if (top.size() <= threshold || least == greatest) {
          sortIntoBottom(top);
          return;
        }
        spread(top);
        continue;
      }
      Rung &rung = rungs[depth - 1];
      if (rung.count == 0) {
        --depth;
        continue;
      }
      while (rung.buckets[rung.next].empty()) ++rung.next;
      std::vector<Event> &bucket = rung.buckets[rung.next];
      rung.count -= bucket.size();
      ++rung.next;
      rung.current = rung.start + (int64_t(rung.next) << rung.shift);
      if (rung.next == rung.size) --depth;
      if (bucket.size() <= threshold || rung.shift == 0 || depth == maximumRungs) {
        sortIntoBottom(bucket);
        return;
      }
      scratch.clear();
      scratch.swap(bucket);
      spread(scratch);
      if (bucket.capacity() == 0) bucket.swap(scratch);
    }
  }
};
