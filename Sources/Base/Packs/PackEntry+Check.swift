import CCrypto

extension PackEntry {
  /// Returns the first 64 bits of the SHA-256 of `bytes`.
  static func check(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { digest in
      let isDone = EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, nil, EVP_sha256(), nil)
      precondition(isDone == 1, "OpenSSL offers no SHA-256")
      return digest[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
