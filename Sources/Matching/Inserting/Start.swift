import Spaces

/// From where a car is taken to go on, and how that is known.
struct Start {
  let diversion: Diversion
  let vantage: Vantage
}
