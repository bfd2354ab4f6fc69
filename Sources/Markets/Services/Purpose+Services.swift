package import Statistics

extension Purpose {
  /// The traits of a provider or a job, keyed by its number.
  package static var providerTraits: Self { Self(rawValue: 800) }
  package static var jobTraits: Self { Self(rawValue: 801) }
  /// The base of a provider or the place of a job, keyed by its number.
  package static var providerBase: Self { Self(rawValue: 802) }
  package static var jobPlace: Self { Self(rawValue: 803) }
  /// The number of jobs in a time span (no key), and the time of each job, keyed by its number.
  package static var jobCount: Self { Self(rawValue: 804) }
  package static var jobArrival: Self { Self(rawValue: 805) }
  /// The client's choice among the top-ranked providers, keyed by (job, cycle, attempt).
  package static var providerChoice: Self { Self(rawValue: 810) }
  /// The actual duration of the work, keyed by the job.
  package static var jobDuration: Self { Self(rawValue: 812) }
  /// The incidents of an appointment (cancellations, no-shows, the client's early departure), keyed by (job, provider,
  /// cycle).
  package static var appointment: Self { Self(rawValue: 813) }
  /// Whether a client writes a review, the review's stars, and its moderation, keyed by the job.
  package static var review: Self { Self(rawValue: 814) }
  /// Whether and when a client disputes the work, and the decision on the dispute, keyed by (job, provider).
  package static var dispute: Self { Self(rawValue: 815) }
  /// The identity check of a client, keyed by (1, client) for returning clients and by (0, job) for others.
  package static var clientCheck: Self { Self(rawValue: 816) }
  /// The inspection that closes a provider's account, and the delay of closures for other reasons, keyed by (provider,
  /// kind).
  package static var sanction: Self { Self(rawValue: 817) }
  /// The home of a returning client, keyed by the client's number.
  package static var clientHome: Self { Self(rawValue: 1730) }
  /// The client who requests a job, keyed by its number.
  package static var clientOfJob: Self { Self(rawValue: 1731) }
  /// Whether a provider without work leaves the service, keyed by (provider, day).
  package static var idleProvider: Self { Self(rawValue: 1732) }
}
