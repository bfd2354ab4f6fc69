#include "LegBounds.h"

#include <math.h>
#include <string.h>

// Lists are handled in blocks: first a loop that the compiler turns into vectors, then one that packs without a branch.

enum { block_size = 128 };

static inline float positive(float x) { return x >= 0 ? x : 0; }

static inline float value(const detour_bound_terms *t, const detour_leg_query *q, float boarding, float added) {
  return t->time_weight * positive(boarding - t->now - q->tolerance) + t->driving_weight * (added + t->extra) +
         t->constant;
}

/// Returns an unsigned number that sorts in the same order as `bound`.
static inline uint32_t order(float bound) {
  int32_t bits;
  memcpy(&bits, &bound, sizeof bits);
  return (uint32_t)bits ^ ((uint32_t)(bits >> 31) | 0x80000000u);
}

typedef float four __attribute__((vector_size(16)));
typedef int32_t four_flags __attribute__((vector_size(16)));

static inline four load(const float *first) {
  four values;
  memcpy(&values, first, sizeof values);
  return values;
}

static inline four all(float value) { return (four){value, value, value, value}; }

static inline four either(four_flags flags, four a, four b) {
  return (four)((flags & (four_flags)a) | (~flags & (four_flags)b));
}

static inline four greater(four a, four b) { return either(b >= a, b, a); }

/// The least time between four points and another.
static inline four times(four x, four y, float to_x, float to_y, const detour_leg_query *q, float reach) {
  four dx = x - all(to_x), dy = y - all(to_y);
  if (q->side < INFINITY) {
    dx = either(dx < 0, -dx, dx), dy = either(dy < 0, -dy, dy);
    const four wrapped_x = all(q->side) - dx, wrapped_y = all(q->side) - dy;
    dx = either(wrapped_x < dx, wrapped_x, dx), dy = either(wrapped_y < dy, wrapped_y, dy);
  }
  return greater(all(0), all(q->pace) * __builtin_elementwise_sqrt(dx * dx + dy * dy) - all(reach));
}

float detour_least_value(const detour_legs *l, int64_t count, const detour_leg_query *q,
                         const detour_bound_terms *terms, float extra, int32_t waits) {
  detour_bound_terms t = *terms;
  t.extra = extra;
  const four never = all(INFINITY), stop = all(q->stop);
  // The least driving added by a drop-off on a later leg.
  float rest = INFINITY, least = INFINITY;
  for (int64_t block = (count - 1) / 4 * 4; block >= 0; block -= 4) {
    const int64_t size = count - block < 4 ? count - block : 4;
    const four from_x = load(l->from_x + block), from_y = load(l->from_y + block);
    const four to_x = load(l->to_x + block), to_y = load(l->to_y + block);
    const four leave = load(l->leave + block), base = load(l->base + block);
    const four slack = load(l->slack + block) + all(q->tolerance);
    const four there = times(from_x, from_y, q->pickup_x, q->pickup_y, q, q->pickup_reach);
    const four past = times(to_x, to_y, q->pickup_x, q->pickup_y, q, q->pickup_reach);
    four to_dropoff = times(from_x, from_y, q->dropoff_x, q->dropoff_y, q, q->dropoff_reach);
    four on = times(to_x, to_y, q->dropoff_x, q->dropoff_y, q, q->dropoff_reach);
    if (waits && block + size == count) on[size - 1] = 0;
    // A passenger who alights on the first leg has boarded on it.
    if (block == 0) to_dropoff[0] = INFINITY;
    const four boarding = leave + there;
    const four_flags boards = boarding <= all(q->latest_boarding);
    const four begun = greater(there, all(q->earliest_boarding) - leave) + stop - base;
    const four ridden = begun + stop + all(q->direct);
    const four both = either(boards & (ridden + on <= slack), there + all(q->direct) + on - base, never);
    const four pickup = either(boards & (begun + past <= slack), there + past - base, never);
    const four around = to_dropoff + on - base;
    const four dropoff =
        either((to_dropoff - base + stop <= slack) & (to_dropoff < never) & (around + stop <= slack), around, never);
    for (int64_t i = size - 1; i >= 0; i--) {
      const float behind = pickup[i] + rest, added = behind < both[i] ? behind : both[i];
      if (added < INFINITY) {
        const float bound = value(&t, q, boarding[i], added);
        if (bound < least) least = bound;
      }
      if (dropoff[i] < rest) rest = dropoff[i];
    }
  }
  return least;
}

int64_t detour_bound_single_legs(const detour_found_legs *found, int64_t count, const uint32_t *owners,
                                 const detour_leg_query *query, const detour_bound_terms *terms, uint32_t *bounds,
                                 uint32_t *others) {
  const detour_bound_terms t = *terms;
  const detour_leg_query q = *query;
  const float *boarding = found->boarding, *added = found->added;
  int64_t number = 0;
  for (int64_t begin = 0; begin < count; begin += block_size) {
    const int64_t end = count - begin < block_size ? count : begin + block_size;
    for (int64_t i = begin; i < end; i++) bounds[i] = order(value(&t, &q, boarding[i], added[i]));
    for (int64_t i = begin; i < end; i++) {
      const uint32_t leg = found->leg[i], is_other = ~owners[leg] & 1;
      bounds[i] |= 0 - is_other;
      others[number] = leg;
      number += is_other;
    }
  }
  return number;
}

int64_t detour_pack_single_legs(const detour_found_legs *found, int64_t count, const uint32_t *owners,
                                const uint32_t *bounds, uint64_t *words) {
  int64_t number = 0;
  for (int64_t i = 0; i < count; i++) {
    const uint32_t owner = owners[found->leg[i]], is_single = owner & 1;
    words[number] = (uint64_t)bounds[i] << 32 | (owner ^ is_single);
    number += is_single;
  }
  return number;
}

int64_t detour_pick_legs(const detour_found_legs *found, int64_t count, const uint32_t *bounds, int64_t above,
                         int64_t most, const detour_found_legs *picked) {
  uint32_t places[block_size];
  int64_t number = 0;
  for (int64_t begin = 0; begin < count; begin += block_size) {
    const int64_t end = count - begin < block_size ? count : begin + block_size;
    int64_t listed = 0;
    for (int64_t i = begin; i < end; i++) {
      places[listed] = (uint32_t)i;
      listed += (bounds[i] > above) & (bounds[i] <= most);
    }
    for (int64_t i = 0; i < listed; i++, number++) {
      const uint32_t place = places[i];
      picked->leg[number] = found->leg[place];
      picked->leave[number] = found->leave[place], picked->base[number] = found->base[place];
      picked->slack[number] = found->slack[place];
    }
  }
  return number;
}

int64_t detour_bound_swept_legs(const detour_found_legs *found, int64_t count, const uint32_t *owners,
                                const detour_leg_query *query, const detour_bound_terms *terms,
                                const float *to_pickup, const float *from_dropoff, uint64_t *words) {
  const detour_bound_terms t = *terms;
  const detour_leg_query q = *query;
  uint32_t bounds[block_size], open[block_size];
  int64_t number = 0;
  for (int64_t begin = 0; begin < count; begin += block_size) {
    const int64_t size = count - begin < block_size ? count - begin : block_size;
    const float *leave = found->leave + begin, *base = found->base + begin, *slack = found->slack + begin;
    for (int64_t i = 0; i < size; i++) {
      const float there = to_pickup[begin + i], boarding = leave[i] + there;
      const float added = there + q.direct + from_dropoff[begin + i] - base[i];
      const float waiting = positive(q.earliest_boarding - leave[i] - there);
      bounds[i] = order(value(&t, &q, boarding, added));
      open[i] = (uint32_t)(boarding <= q.latest_boarding) & (uint32_t)(added + waiting + t.taken <= slack[i]);
    }
    for (int64_t i = 0; i < size; i++) {
      words[number] = (uint64_t)bounds[i] << 32 | owners[found->leg[begin + i]];
      number += open[i];
    }
  }
  return number;
}
