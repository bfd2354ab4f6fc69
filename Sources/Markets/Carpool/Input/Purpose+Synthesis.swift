package import Statistics

extension Purpose {
  /// The number of drivers who arrive in a time span.
  package static var driverCount: Self { Self(rawValue: 200) }
  /// The time of each arrival, keyed by its index.
  package static var driverArrival: Self { Self(rawValue: 201) }
  package static var requestArrival: Self { Self(rawValue: 211) }
  /// The trip of each traveller, keyed by its index.
  package static var driverTrip: Self { Self(rawValue: 202) }
  package static var requestTrip: Self { Self(rawValue: 212) }
  /// The traits and preferences of each traveller, keyed by its id.
  package static var driverTraits: Self { Self(rawValue: 203) }
  package static var requestTraits: Self { Self(rawValue: 213) }
  /// The resampled rows of a file and their time shifts, keyed by the row.
  package static var driverRows: Self { Self(rawValue: 204) }
  package static var requestRows: Self { Self(rawValue: 214) }
  /// The shifts in place and time of a resampled row, keyed by the draw number.
  package static var driverMoves: Self { Self(rawValue: 205) }
  package static var requestMoves: Self { Self(rawValue: 215) }
  /// The party size of a request, keyed by its id.
  package static var party: Self { Self(rawValue: 220) }
  /// Whether a recorded trip becomes a driver, keyed by its id.
  package static var role: Self { Self(rawValue: 221) }
  /// The place and time of a row within its rounding interval, keyed by its id.
  package static var blur: Self { Self(rawValue: 1820) }
  /// Whether a driver or a request belongs to the sample, keyed by its id.
  package static var driverSample: Self { Self(rawValue: 1720) }
  package static var requestSample: Self { Self(rawValue: 1721) }
  /// A driver's acceptable delay beyond the solo arrival, keyed by the driver's number, or its id if listed in a
  /// file.
  package static var supplyFlexibility: Self { Self(rawValue: 1750) }
  /// The lead time of a party's request before its departure, keyed by the request's number, or its id if listed in a
  /// file.
  package static var demandLead: Self { Self(rawValue: 1751) }
  /// A party's acceptable delay beyond the direct arrival, keyed by the request's number, or its id if listed in a
  /// file.
  package static var demandFlexibility: Self { Self(rawValue: 1752) }
  /// Whether a party has a car, keyed by the request's number, or its id if listed in a file.
  package static var carOwnership: Self { Self(rawValue: 1810) }
  /// Whether a driver publishes the trip, how long before, and on what terms, keyed by the driver's id.
  package static var publishing: Self { Self(rawValue: 1500) }
  /// Whether a passenger plans ahead, how long before, and the search criteria, keyed by the request's id.
  package static var seeking: Self { Self(rawValue: 1501) }
  /// The home, the destinations and the role of a user, keyed by the user.
  package static var userTraits: Self { Self(rawValue: 1519) }
  /// The trips of a user on a day, keyed by (user, day).
  package static var userDay: Self { Self(rawValue: 1520) }
  /// Whether a user repeats the destination of an earlier trip, and which, keyed by (user, day).
  package static var history: Self { Self(rawValue: 1650) }
}
