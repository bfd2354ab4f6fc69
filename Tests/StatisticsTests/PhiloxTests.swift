import Statistics
import Testing

@Suite struct PhiloxTests {
  /// The known answers that Salmon et al. publish with Random123.
  @Test(
    arguments: [
      (
        Philox.Block(0, 0, 0, 0), Philox.Key(0, 0),
        Philox.Block(
          0x1655_4d9e_ca36_314c, 0xdb20_fe9d_672d_0fdc, 0xd7e7_72ce_e186_176b, 0x7e68_b68a_ec7b_a23b)
      ),
      (
        Philox.Block(.max, .max, .max, .max), Philox.Key(.max, .max),
        Philox.Block(
          0x87b0_92c3_013f_e90b, 0x438c_3c67_be8d_0224, 0x9cc7_d7c6_9cd7_77b6, 0xa09c_aebf_594f_0ba0)
      ),
      (
        Philox.Block(
          0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89),
        Philox.Key(0x4528_21e6_38d0_1377, 0xbe54_66cf_34e9_0c6c),
        Philox.Block(
          0xa528_f454_03e6_1d95, 0x38c7_2dbd_566e_9788, 0xa5a1_610e_72fd_18b5, 0x57bd_43b5_e52b_7fe6)
      ),
    ]
  ) func theBlocksAreThePublishedOnes(counter: Philox.Block, key: Philox.Key, block: Philox.Block) {
    #expect(Philox.block(counter, key: key) == block)
  }

  /// What NumPy's Philox answers for key (7, 1·2³² + 3) and counters (0, 5, 6, 8), (1, 5, 6, 8).
  @Test func aStreamIsItsBlocksInOrder() {
    var draws = KeyedGenerator(seed: 7, replication: 1, purpose: Purpose(rawValue: 3), 5, 6, 8)
    let expected: [UInt64] = [
      0xdf1d_82b3_35db_eced, 0xb7e0_671a_3e6d_e085, 0xa081_0f55_f681_2fef, 0xac2c_73d4_c825_0fdf,
      0x7864_5050_c0ae_9223, 0x053b_b240_2593_05e5,
    ]
    let first = (0..<6).map { _ in draws.next() }
    #expect(first == expected)
    draws.restart()
    let again = (0..<6).map { _ in draws.next() }
    #expect(again == expected)
  }
}
