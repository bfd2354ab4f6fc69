/// Arguments whose results lie nearest to the middle between two doubles, or to a double. Most are among the worst cases that V. Lefèvre and
/// J.-M. Muller published (https://www.vinc17.net/research/testlibm/), others are exact or halfway.
static const double exp_hard[] = {
  0x1.005ae04256babp-1, 0x1.273c188aa7b14p+2, 0x1.83d4bcdebb3f4p+2, 0x1.08f51434652c3p+4, 0x1.1d5c2daebe367p+4, 0x1.c44ce0d716a1ap+4,
  0x1.e07e71bfcf06fp+5, 0x1.f7216c4b435c9p+5, 0x1.54cd1fea7663ap+7, 0x1.d6479eba7c971p+8, -0x1.664716b68a409p-14, -0x1.a2fefefd580dfp-13,
  -0x1.78ba0840d79e4p+4, 0x1.c7206c1b753e4p+8, 0x1.b9d483946ef74p+2, 0x1.1a0408712e00ap-2, 0x1.bcab27d05abdep-2, 0x1.62e42fefa39efp-1,
};
static const double exp2_hard[] = {
  0x1.fd716b44c578fp-21, 0x1.fdb3662978bc8p-21, 0x1.feb3812711e4cp-21, 0x1.ffe167133f42bp-21, 0x1.fbd899ae11d33p-21, 0x1.ee88559d92443p-21,
  0x1.ed4a67da1b6b3p-21, 0x1.ef2b8dfe4ba39p-21, -0x1.ff00000000002p+9, -0x1.fefffffffffffp+9, -0x1p+1023,
};
static const double log_hard[] = {
  0x1.a6ae5142326b5p+0, 0x1.c877cba59d0acp+0, 0x1.bbfff9457d5c3p+0, 0x1.1e852e6951306p+1, 0x1.21e133699fd0fp+1, 0x1.000976581ce4ep+1,
  0x1.ac50b409c8aeep+8, 0x1.0d7ad3a32b788p+6, 0x1.83ec253ffa44ep+9, 0x1.f1ecb20dbd6d9p+9, 0x1.de37fb31fd5fcp+2, 0x1.2d26e1ebebee6p+2,
  0x1.7d822b508bb3bp+20, 0x1.6541f04c50c4dp+31, 0x1.a6004162f2b8cp+45, 0x1.131425b692c14p+46, 0x1.8670de0b68cadp+656, 0x1.05960be55d55ap-34,
};
static const double log2_hard[] = {0x1.6a09e667f3bcdp0, 0x1.6a09e667f3bccp0, 0x1p-1074, 0x1p1023, 0x1.0000000000001p0, 0x1.fffffffffffffp-1};
static const double log10_hard[] = {10, 100, 1000, 1e10, 1e15, 1e22, 0.1, 0.01, 0x1.94c583ada5b53p+1, 0x1.0000000000001p0, 0x1.fffffffffffffp-1};
static const double log1p_hard[] = {
  -0x1.fffffffffffd5p-47, -0x1.fffffffffffe1p-1, -0x1.fffffffffffebp-48, -0x1.fffffffffffefp-1, -0x1.ffffffffffff5p-49, -0x1.ffffffffffffbp-1,
  -0x1.ffffffffffffdp-51, -0x1.fffffffffffffp-51, -0x1.fffffffffffffp-52, 0x1.fffffffffffffp-53,
};
static const double sin_hard[] = {
  0x1.f5e85889ba22fp+7, 0x1.f61863b66f01cp+7, 0x1.f6873fb1010b1p+7, 0x1.f7a3b38eeb43bp+7, 0x1.f87d6fdde170cp+7, 0x1.f9ae9db2c4bbep+7,
  0x1.921fb54442d18p+1, 0x1.6ac5b262ca1ffp+849, 0x1.3f06778c3c6a1p+104, 0x1.46b9c347764a4p+3,
};
static const double cos_hard[] = {
  0x1.56e6622a5634ep+10, 0x1.56f6667fd6e9ap+10, 0x1.5779e0a7314a2p+10, 0x1.57a0a4ef05c03p+10, 0x1.582d779b53224p+10, 0x1.58a02f46988d6p+10,
  0x1.921fb54442d18p+0, 0x1.6ac5b262ca1ffp+849, 0x1.3f06778c3c6a1p+104,
};
static const double asin_hard[] = {
  0x1.468effe28c48fp-4, 0x1.46891ff193dedp-4, 0x1.468c5fdd69aa8p-4, 0x1.468a9feab1153p-4, 0x1.468f3ff699157p-4, 0x1.468ddff25fb8ep-4,
  0x1.468bfff0a7549p-4, 0x1.46885fe876325p-4, 0x1.468cffce7c3b2p-4, 0x1.fffffffffffffp-1, 0x1p-7, 0x1.fffffffffffffp-8,
};
static const double cbrt_hard[] = {
  0x1.67a0c7e462e76p1, 0x1.6bcf49fa3884bp1, 0x1.ff6e952b1ffa1p1, 0x1.9b77e69493ba8p1, 0x1.c7aa59329fd9ap1, 0x1.f7a68b92cbbafp1,
  0x1.b7abfd282ff33p1, 0x1.6ff9143ff58a7p1, 0x1.cbe22cd82013fp1, 0x1.d7c1819bc932ep1, 0x1.9b78223aa307cp1,
};
static const double pow_hard[] = {
  0x1.ffffffffffffcp-1, 0x1.fffffffffffffp-2, 0x1.ffffffffffffcp-1, -0x1.ffffffffffffdp-2, 0x1.ffffffffffffp-1, -0x1.ffffffffffff6p-3,
  0x1.ffffffffffff8p-1, -0x1.ffffffffffffbp-3, 3, 33, 3, 34, 134217727, 2, 134217729, 2, 5, 23, 7, -1, 0.25, 1.5, 2, -1074, 2, -1075,
};
static const double atan2_hard[] = {
  0x1.fffffffffffffp-810, -0x1p-755, -0x1.eba87bdb249afp-804, -0x1.c31d2561e6b3ap-750, 0x1.0000000000001p-799, -0x1.6d72b35be5bf1p-744,
  0x1p-1022, 0x1p+53, 1, 1, -1, 1, 1, -1, 0x1p-300, 0x1p300, 0x1p-53, 1, 0x1.fffffffffffffp-53, -1,
};
static const double hypot_hard[] = {
  3, 4, 5, 12, 0x1.0000000000001p0, 0x1p-26, 0x1.8p53, 0x1p54, 1, 0x1p-53, 1, 0x1.6a09e667f3bcdp-27, 0x1.fffffffffffffp1023, 1,
};
