public import Community
import Quantities

/// The returning users, and when they leave: first the providers, and then the clients who are not providers.
public struct UsersSetup: Sendable {
  /// The rules by which clients leave after jobs that came to nothing.
  public var churn: ChurnRules?
  /// The rules by which providers leave after days without work.
  public var providerChurn: ChurnRules?
  /// The number of providers, and of the clients who follow them.
  public var providers = 0
  public var clients = 0
  /// The clients' names in the file; empty if clients are drawn, and numbered from 0.
  public var clientNames: [String] = []
  /// The keys of the draws of the clients: their numbers from 0, or hashes of names that are not all whole numbers.
  public var clientKeys: [UInt64] {
    guard clientNames.contains(where: { Int64($0) == nil }) else { return (0..<clients).map { UInt64($0) } }
    return clientNames.map(Names.key)
  }

  public init() {}

  /// The number of all users.
  public var count: Int { providers + clients }

  /// Returns the provider who is `user`; nil for a client who is not a provider.
  func provider(_ user: UserIndex) -> ProviderIndex? {
    Int(user) < providers ? ProviderIndex(rawValue: user.rawValue) : nil
  }
}
