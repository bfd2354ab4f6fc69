public import RoadNetwork

/// The place where a sweep puts the time of a node: named here for those who know spaces and no network.
public typealias SweepPlace = RoadNetwork.SweepPlace
