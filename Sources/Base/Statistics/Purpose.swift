/// The purpose of a random-number stream.
///
/// Purposes with the same number would share their draws, so all of them are declared in this file, each number
/// once.
@frozen
public struct Purpose: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  /// Creates the purpose with number `rawValue`.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

// MARK: - A run

extension Purpose {
  /// A policy's choice among candidates, keyed (request, cycle, attempt).
  @inlinable public static var choice: Self { Self(rawValue: 40) }
  /// A provider's answer to an offer, keyed (request, provider, cycle).
  @inlinable public static var response: Self { Self(rawValue: 50) }
  /// Whether a passenger relaunches the search after a notification, keyed (request, cycle).
  @inlinable public static var relaunch: Self { Self(rawValue: 51) }
  /// Whether and when a provider cancels, keyed (request, provider, cycle).
  @inlinable public static var providerCancellation: Self { Self(rawValue: 52) }
  /// Whether and when the requester cancels the agreed service, keyed (request, provider, cycle).
  @inlinable public static var requesterCancellation: Self { Self(rawValue: 53) }
  /// The outages of the service.
  @inlinable public static var outage: Self { Self(rawValue: 54) }
}

// MARK: - Generated drivers and requests

extension Purpose {
  /// The number of arrivals in a time span, separately for drivers and requests; so are the pairs below.
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
  /// The resampled rows of a file and their time shifts, keyed by the row.
  @inlinable public static var driverRows: Self { Self(rawValue: 204) }
  @inlinable public static var requestRows: Self { Self(rawValue: 214) }
  /// The shifts of place and time of a resampled row, keyed by the number of the draw.
  @inlinable public static var driverMoves: Self { Self(rawValue: 205) }
  @inlinable public static var requestMoves: Self { Self(rawValue: 215) }
  /// The number of persons of a request, keyed by its id.
  @inlinable public static var party: Self { Self(rawValue: 220) }
  /// Whether a recorded trip becomes a driver, keyed by its id.
  @inlinable public static var role: Self { Self(rawValue: 221) }
  /// The place and time of a row within its rounding, keyed by its id.
  @inlinable public static var blur: Self { Self(rawValue: 1820) }
}

// MARK: - Samples

extension Purpose {
  /// Whether a driver, or a request, belongs to a sample, keyed by its id.
  @inlinable public static var driverSample: Self { Self(rawValue: 1720) }
  @inlinable public static var requestSample: Self { Self(rawValue: 1721) }
}

// MARK: - Volunteers

extension Purpose {
  /// Whether and when a volunteer withdraws altogether, keyed by the volunteer.
  @inlinable public static var volunteerWithdrawal: Self { Self(rawValue: 320) }
  /// Whether a volunteer is a no-show, keyed by the request.
  @inlinable public static var noShow: Self { Self(rawValue: 321) }
  /// The sign-up time of a generated volunteer, keyed by the volunteer's number.
  @inlinable public static var volunteerSignUp: Self { Self(rawValue: 322) }
  /// The traits and preferences of a generated volunteer, keyed by the volunteer's number, and by the slot.
  @inlinable public static var volunteerTraits: Self { Self(rawValue: 323) }
  @inlinable public static var volunteerWishes: Self { Self(rawValue: 324) }
  /// The properties of a generated post, keyed by its number.
  @inlinable public static var posts: Self { Self(rawValue: 325) }
  /// Whether a volunteer accepts any post in a slot, keyed by the volunteer and the slot.
  @inlinable public static var slotFlexibility: Self { Self(rawValue: 326) }
  /// Whether and when a volunteer requests a better place, keyed by the request.
  @inlinable public static var signUpChange: Self { Self(rawValue: 327) }
  /// Whether and when a generated zone opens later, keyed by the zone; and whether, when and by how much a post
  /// grows, keyed by its number.
  @inlinable public static var zoneOpening: Self { Self(rawValue: 1334) }
  @inlinable public static var postGrowth: Self { Self(rawValue: 1335) }
  /// A volunteer's needs of accommodation, meals and T-shirt size, keyed by the volunteer and the kind of need.
  @inlinable public static var volunteerNeeds: Self { Self(rawValue: 1336) }
  /// The draw of whether a sign-up is for a set of posts, and of the posts, keyed by the volunteer and the slot.
  @inlinable public static var postSet: Self { Self(rawValue: 2710) }
  /// The time that a volunteer takes to choose a zone, keyed by the request.
  @inlinable public static var zoneChoice: Self { Self(rawValue: 2711) }
  /// The draw of whether, when and how a confirmed sign-up is changed, and of what is asked for, keyed by the request.
  @inlinable public static var rebooking: Self { Self(rawValue: 2712) }
  @inlinable public static var rebookingTarget: Self { Self(rawValue: 2713) }
}

// MARK: - Generated towns

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
  /// The points sampled by a search around a point, keyed (point, number).
  @inlinable public static var searchedPoint: Self { Self(rawValue: 1700) }
  /// The initial positions and the moves of an ensemble sampler's walkers, keyed (walker, attempt) and (walker,
  /// move).
  @inlinable public static var ensembleStart: Self { Self(rawValue: 1790) }
  @inlinable public static var ensembleMove: Self { Self(rawValue: 1791) }
  /// The responses without effects that calibrate the choice of control variates.
  @inlinable public static var controlChoice: Self { Self(rawValue: 1860) }
  /// Resampled pairs and flipped signs of measurements.
  @inlinable public static var pairedRatio: Self { Self(rawValue: 510) }
  /// The resamples of replications that give the share of each point as the best.
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
  /// The order of two programs; one stream per series, without a key.
  @inlinable public static var order: Self { Self(rawValue: 610) }
  /// The resampled blocks of a long series.
  @inlinable public static var selfTest: Self { Self(rawValue: 611) }
}

// MARK: - Pages

extension Purpose {
  /// The cars shown with their full tracks on a page, keyed by the index in the table.
  @inlinable public static var pageTracks: Self { Self(rawValue: 701) }
  /// The passengers whose stories a page shows, keyed by the index in the table.
  @inlinable public static var pageStories: Self { Self(rawValue: 702) }
  /// The streets drawn on a page, keyed by the link.
  @inlinable public static var pageStreets: Self { Self(rawValue: 703) }
}

// MARK: - Providers and jobs

extension Purpose {
  /// The traits of a provider, or of a job, keyed by its number.
  @inlinable public static var providerTraits: Self { Self(rawValue: 800) }
  @inlinable public static var jobTraits: Self { Self(rawValue: 801) }
  /// The base of a provider, and the place of a job, keyed by its number.
  @inlinable public static var providerBase: Self { Self(rawValue: 802) }
  @inlinable public static var jobPlace: Self { Self(rawValue: 803) }
  /// The number of jobs in a time span, and the time of each, keyed by its number.
  @inlinable public static var jobCount: Self { Self(rawValue: 804) }
  @inlinable public static var jobArrival: Self { Self(rawValue: 805) }
  /// The client's choice among the first providers, keyed (job, cycle, attempt).
  @inlinable public static var providerChoice: Self { Self(rawValue: 810) }
  /// The true duration of the work, keyed by the job.
  @inlinable public static var jobDuration: Self { Self(rawValue: 812) }
  /// The incidents of an appointment: cancellations, no-shows, an early departure of the client; keyed (job,
  /// provider, cycle).
  @inlinable public static var appointment: Self { Self(rawValue: 813) }
  /// Whether a client reviews, the stars, and the moderation, keyed by the job.
  @inlinable public static var review: Self { Self(rawValue: 814) }
  /// Whether and when a client disputes the work, and the decision, keyed (job, provider).
  @inlinable public static var dispute: Self { Self(rawValue: 815) }
  /// The check of a client's identity, keyed (1, client) for one who comes back, (0, job) for another.
  @inlinable public static var clientCheck: Self { Self(rawValue: 816) }
  /// The inspection that closes a provider's account, and the delay of other closings, keyed (provider, kind).
  @inlinable public static var sanction: Self { Self(rawValue: 817) }
  /// The home of a returning client, keyed by the client's number.
  @inlinable public static var clientHome: Self { Self(rawValue: 1730) }
  /// The client who requests a job, keyed by its number.
  @inlinable public static var clientOfJob: Self { Self(rawValue: 1731) }
  /// Whether a provider without work leaves the service, keyed (provider, day).
  @inlinable public static var idleProvider: Self { Self(rawValue: 1732) }
}

// MARK: - Orders

extension Purpose {
  /// Whether a customer buys a pack, and whether the payment is declined, keyed (order, cycle, attempt).
  @inlinable public static var payment: Self { Self(rawValue: 1401) }
  /// Whether a customer with an invalid promo code continues without it, keyed (order, cycle, attempt).
  @inlinable public static var codeDropping: Self { Self(rawValue: 1402) }
  /// The service time of a server, keyed (order, station, card).
  @inlinable public static var service: Self { Self(rawValue: 1403) }
  /// The number of orders, and the time and content of each, keyed by its number.
  @inlinable public static var orderCount: Self { Self(rawValue: 1410) }
  @inlinable public static var orderArrival: Self { Self(rawValue: 1411) }
  @inlinable public static var orderTraits: Self { Self(rawValue: 1412) }
  /// The opening of an account and its initial state, keyed by its id.
  @inlinable public static var accountTraits: Self { Self(rawValue: 1413) }
  /// Whether a customer without enough credits pays by bank card, and whether that is declined, keyed (order,
  /// cycle, attempt).
  @inlinable public static var directPayment: Self { Self(rawValue: 1404) }
  /// Whether a promotion's credits are granted, keyed (account, promotion) at opening, (order, promotion) in the
  /// game.
  @inlinable public static var openingPromotion: Self { Self(rawValue: 1405) }
  @inlinable public static var gamePromotion: Self { Self(rawValue: 1406) }
  /// The countries of recipients, and the delivery time of a card, keyed (order, card).
  @inlinable public static var recipientCountry: Self { Self(rawValue: 1420) }
  @inlinable public static var delivery: Self { Self(rawValue: 1421) }
  /// The quality of a photo, its check, the customer's delay, abandonment and complaint, keyed (order, photo).
  @inlinable public static var photo: Self { Self(rawValue: 1430) }
  @inlinable public static var photoCheck: Self { Self(rawValue: 1431) }
  @inlinable public static var photoAnswer: Self { Self(rawValue: 1432) }
  @inlinable public static var complaint: Self { Self(rawValue: 1433) }
  /// Whether an order is left as a draft, whether and when it is completed; whether and when a customer without an
  /// account opens one; and the order's channel; keyed by the order's id.
  @inlinable public static var draft: Self { Self(rawValue: 1440) }
  @inlinable public static var registration: Self { Self(rawValue: 1441) }
  @inlinable public static var channel: Self { Self(rawValue: 1443) }
  /// Whether an account is referred by another one, and by which, keyed by its id.
  @inlinable public static var referral: Self { Self(rawValue: 1442) }
  /// The draw of whether an order uses an earlier card again, keyed by its id.
  @inlinable public static var reuse: Self { Self(rawValue: 1450) }
  /// The draw of whether an account reads news and follows it, keyed (account, news).
  @inlinable public static var news: Self { Self(rawValue: 1451) }
  /// The draw of whether a recipient's address is wrong and that is found, keyed (order, card); and of the correction, keyed
  /// (order, number of cards).
  @inlinable public static var address: Self { Self(rawValue: 1452) }
}

// MARK: - Slack

extension Purpose {
  /// A driver's acceptable delay beyond the solo arrival, keyed by the driver's number, or its id if listed in a
  /// file.
  @inlinable public static var supplyFlexibility: Self { Self(rawValue: 1750) }
  /// The lead time of a party's request before its departure, keyed in the same way.
  @inlinable public static var demandLead: Self { Self(rawValue: 1751) }
  /// A party's acceptable delay beyond the direct arrival, keyed in the same way.
  @inlinable public static var demandFlexibility: Self { Self(rawValue: 1752) }
  /// Whether a party has a car, keyed in the same way.
  @inlinable public static var carOwnership: Self { Self(rawValue: 1810) }
}

// MARK: - The board, and platform services

extension Purpose {
  /// Whether a driver publishes the trip, how long before, and on what terms, keyed by the driver's id.
  @inlinable public static var publishing: Self { Self(rawValue: 1500) }
  /// Whether a passenger plans ahead, how long before, and the search criteria, keyed by the request's id.
  @inlinable public static var seeking: Self { Self(rawValue: 1501) }
  /// The incidents of a booking: cancellations and no-shows; keyed (request, driver, cycle).
  @inlinable public static var booking: Self { Self(rawValue: 1502) }
  /// The time until the driver confirms a booking, keyed (request, driver, cycle).
  @inlinable public static var confirmation: Self { Self(rawValue: 1503) }
  /// Whether and when a driver cancels a published trip, keyed by the driver's id.
  @inlinable public static var tripCancellation: Self { Self(rawValue: 1504) }
  /// The delays and losses of a message, keyed (user, message number).
  @inlinable public static var message: Self { Self(rawValue: 1510) }
  /// The offline periods of a phone, keyed by the user.
  @inlinable public static var phone: Self { Self(rawValue: 1511) }
  /// Whether a user is initially verified, and the duration of the verification, keyed by the user.
  @inlinable public static var verification: Self { Self(rawValue: 1512) }
  /// The opening balance of a user's wallet, and the payment method, keyed by the user.
  @inlinable public static var wallet: Self { Self(rawValue: 1513) }
  /// Whether a user without funds tops up the wallet, keyed (request, cycle, attempt).
  @inlinable public static var topUp: Self { Self(rawValue: 1514) }
  /// The friends of a user, keyed by the user.
  @inlinable public static var friendship: Self { Self(rawValue: 1515) }
  /// The preferences of a user about friends and ratings, keyed by the user.
  @inlinable public static var socialWishes: Self { Self(rawValue: 1516) }
  /// The stars after a ride, keyed (request, rater).
  @inlinable public static var stars: Self { Self(rawValue: 1517) }
  /// Whether a user leaves the service after a failure, keyed by the request.
  @inlinable public static var churn: Self { Self(rawValue: 1518) }
  /// The home, the destinations and the role of a user, keyed by the user.
  @inlinable public static var userTraits: Self { Self(rawValue: 1519) }
  /// The trips of a user on a day, keyed (user, day).
  @inlinable public static var userDay: Self { Self(rawValue: 1520) }
  /// The decision on a verification application, and whether and when a rejected user applies again, keyed (user,
  /// application).
  @inlinable public static var application: Self { Self(rawValue: 1600) }
  /// The moderation delay of a review, and whether it is rejected, keyed (request, rater).
  @inlinable public static var moderation: Self { Self(rawValue: 1601) }
  /// Whether a user repeats the destination of an earlier trip, and which, keyed (user, day).
  @inlinable public static var history: Self { Self(rawValue: 1650) }
  /// Whether a user has an account from the start, keyed by the user.
  @inlinable public static var membership: Self { Self(rawValue: 1660) }
  /// Whether a user invites a friend, and whether the friend joins, keyed (user, friend).
  @inlinable public static var invitation: Self { Self(rawValue: 1661) }
  /// Whether a friend transfers the missing amount to the wallet, keyed (request, cycle, attempt).
  @inlinable public static var friendTransfer: Self { Self(rawValue: 1662) }
}
