/// The time-stamp counter of the processor: a reading takes a third of what one of the system's clock does.
#ifndef DETOUR_TICKS_H
#define DETOUR_TICKS_H

#include <stdint.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

/// The counter; 0 on processors of which nobody reads one here.
static inline uint64_t detour_ticks(void) {
#if defined(__x86_64__)
  return __rdtsc();
#else
  return 0;
#endif
}

/// The counter, once all that stands before has been done.
static inline uint64_t detour_ticks_behind(void) {
#if defined(__x86_64__)
  _mm_lfence();
#endif
  return detour_ticks();
}

/// Measures how many nanoseconds a tick lasts, which takes a fifth of a millisecond; 0 where the counter is no clock: the kernel
/// goes by it where it has found it to run evenly and alike on all processors.
double detour_tick_ns(void);

#endif
