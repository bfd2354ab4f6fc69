/* A policy of Detour as a shared library: it is asked by a call instead of a message.
 *
 * The library offers two functions with C linkage, from whatever language it is made of:
 *
 *     uint32_t detour_policy_version(void) { return DETOUR_POLICY_VERSION; }
 *     int64_t detour_choose(const detour_attempt *attempt);
 *
 * Three that a library may have say which parameters it takes and what it makes of them, for each run anew:
 *
 *     const char *const *detour_policy_parameters(void);
 *     const char *detour_begin(const detour_parameter *parameters, int32_t count, void **state);
 *     void detour_end(void *state);
 *
 * `detour_policy_parameters` gives the names, a null pointer behind the last one: a scenario that gives others, or any to a
 * library without it, ends at once. `detour_begin` is told those that the scenario gives (`matching.policy.parameters`) when a
 * run begins, and answers with a null pointer, or with a sentence that says what is wrong with them, which ends the run. What
 * it puts into `*state` comes back with each attempt of this run, and last to `detour_end`. All three may be left out.
 *
 * `detour_choose` answers with the place of a candidate, from 0 to candidate_count - 1, or with DETOUR_NOBODY. Anything else
 * ends the run. It is called for attempts that have candidates, and many runs of a sweep may call it at the same time, each
 * from a thread of its own: it changes nothing but its run's state, and depends on what it was told in the run alone. It must not keep pointers, must
 * not throw, and must not end the program.
 *
 * A library that decides windows has these instead of `detour_choose`, the second only if it wants more than is free of charge:
 *
 *     int32_t detour_decide(const detour_window *window, int32_t *taken);
 *     uint32_t detour_window_wants(void);
 *
 * `detour_decide` writes the places of the pairs that it takes into `taken`, which has room for all pairs of the window, and
 * returns their number. A place that is none, or a request, a driver or a person in two pairs, ends the run. The scenario says
 * matching: { policy: { library: "libmine.so", decides: "windows" }, batch: { window_s: 30 } }.
 *
 * A scenario names it: matching: { policy: { library: "libmine.so" } }. Copy this file; it needs nothing but C99.
 */
#ifndef DETOUR_POLICY_H
#define DETOUR_POLICY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Goes up where detour_attempt grows, which it does at its end alone: a library that was made with an older version of this
 * file works on, and one that was made with a newer version than the program knows is refused.
 *
 * 2: walks
 * 3: slacks, state; parameters
 * 4: detour_decide */
#define DETOUR_POLICY_VERSION 4u

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
  int64_t time_to_pickup_ms;
  int64_t detour_ms; /* added_detour_ms of detour_slack, by the name that it had first */
  int64_t added_driving_ms;
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

/* How far the driver has gone out of the way already, and may still go. All of it is counted against the solo trip from its
 * departure, stops and waiting included; what is promised to passengers may leave less. */
typedef struct {
  int64_t added_detour_ms;    /* how much later the driver would arrive for this passenger */
  int64_t promised_detour_ms; /* how much later than alone for those who are accepted already */
  int64_t total_detour_ms;    /* the sum of both, which the limits are compared with */
  int64_t max_detour_ms;      /* the limit of total_detour_ms, or DETOUR_NEVER */
  double max_detour_ratio;    /* the limit of total_detour_ms / solo_ms; infinite without one */
  int64_t arrive_ms;          /* the arrival at the destination with this passenger */
  int64_t latest_arrive_ms;   /* when the driver wants to be there at the latest, or DETOUR_NEVER */
  int64_t slack_ms;           /* how much these three limits allow beyond promised_detour_ms, or DETOUR_NEVER */
  int64_t slack_left_ms;      /* slack_ms less added_detour_ms, or DETOUR_NEVER */
} detour_slack;

/* A value that the scenario gives under a name. */
typedef struct {
  const char *name;
  const char *text; /* a text as it is; a number or a truth value as JSON has it */
  double number;    /* a number; 1 or 0 of a truth value; not a number (NaN) of a text */
} detour_parameter;

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
  const detour_walk *walks;   /* at the places of the candidates */
  const detour_slack *slacks; /* likewise */
  void *state;                /* what detour_begin put there; a null pointer without one */
} detour_attempt;

/* A request of a window, and the promise that its passenger would get. */
typedef struct {
  detour_request request;
  int32_t cycle, attempt; /* from 1 */
  int64_t promised_pickup_ms, promised_dropoff_ms, promised_ride_ms;
} detour_window_request;

/* A driver of a window without an open offer, with a seat for one more person on some leg ahead. */
typedef struct {
  int64_t driver; /* the id, likewise */
  int32_t own_request; /* the place among the window's requests of the same person, who may ride instead; or DETOUR_UNKNOWN */
  int32_t stops_ahead;
  int32_t served;
  int16_t free_seats, seats, luggage_room, reserved;
  detour_position reported, origin, destination;
  int64_t depart_ms, solo_ms;
  double solo_m;
  detour_slack slack; /* before any passenger of the window: added_detour_ms is 0 */
  detour_person person;
} detour_window_driver;

/* A request and a driver who can take it: all limits and promises hold. */
typedef struct {
  int32_t request, driver; /* places among the window's requests and drivers */
  int64_t cost, value;     /* as of a candidate */
  int64_t time_to_pickup_ms, added_detour_ms, added_driving_ms;
  int64_t saved_mm; /* direct_m of the request less the driver's added distance; 0 without DETOUR_WANTS_SAVED */
  double distance_m, agreement;
  detour_walk walk;
  int32_t pickup_after, dropoff_after;
  int32_t in_batch; /* 1: `batch` chooses this pair; 0 for all without DETOUR_WANTS_BATCH */
  int32_t reserved;
} detour_pair;

/* Answers of detour_window_wants, added up: what is computed only if it is requested. */
#define DETOUR_WANTS_SAVED 1u
#define DETOUR_WANTS_BATCH 2u

/* Values of detour_window.objective. */
#define DETOUR_MATCHES 0
#define DETOUR_COST 1
#define DETOUR_SAVED_KM 2

/* The end of a window: what detour_decide decides. Requests are in the order in which `batch` sees them, drivers in ascending
 * order of id, pairs in the order of requests and then of drivers. */
typedef struct {
  int64_t time_ms;
  uint64_t random; /* 64 bits, the same each time for (seed, replication, end of the window) */
  int32_t request_count, driver_count, pair_count;
  int32_t objective; /* of matching.batch, for a policy that wants to heed it; likewise the next five */
  int64_t unmatched_cost_ms, window_ms, notice_ms;
  int32_t commits_late; /* 1: pairs are provisional until they could not be carried out any more */
  int32_t one_rider;    /* 1: a driver takes one request on the whole trip */
  const detour_window_request *requests;
  const detour_window_driver *drivers;
  const detour_pair *pairs;
  void *state; /* what detour_begin put there; a null pointer without one */
} detour_window;

/* The number of the parameter `name`, or `standard` where the scenario gives none. */
static inline double detour_number(
    const detour_parameter *parameters, int32_t count, const char *name, double standard) {
  for (int32_t i = 0; i < count; i++) {
    if (strcmp(parameters[i].name, name) == 0) return parameters[i].number;
  }
  return standard;
}

typedef uint32_t (*detour_policy_version_function)(void);
typedef int64_t (*detour_choose_function)(const detour_attempt *attempt);
typedef int32_t (*detour_decide_function)(const detour_window *window, int32_t *taken);
typedef uint32_t (*detour_wants_function)(void);
typedef const char *const *(*detour_parameters_function)(void);
typedef const char *(*detour_begin_function)(const detour_parameter *parameters, int32_t count, void **state);
typedef void (*detour_end_function)(void *state);

#ifdef __cplusplus
}
#endif

#endif
