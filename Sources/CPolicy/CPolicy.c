#include "detour_policy.h"
