import CKernels

extension UnsafeBufferPointer<ProviderState> {
  /// Asks for the state at `index`, which is looked at soon: states lie far apart, and many fetches can be under way.
  func prefetch(_ index: Int) {
    guard let base = baseAddress else { return }
    detour_prefetch_shared(base + index)
  }

  /// Asks for the calendar of the state at `index`, which has been fetched.
  func prefetchCalendar(_ index: Int) {
    guard let base = baseAddress, let offset = MemoryLayout<ProviderState>.offset(of: \.calendar) else {
      return
    }
    // An array is the address of its elements' storage, whose head says how many there are; nothing is kept or changed.
    let address = UnsafeRawPointer(base + index).load(fromByteOffset: offset, as: UnsafeRawPointer.self)
    detour_prefetch_shared(address)
    detour_prefetch_shared(address + 64)
  }
}
