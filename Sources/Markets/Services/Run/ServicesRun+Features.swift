public import Models

extension ServicesRun {
  public static let features: [Feature<ServicesRun>] = [.clients, .sanctions, .unrated, .outages]
}
