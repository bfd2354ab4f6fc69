#include "HoldModelPeers.h"

#include <time.h>

#include <queue>

#include "LadderQueue.hpp"

namespace {

class HeapQueue {
 public:
  void push(const Event &event) { heap.push(event); }

  Event pop() {
    Event event = heap.top();
    heap.pop();
    return event;
  }

 private:
  struct Later {
    bool operator()(const Event &a, const Event &b) const { return soonerThan(b, a); }
  };
  std::priority_queue<Event, std::vector<Event>, Later> heap;
};

template <class Queue>
struct Model {
  Queue queue;
  uint64_t order = 0, checksum = 0, draw = 0;

  Model(const int64_t *starts, int64_t pending) {
    for (int64_t number = 0; number < pending; ++number) queue.push({starts[number], order++, uint64_t(number)});
  }

  void hold(const int64_t *increments, uint64_t mask, int64_t count) {
    for (int64_t index = 0; index < count; ++index) {
      Event event = queue.pop();
      checksum = (checksum ^ uint64_t(event.time) ^ event.payload << 40) * 0x9E3779B97F4A7C15u;
      queue.push({event.time + increments[draw++ & mask], order++, event.payload});
    }
  }
};

template <class Queue>
HoldResult hold(const int64_t *starts, int64_t pending, const int64_t *increments, uint64_t mask, int64_t warmup,
                int64_t holds) {
  Model<Queue> model(starts, pending);
  model.hold(increments, mask, warmup);
  double begin = detour_cpu_seconds();
  model.hold(increments, mask, holds);
  return {detour_cpu_seconds() - begin, model.checksum};
}

}  // namespace

double detour_cpu_seconds(void) {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

HoldResult detour_hold_ladder(const int64_t *starts, int64_t pending, const int64_t *increments, uint64_t mask,
                              int64_t warmup, int64_t holds) {
  return hold<LadderQueue>(starts, pending, increments, mask, warmup, holds);
}

HoldResult detour_hold_priority_queue(const int64_t *starts, int64_t pending, const int64_t *increments,
                                      uint64_t mask, int64_t warmup, int64_t holds) {
  return hold<HeapQueue>(starts, pending, increments, mask, warmup, holds);
}

struct DetourLadder {
  Model<LadderQueue> model;
  int64_t increment;
};

DetourLadder *detour_ladder_create(const int64_t *starts, int64_t pending, int64_t increment, int64_t warmup) {
  DetourLadder *ladder = new DetourLadder{{starts, pending}, increment};
  detour_ladder_hold(ladder, warmup);
  return ladder;
}

uint64_t detour_ladder_hold(DetourLadder *ladder, int64_t holds) {
  ladder->model.hold(&ladder->increment, 0, holds);
  return ladder->model.checksum;
}

void detour_ladder_destroy(DetourLadder *ladder) { delete ladder; }
