/// The purpose of a stream of random numbers.
///
/// Two purposes with one number would share their draws, so all of the project's stand in this file, each number once.
@frozen
public struct Purpose: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  /// Creates the purpose of number `rawValue`.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

// MARK: - A run

extension Purpose {
  /// A policy's choice among candidates, keyed (request, cycle, attempt).
  @inlinable public static var choice: Self { Self(rawValue: 40) }
  /// A provider's answer to an offer, keyed (request, provider, cycle).
  @inlinable public static var response: Self { Self(rawValue: 50) }
  /// The draw of whether somebody asks again after a notification, keyed (request, cycle).
  @inlinable public static var relaunch: Self { Self(rawValue: 51) }
  /// The draw of whether and when a provider cancels, keyed (request, provider, cycle).
  @inlinable public static var providerCancellation: Self { Self(rawValue: 52) }
  /// The draw of whether and when the requester cancels what was agreed, keyed likewise.
  @inlinable public static var requesterCancellation: Self { Self(rawValue: 53) }
  /// The outages of the service.
  @inlinable public static var outage: Self { Self(rawValue: 54) }
}

// MARK: - Drivers and requests that are made up

extension Purpose {
  /// The number of arrivals in a time span, drivers and requests apart; so for the pairs below.
  @inlinable public static var driverCount: Self { Self(rawValue: 200) }
  @inlinable public static var requestCount: Self { Self(rawValue: 210) }
  /// The time of each arrival, keyed by its number.
  @inlinable public static var driverArrival: Self { Self(rawValue: 201) }
  @inlinable public static var requestArrival: Self { Self(rawValue: 211) }
  /// The trip of each, keyed by its number.
  @inlinable public static var driverTrip: Self { Self(rawValue: 202) }
  @inlinable public static var requestTrip: Self { Self(rawValue: 212) }
  /// The traits and wishes of each, keyed by its id.
  @inlinable public static var driverTraits: Self { Self(rawValue: 203) }
  @inlinable public static var requestTraits: Self { Self(rawValue: 213) }
  /// The rows of a file that are taken, and the shifts of their times, keyed by the row.
  @inlinable public static var driverRows: Self { Self(rawValue: 204) }
  @inlinable public static var requestRows: Self { Self(rawValue: 214) }
  /// The places and times of a row that was drawn, keyed by the number of the draw.
  @inlinable public static var driverMoves: Self { Self(rawValue: 205) }
  @inlinable public static var requestMoves: Self { Self(rawValue: 215) }
  /// The number of persons of a request, keyed by its id.
  @inlinable public static var party: Self { Self(rawValue: 220) }
  /// The draw of whether a recorded trip becomes a driver, keyed by its id.
  @inlinable public static var role: Self { Self(rawValue: 221) }
}

// MARK: - Samples

extension Purpose {
  /// The draw of whether a driver, or a request, belongs to a sample, keyed by its id.
  @inlinable public static var driverSample: Self { Self(rawValue: 1720) }
  @inlinable public static var requestSample: Self { Self(rawValue: 1721) }
}

// MARK: - Volunteers

extension Purpose {
  /// The draw of whether and when a volunteer withdraws from everything, keyed by the volunteer.
  @inlinable public static var volunteerWithdrawal: Self { Self(rawValue: 320) }
  /// The draw of whether a volunteer does not come, keyed by the request.
  @inlinable public static var noShow: Self { Self(rawValue: 321) }
  /// The time at which a volunteer that is made up signs up, keyed by the volunteer's number.
  @inlinable public static var volunteerSignUp: Self { Self(rawValue: 322) }
  /// The traits and wishes of such a volunteer, keyed by the volunteer's number, and by the slot.
  @inlinable public static var volunteerTraits: Self { Self(rawValue: 323) }
  @inlinable public static var volunteerWishes: Self { Self(rawValue: 324) }
  /// The properties of a post that is made up, keyed by its number.
  @inlinable public static var posts: Self { Self(rawValue: 325) }
  /// The draw of whether a volunteer takes any post in a slot, keyed by the volunteer and the slot.
  @inlinable public static var slotFlexibility: Self { Self(rawValue: 326) }
  /// The draw of whether and when a volunteer asks for a better place, keyed by the request.
  @inlinable public static var signUpChange: Self { Self(rawValue: 327) }
  /// The draw of whether and when a zone that is made up opens later, keyed by the zone; and whether, when and by how much
  /// a post grows, keyed by its number.
  @inlinable public static var zoneOpening: Self { Self(rawValue: 1334) }
  @inlinable public static var postGrowth: Self { Self(rawValue: 1335) }
  /// The bed, the kind of meals and the size of T-shirt that a volunteer needs, keyed by the volunteer and which of
  /// them it is.
  @inlinable public static var volunteerNeeds: Self { Self(rawValue: 1336) }
}

// MARK: - Towns that are made up

extension Purpose {
  /// The speed of the streets along a row, keyed by the row.
  @inlinable public static var cityRow: Self { Self(rawValue: 401) }
  /// The same along a column.
  @inlinable public static var cityColumn: Self { Self(rawValue: 402) }
  /// The place of a crossing, keyed (column, row).
  @inlinable public static var cityCrossing: Self { Self(rawValue: 403) }
}

// MARK: - Studies and their statistics

extension Purpose {
  /// A Latin hypercube, keyed by the dimension.
  @inlinable public static var latinHypercube: Self { Self(rawValue: 500) }
  /// The shift of Sobol' points, keyed by the dimension.
  @inlinable public static var sobolShift: Self { Self(rawValue: 501) }
  /// The trajectories of a screening.
  @inlinable public static var morris: Self { Self(rawValue: 502) }
  /// The blocks of a design of Sobol' indices, keyed by the block.
  @inlinable public static var saltelli: Self { Self(rawValue: 503) }
  /// The places around a point at which a search looks for better ones, keyed (point, number).
  @inlinable public static var searchedPoint: Self { Self(rawValue: 1700) }
  /// The starts and the moves of walkers that draw from a posterior, keyed (walker, attempt) and (walker, move).
  @inlinable public static var ensembleStart: Self { Self(rawValue: 1790) }
  @inlinable public static var ensembleMove: Self { Self(rawValue: 1791) }
  /// The responses without effects by which the choice of control variates is judged.
  @inlinable public static var controlChoice: Self { Self(rawValue: 1860) }
  /// Resampled pairs and flipped signs of measurements.
  @inlinable public static var pairedRatio: Self { Self(rawValue: 510) }
  /// The resamples of replications that tell how often a point is the best.
  @inlinable public static var bestShare: Self { Self(rawValue: 511) }
  /// Resampled blocks of a design of Sobol' indices.
  @inlinable public static var sobolIndices: Self { Self(rawValue: 512) }
}

// MARK: - Benchmarks

extension Purpose {
  /// The increments of the hold model.
  @inlinable public static var holds: Self { Self(rawValue: 601) }
  /// The places of travellers.
  @inlinable public static var places: Self { Self(rawValue: 602) }
  /// The rows of a table.
  @inlinable public static var rows: Self { Self(rawValue: 603) }
  /// The order of two programs, keyed by nothing: a stream for each series.
  @inlinable public static var order: Self { Self(rawValue: 610) }
  /// The blocks of a long series that are put together.
  @inlinable public static var selfTest: Self { Self(rawValue: 611) }
}

// MARK: - Pages

extension Purpose {
  /// The cars that a page shows with all bends, keyed by the place in the table.
  @inlinable public static var pageTracks: Self { Self(rawValue: 701) }
  /// The passengers whose stories a page tells, keyed likewise.
  @inlinable public static var pageStories: Self { Self(rawValue: 702) }
  /// The streets that a page draws, keyed by the link.
  @inlinable public static var pageStreets: Self { Self(rawValue: 703) }
}

// MARK: - Providers and jobs

extension Purpose {
  /// The traits of a provider, keyed by the provider's number; so for a job.
  @inlinable public static var providerTraits: Self { Self(rawValue: 800) }
  @inlinable public static var jobTraits: Self { Self(rawValue: 801) }
  /// The base of a provider and the place of a job, keyed likewise.
  @inlinable public static var providerBase: Self { Self(rawValue: 802) }
  @inlinable public static var jobPlace: Self { Self(rawValue: 803) }
  /// The number of jobs in a time span, and the time of each, keyed by its number.
  @inlinable public static var jobCount: Self { Self(rawValue: 804) }
  @inlinable public static var jobArrival: Self { Self(rawValue: 805) }
  /// The provider that the client takes among the first, keyed (job, cycle, attempt).
  @inlinable public static var providerChoice: Self { Self(rawValue: 810) }
  /// The true duration of the work, keyed by the job.
  @inlinable public static var jobDuration: Self { Self(rawValue: 812) }
  /// The mishaps of an appointment: cancellations, no-shows, a client who leaves; keyed (job, provider, cycle).
  @inlinable public static var appointment: Self { Self(rawValue: 813) }
  /// The draws of whether a client reviews, of the stars and of the moderation, keyed by the job.
  @inlinable public static var review: Self { Self(rawValue: 814) }
  /// The draws of whether a client disputes the work, of when, and of the decision, keyed (job, provider).
  @inlinable public static var dispute: Self { Self(rawValue: 815) }
  /// The home of a client who comes back, keyed by the client's number.
  @inlinable public static var clientHome: Self { Self(rawValue: 1730) }
  /// The client who requests a job, keyed by its number.
  @inlinable public static var clientOfJob: Self { Self(rawValue: 1731) }
  /// The draw of whether a provider without work leaves the service, keyed (provider, day).
  @inlinable public static var idleProvider: Self { Self(rawValue: 1732) }
}

// MARK: - Orders

extension Purpose {
  /// The draw of whether a customer buys a pack, and whether its payment is declined, keyed (order, cycle, attempt).
  @inlinable public static var payment: Self { Self(rawValue: 1401) }
  /// The draw of whether a customer whose promo code is not valid goes on without, keyed likewise.
  @inlinable public static var codeDropping: Self { Self(rawValue: 1402) }
  /// The service time of a server, keyed (order, station, card).
  @inlinable public static var service: Self { Self(rawValue: 1403) }
  /// The number of orders, and the time and content of each, keyed by its number.
  @inlinable public static var orderCount: Self { Self(rawValue: 1410) }
  @inlinable public static var orderArrival: Self { Self(rawValue: 1411) }
  @inlinable public static var orderTraits: Self { Self(rawValue: 1412) }
  /// The opening of an account, and what it begins with, keyed by its id.
  @inlinable public static var accountTraits: Self { Self(rawValue: 1413) }
  /// The draw of whether a customer who lacks credits pays by bank card, and whether that is declined, keyed (order, cycle,
  /// attempt).
  @inlinable public static var directPayment: Self { Self(rawValue: 1404) }
  /// The draw of whether a promotion's credits are given, keyed (account, promotion) where one opens, (order, promotion) in
  /// the game.
  @inlinable public static var openingPromotion: Self { Self(rawValue: 1405) }
  @inlinable public static var gamePromotion: Self { Self(rawValue: 1406) }
  /// The draws of where a recipient lives, and of what a card takes to its letter box, keyed (order, card).
  @inlinable public static var recipientCountry: Self { Self(rawValue: 1420) }
  @inlinable public static var delivery: Self { Self(rawValue: 1421) }
  /// The draw of whether a photo is bad, whether that is found and how long its customer then takes, whether they give up,
  /// and whether they complain, keyed (order, photo).
  @inlinable public static var photo: Self { Self(rawValue: 1430) }
  @inlinable public static var photoCheck: Self { Self(rawValue: 1431) }
  @inlinable public static var photoAnswer: Self { Self(rawValue: 1432) }
  @inlinable public static var complaint: Self { Self(rawValue: 1433) }
  /// The draw of whether an order is left as a draft, whether that is ever finished and when; whether a customer without an
  /// account opens one, and when; and the channel by which an order comes; keyed by the order's id.
  @inlinable public static var draft: Self { Self(rawValue: 1440) }
  @inlinable public static var registration: Self { Self(rawValue: 1441) }
  @inlinable public static var channel: Self { Self(rawValue: 1443) }
  /// The draw of whether an account is brought by another, and by which, keyed by its id.
  @inlinable public static var referral: Self { Self(rawValue: 1442) }
}

// MARK: - Slack

extension Purpose {
  /// The time by which a driver may arrive later than alone, keyed by the driver's number; by its id where a file lists it.
  @inlinable public static var supplyFlexibility: Self { Self(rawValue: 1750) }
  /// The time before the time to leave at which a party asks, keyed likewise.
  @inlinable public static var demandLead: Self { Self(rawValue: 1751) }
  /// The time by which a party may arrive later than directly, keyed likewise.
  @inlinable public static var demandFlexibility: Self { Self(rawValue: 1752) }
  /// The draw of whether a party that asks has a car, keyed likewise.
  @inlinable public static var carOwnership: Self { Self(rawValue: 1810) }
}

// MARK: - The board, and platform services

extension Purpose {
  /// The draw of whether a driver publishes the trip, how long before, and on what terms, keyed by the driver's id.
  @inlinable public static var publishing: Self { Self(rawValue: 1500) }
  /// The draw of whether a passenger plans ahead, how long before, and what they look for, keyed by the request's id.
  @inlinable public static var seeking: Self { Self(rawValue: 1501) }
  /// The mishaps of a booking: cancellations, no-shows; keyed (request, driver, cycle).
  @inlinable public static var booking: Self { Self(rawValue: 1502) }
  /// The time that the driver takes to confirm a booking, keyed likewise.
  @inlinable public static var confirmation: Self { Self(rawValue: 1503) }
  /// The draw of whether and when a driver cancels a published trip, keyed by the driver's id.
  @inlinable public static var tripCancellation: Self { Self(rawValue: 1504) }
  /// The delay and the losses of a message, keyed (user, message number).
  @inlinable public static var message: Self { Self(rawValue: 1510) }
  /// The times at which a phone is offline, keyed by the user.
  @inlinable public static var phone: Self { Self(rawValue: 1511) }
  /// The draw of whether a user is verified at first, and how long it takes, keyed by the user.
  @inlinable public static var verification: Self { Self(rawValue: 1512) }
  /// The opening balance of a user's wallet, and the way of payment, keyed by the user.
  @inlinable public static var wallet: Self { Self(rawValue: 1513) }
  /// The draw of whether somebody without funds puts money in, keyed (request, cycle, attempt).
  @inlinable public static var topUp: Self { Self(rawValue: 1514) }
  /// The friends of a user, keyed by the user.
  @inlinable public static var friendship: Self { Self(rawValue: 1515) }
  /// The wishes of a user about friends and ratings, keyed by the user.
  @inlinable public static var socialWishes: Self { Self(rawValue: 1516) }
  /// The stars after a ride, keyed (request, who rates).
  @inlinable public static var stars: Self { Self(rawValue: 1517) }
  /// The draw of whether somebody whom the service failed leaves it, keyed by the request.
  @inlinable public static var churn: Self { Self(rawValue: 1518) }
  /// The home, the destinations and the role of a user, keyed by the user.
  @inlinable public static var userTraits: Self { Self(rawValue: 1519) }
  /// The trips of a user on a day, keyed (user, day).
  @inlinable public static var userDay: Self { Self(rawValue: 1520) }
  /// The decision on an application to be verified, and whether and when a refused user applies again, keyed (user,
  /// application).
  @inlinable public static var application: Self { Self(rawValue: 1600) }
  /// The time that a review takes to be looked at, and whether it is rejected, keyed (request, who rates).
  @inlinable public static var moderation: Self { Self(rawValue: 1601) }
  /// The draw of whether a user goes where an earlier trip went, and which, keyed (user, day).
  @inlinable public static var history: Self { Self(rawValue: 1650) }
  /// The draw of whether a user has an account from the start, keyed by the user.
  @inlinable public static var membership: Self { Self(rawValue: 1660) }
  /// The draw of whether a user invites a friend, and whether that one follows, keyed (user, friend).
  @inlinable public static var invitation: Self { Self(rawValue: 1661) }
  /// The draw of whether a friend sends what is missing in the wallet, keyed (request, cycle, attempt).
  @inlinable public static var friendTransfer: Self { Self(rawValue: 1662) }
}
