#pragma once
#include <stdint.h>

/// The blocks of memory that this process has asked for since it began.
int64_t detour_allocation_count(void);
