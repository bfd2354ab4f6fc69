import CKernels

extension UnsafeBufferPointer<ProviderState> {
  /// Prefetches the state at `index`. States are far apart in memory, and several prefetches can be in progress at
  /// once.
  func prefetch(_ index: Int) {
    guard let base = baseAddress else { return }
    detour_prefetch_shared(base + index)
  }

  /// Prefetches the calendar of the state at `index`; called after the state itself has been prefetched.
  func prefetchCalendar(_ index: Int) {
    guard let base = baseAddress, let offset = MemoryLayout<ProviderState>.offset(of: \.calendar) else {
      return
    }
    // An array is a pointer to its storage, whose header contains the count; nothing is retained or changed.
    let address = UnsafeRawPointer(base + index).load(fromByteOffset: offset, as: UnsafeRawPointer.self)
    detour_prefetch_shared(address)
    detour_prefetch_shared(address + 64)
  }
}
