/// The comparison of CMath with MPFR.
#ifndef DETOUR_ROUNDING_PROOF_H
#define DETOUR_ROUNDING_PROOF_H

/// The number of functions.
enum { detour_function_count = 13 };

/// The name of a function.
const char *detour_function_name(int function);

/// Returns how many of `count` results of a function differ from MPFR's: of special arguments, of hard ones, and of drawn ones. If `speaks`,
/// prints this and the errors before the rounding, which count as differences where they exceed what the code claims.
long detour_rounding_prove(int function, long count, int speaks);

/// Prints a hash of `count` results.
void detour_rounding_digest(int function, long count);

/// Prints the time of a call, and that of the C library's function.
void detour_rounding_price(int function);

#endif
