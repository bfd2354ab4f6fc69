/* ICU's data of all languages is 30 MB, and the program speaks one. This is what ICU itself has where there is none
   (stubdata.cpp): a table of contents without an entry. ENTRY is the name that the linker leads ICU to. */
#include <stdint.h>

typedef struct {
  uint16_t header_size;
  uint8_t magic[2];
  struct {
    uint16_t size, reserved;
    uint8_t is_big_endian, charset_family, size_of_char, padding;
    uint8_t format[4], format_version[4], data_version[4];
  } info;
  char padding[8];
  uint32_t count, reserved;
  int32_t content[4];
} icu_data;

const icu_data ENTRY = {
    32, {0xda, 0x27}, {20, 0, 0, 0, 2, 0, {'T', 'o', 'C', 'P'}, {1, 0, 0, 0}, {0, 0, 0, 0}}, {0}, 0, 0, {0}};
