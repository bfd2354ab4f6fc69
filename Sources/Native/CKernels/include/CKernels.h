/// Small C kernels for what Swift cannot express; each gives the same results on every processor.
#ifndef DETOUR_CKERNELS_H
#define DETOUR_CKERNELS_H

#include "CandidateScan.h"
#include "Decimal.h"
#include "FieldScan.h"
#include "LabelWalk.h"
#include "LandmarkBound.h"
#include "LegBounds.h"
#include "LegScan.h"
#include "Matern.h"
#include "PolylineScan.h"
#include "SketchBulge.h"
#include "Sweep.h"
#include "Ticks.h"
#include "UTF8.h"

/// Keeps blocks of up to 32 MiB that are freed for whoever asks next, instead of handing them to the system.
void detour_keep_freed(void);

/// Hands to the system what is kept.
void detour_give_back(void);

/// Asks the processor to fetch the cache line at `address`, which is soon to be read and written; a hint only.
static inline void detour_prefetch(const void *address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address, 1, 3);
#else
  (void)address;
#endif
}

/// Asks the processor to fetch the cache line at `address`, which is soon to be read, by other threads too; a
/// hint only.
static inline void detour_prefetch_shared(const void *address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address, 0, 3);
#else
  (void)address;
#endif
}

/// Waits for a moment in a loop that waits for another thread: a hint only.
static inline void detour_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

#endif
