import Foundation

/// Whether tests take their full number of samples, as `make test-full` lets them; otherwise a share that takes seconds.
public let isFullValidation = ProcessInfo.processInfo.environment["DETOUR_FULL_VALIDATION"] == "1"
