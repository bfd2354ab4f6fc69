#include "CSystem.h"

/* The calls of guests that this thread is in. */
static _Thread_local int calls;

void detour_guest_enter(void) { calls++; }

void detour_guest_leave(void) { calls--; }

int detour_guest_is_running(void) { return calls > 0; }
