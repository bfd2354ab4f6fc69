import Glibc

/// The memory of the machine.
public enum PhysicalMemory {
  /// The machine's memory in bytes, or the process's limit if that is lower.
  public static let bytes: Int = {
    let pages = sysconf(Int32(_SC_PHYS_PAGES)).multipliedReportingOverflow(by: sysconf(Int32(_SC_PAGESIZE)))
    let machine = pages.overflow ? .max : pages.partialValue
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return machine }
    return min(machine, Int(clamping: limit.rlim_cur))
  }()
}
