"""RidePy's simulator with its compiled dispatcher, vehicles, and plane.

usage: ridepy_pool.py FOLDER own|idle [ASSIGNMENTS]
FOLDER holds drivers.csv and requests.csv. With `own` every vehicle has a trip of its own: its last stop is the
driver's destination, which it has to reach in time, and which counts as full so that nothing is put behind it. With
`idle` the vehicles have no destination, as usual in RidePy. ASSIGNMENTS gets a line `request,vehicle` of each match.
"""

import sys

from ridepy.data_structures_cython import InternalRequest, LocType, Stop, StopAction, TransportationRequest
from ridepy.fleet_state import SlowSimpleFleetState
from ridepy.util.dispatchers_cython import BruteForceTotalTravelTimeMinimizingDispatcher
from ridepy.util.spaces_cython import Euclidean2D
from ridepy.vehicle_state_cython import VehicleState

from side import answer_each_line, processor_seconds, travellers

SPEED = 50 / 3.6


def rows(columns, *names):
    return zip(*(columns[name] for name in names))


def ends(columns):
    """Origin and destination of each row."""
    return [
        ((x, y), (to_x, to_y))
        for x, y, to_x, to_y in rows(columns, "origin_x", "origin_y", "destination_x", "destination_y")
    ]


class Pool:
    """The tables of drivers and requests, ready to run."""

    def __init__(self, folder, mode):
        self.space = Euclidean2D(velocity=SPEED)
        self.has_trips = mode == "own"
        self.drivers, self.requests = travellers(folder)

    def stops(self, number, origin, destination, latest):
        """What vehicle `number` has planned at the start: where it stands, and its own destination."""
        seats = int(self.drivers["seats"][number])
        here = InternalRequest(request_id=-1, creation_timestamp=0, location=origin)
        stops = [Stop(origin, here, StopAction.internal, 0, 0, 0)]
        if self.has_trips:
            there = InternalRequest(request_id=-2, creation_timestamp=0, location=destination)
            arrival = self.space.t(origin, destination)
            stops.append(Stop(destination, there, StopAction.internal, arrival, seats, 0, latest))
        return stops

    def fleet(self):
        dispatcher = BruteForceTotalTravelTimeMinimizingDispatcher(LocType.R2LOC)
        latest = self.drivers["latest_arrive_s"]
        return {
            number: VehicleState(
                number,
                self.stops(number, origin, destination, latest[number]),
                self.space,
                dispatcher,
                int(self.drivers["seats"][number]),
            )
            for number, (origin, destination) in enumerate(ends(self.drivers))
        }, dispatcher

    def transportation_requests(self):
        times = rows(self.requests, "submit_s", "latest_pickup_s", "latest_dropoff_s")
        for number, ((submit, pickup, dropoff), (origin, destination)) in enumerate(
            zip(times, ends(self.requests))
        ):
            yield TransportationRequest(
                request_id=number,
                creation_timestamp=submit,
                origin=origin,
                destination=destination,
                pickup_timewindow_min=submit,
                pickup_timewindow_max=pickup,
                delivery_timewindow_min=submit,
                delivery_timewindow_max=dropoff,
            )

    def run(self):
        """Runs the market; gives the events."""
        fleet, dispatcher = self.fleet()
        state = SlowSimpleFleetState.from_fleet(
            fleet=fleet, space=self.space, dispatcher=dispatcher, validate=False
        )
        state.vehicle_state_class = VehicleState  # which from_fleet leaves out
        return list(state.simulate(self.transportation_requests()))

    def found(self, events, assignments):
        """How many were matched, by whom, and the kilometres of all vehicles together."""
        kinds = {}
        for event in events:
            kinds.setdefault(event["event_type"], []).append(event)
        pickups = {event["request_id"]: event["vehicle_id"] for event in kinds["PickupEvent"]}
        if assignments:
            with open(assignments, "w") as file:
                file.writelines(f"{request},{vehicle}\n" for request, vehicle in sorted(pickups.items()))
        arrivals = {}
        for event in events:
            if event["event_type"] in ("InternalEvent", "DeliveryEvent"):
                arrivals[event["vehicle_id"]] = event["timestamp"]
        found = {"matched": len(kinds["RequestAcceptanceEvent"]), "served": len(kinds["DeliveryEvent"])}
        # Nobody waits on the way, so a vehicle with a trip drives until it arrives.
        if self.has_trips:
            found["driven_km"] = int(sum(arrivals.values()) * SPEED / 1000)
        return found


def main():
    pool = Pool(sys.argv[1], sys.argv[2])
    assignments = sys.argv[3] if len(sys.argv) > 3 else None

    def sample():
        seconds, events = processor_seconds(pool.run)
        return seconds, len(pool.requests["submit_s"]), pool.found(events, assignments)

    answer_each_line(sample)


main()
