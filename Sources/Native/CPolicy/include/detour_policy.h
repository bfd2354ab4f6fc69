/* A policy of Detour as a shared library: it is asked by a call instead of a message.
 *
 * The library offers two functions with C linkage, from whatever language it is made of:
 *
 *     uint32_t detour_policy_version(void) { return DETOUR_POLICY_VERSION; }
 *     int64_t detour_choose(const detour_attempt *attempt);
 *
 * `detour_choose` answers with the place of a candidate, from 0 to candidate_count - 1, or with DETOUR_NOBODY. Anything else
 * ends the run. It is called for attempts that have candidates, and many runs of a sweep may call it at the same time, each
 * from a thread of its own: it keeps nothing that it changes, and depends on the attempt alone. It must not keep pointers, must
 * not throw, and must not end the program.
 *
 * A scenario names it: matching: { policy: { library: "libmine.so" } }. Copy this file; it needs nothing but C99.
 */
#ifndef DETOUR_POLICY_H
#define DETOUR_POLICY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Goes up where detour_attempt grows, which it does at its end alone: a library that was made with an older version of this
 * file works on, and one that was made with a newer version than the program knows is refused.
 *
 * 2: walks */
#define DETOUR_POLICY_VERSION 2u

/* No candidate gets the offer. */
#define DETOUR_NOBODY (-1)

/* Stands for what has no limit, in milliseconds. */
#define DETOUR_NEVER INT64_MAX

/* Stands for what is not known, or for a wish that is not stated. */
#define DETOUR_UNKNOWN (-1)

/* x and y are metres, or degrees of longitude and latitude where the space is a part of the globe. */
typedef struct {
  double x, y;
} detour_position;

/* What somebody is and wishes of the others. Truth values are 0 or 1; sexes are 'f' or 'm'; ages are years. */
typedef struct {
  int16_t smoker, sex, age;
  int16_t wants_smoker, wants_sex, wants_age_min, wants_age_max, wants_required;
} detour_person;

/* All times are milliseconds since the start of the scenario, or spans of milliseconds. */
typedef struct {
  int64_t id; /* where files have names instead of numbers: the name's place in the file, from 1 */
  int64_t submit_ms, earliest_pickup_ms, patience_ms;
  int64_t direct_ms; /* the trip in a car of its own */
  double direct_m;
  detour_position origin, destination;
  int16_t party_size, luggage;
  int16_t probe; /* 1: it only measures, and is never assigned */
  int16_t reserved;
  detour_person person;
} detour_request;

typedef struct {
  int64_t driver; /* the id, likewise */
  int64_t cost;   /* weighted milliseconds by matching.weights; lower is better */
  int64_t value;  /* what matching.insertion.objective makes of it; lower is better */
  int64_t time_to_pickup_ms, detour_ms, added_driving_ms;
  double distance_m; /* as the crow flies from the reported position to the pickup */
  double agreement;  /* 0 to 1 */
  detour_position reported;
  int32_t pickup_after, dropoff_after; /* planned stops before them */
  int32_t stops_ahead;
  int32_t served; /* requests dropped off so far */
  int16_t free_seats, seats, luggage_room, reserved;
  int64_t depart_ms, solo_ms;
  double solo_m;
  detour_position origin, destination;
  detour_person person;
} detour_candidate;

/* How far the passenger walks for a candidate, metres as the crow flies; 0 where nobody walks. */
typedef struct {
  double to_pickup_m, from_dropoff_m;
} detour_walk;

typedef struct {
  int64_t time_ms;
  int32_t cycle, attempt; /* from 1 */
  uint64_t random;        /* 64 bits, the same each time for (seed, replication, request, cycle, attempt) */
  int64_t promised_pickup_ms, promised_dropoff_ms, promised_ride_ms;
  int32_t drivers_active;
  int32_t in_radius, on_route, with_seats, with_preferences; /* how many drivers each stage left */
  int32_t candidate_count;
  const detour_candidate *candidates; /* in ascending order of id */
  detour_request request;
  const detour_walk *walks; /* at the places of the candidates */
} detour_attempt;

typedef uint32_t (*detour_policy_version_function)(void);
typedef int64_t (*detour_choose_function)(const detour_attempt *attempt);

#ifdef __cplusplus
}
#endif

#endif
