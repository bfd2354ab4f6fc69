/// `make rounding`: the functions of CMath against MPFR, on as many arguments as asked for.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RoundingProof.h"

int main(int count, char **arguments) {
  const char *verb = count > 1 ? arguments[1] : "prove";
  const char *only = count > 3 ? arguments[3] : NULL;
  long number = count > 2 ? atol(arguments[2]) : 10000000, wrong = 0;
  for (int function = 0; function < detour_function_count; function += 1) {
    if (only && strcmp(only, detour_function_name(function))) continue;
    if (!strcmp(verb, "prove")) {
      wrong += detour_rounding_prove(function, number, 1);
    } else if (!strcmp(verb, "digest")) {
      detour_rounding_digest(function, number);
    } else if (!strcmp(verb, "price")) {
      detour_rounding_price(function);
    } else {
      fprintf(stderr, "usage: rounding [prove|digest|price] [COUNT] [FUNCTION]\n");
      return 64;
    }
  }
  return wrong > 0;
}
