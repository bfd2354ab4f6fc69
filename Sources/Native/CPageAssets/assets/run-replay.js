// The replay: what is where at a time, drawn again for each frame.

/** Cars by what is free in them; the words stand in the legend. */
const CAR_KINDS = [
  { name: 'car, nobody on board', colour: '--map-empty', sign: 'square', share: 0.8 },
  { name: 'car with passengers, seats left', colour: '--map-shared', sign: 'square', share: 1 },
  { name: 'car, full', colour: '--map-full', sign: 'square hollow', share: 1.2 },
];
const PASSENGER_KINDS = {
  searching: { name: 'passenger, asks for a seat', colour: '--map-asks', sign: 'dot' },
  matched: { name: 'passenger, waits for the car', colour: '--map-waits', sign: 'ring' },
  left: { name: 'passenger, gave up', colour: '--map-asks', sign: 'cross' },
};
const PAIR_KIND = { name: 'provisional pair', colour: '--c1', sign: 'dashes' };
const WALK_KIND = { name: 'walk to or from a car', colour: '--c7', sign: 'dashes' };
const FLOW_KIND = { name: 'cars by street: the wider the more', colour: '--c1', sign: 'bar-sign' };
const ARC_KIND = { name: 'from origin to destination: the wider the more passengers', colour: '--c4', sign: 'bar-sign' };
/** How long who gave up is shown, seconds. */
const LEAVING = 90;

class Replay extends Player {
  constructor(data, map) {
    super(map, data.start, data.end, 60);
    this.data = data;
    this.selection = { passenger: -1, car: -1, drivers: [] };
    this.layers = { cars: true, waiting: true, pairs: true, walks: true, streets: true, circles: true, flows: false, arcs: false, heat: '' };
    this.flows = new Flows(data);
    this.prepare();
    this.seek(data.start);
  }

  prepare() {
    const { requests, tracks, facts, part, pairs } = this.data;
    // A car that never departed has no bends.
    const drives = (car) => tracks.first[car + 1] > tracks.first[car];
    this.cars = new Present(facts.drivers, (car) => (drives(car) ? tracks.time[tracks.first[car]] : Infinity),
      (car) => (drives(car) ? tracks.time[tracks.first[car + 1] - 1] : -Infinity));
    this.passengers = new Present(facts.requests, (request) => requests.submit[request], (request) => {
      if (part[request] === ABSENTEE || this.mask && !this.mask[request]) return -Infinity;
      if (requests.pickup[request] > ABSENT) return requests.pickup[request];
      return part[request] === OPEN ? Infinity : requests.end[request] + LEAVING;
    });
    this.pairs = new Present(pairs?.request.length ?? 0, (pair) => pairs.from[pair], (pair) => pairs.until[pair]);
    this.bend = new Int32Array(facts.drivers).fill(-1);
    this.stop = new Int32Array(facts.drivers).fill(-1);
    this.place = { x: 0, y: 0 };
  }

  /** Shows the passengers of `mask` alone, all where it is null, from `from` to `to`. */
  show(mask, from, to) {
    this.mask = mask;
    this.arcs = null;
    [this.from, this.to] = [from, to];
    this.within(from, to);
  }

  restart() {
    this.cars.restart();
    this.passengers.restart();
    this.pairs.restart();
    this.bend.fill(-1);
    this.stop.fill(-1);
    this.advance();
  }

  advance() {
    this.cars.advance(this.time);
    this.passengers.advance(this.time);
    this.pairs.advance(this.time);
  }

  /** What a car is drawn as: the place of its kind. */
  carKind(car) {
    const { stops, drivers } = this.data;
    let stop = this.stop[car];
    if (stop < 0) stop = drivers.stops[car];
    while (stop + 1 < drivers.stops[car + 1] && stops.arrive[stop + 1] <= this.time) stop++;
    this.stop[car] = stop;
    const onBoard = stops.onBoard[stop] ?? 0;
    return onBoard === 0 ? 0 : onBoard < drivers.seats[car] ? 1 : 2;
  }

  // What is drawn, from the ground up.

  draw() {
    const { map, layers } = this;
    const context = map.begin(layers.streets);
    if (layers.heat) this.drawHeat(context);
    if (layers.flows && this.flows.isKnown) this.flows.draw(context, map, this.from ?? -Infinity, this.to ?? Infinity);
    if (layers.arcs) {
      this.arcs ??= arcsOf(this.data, this.mask);
      drawArcs(context, map, this.arcs);
    }
    if (layers.pairs) map.withinEdges(context, () => this.drawPairs(context));
    if (layers.walks) this.drawWalks(context);
    if (layers.waiting) this.drawPassengers(context);
    if (layers.cars) this.drawCars(context);
    this.drawSelection(context);
  }

  drawCars(context) {
    const { map, cars, place, data, time } = this;
    const size = Math.min(9, Math.max(3, 3 + map.transform.k * 0.4));
    // The colour is set three times, not for each of thousands of cars.
    const kinds = CAR_KINDS.map(() => []);
    const { timesX, plusX, timesY, plusY } = map.projection;
    for (let i = 0; i < cars.count; i++) {
      const car = cars.list[i];
      const bend = data.bendAt(car, time, this.bend[car]);
      this.bend[car] = bend;
      data.positionAfter(car, time, bend, place);
      const x = place.x * timesX + plusX;
      const y = place.y * timesY + plusY;
      if (x < -size || y < -size || x > map.width + size || y > map.height + size) continue;
      kinds[this.carKind(car)].push(x, y);
    }
    kinds.forEach((middles, kind) => map.drawSquares(context, CAR_KINDS[kind], middles, size));
  }

  /** A dashed line from each passenger to the driver with whom the last window paired them, who stands at the origin or drives. */
  drawPairs(context) {
    const { map, data, pairs, time } = this;
    context.strokeStyle = map.colour(PAIR_KIND.colour);
    context.lineWidth = 1.5;
    context.setLineDash([5, 4]);
    context.beginPath();
    for (let i = 0; i < pairs.count; i++) {
      const request = data.pairs.request[pairs.list[i]];
      const { x, y } = data.whereabouts(data.pairs.driver[pairs.list[i]], time);
      map.traceLine(context, data.requests.x[request], data.requests.y[request], x, y);
    }
    context.stroke();
    context.setLineDash([]);
  }

  /** The walks under way: from the door to the meeting point until the pickup, and on from the drop-off; as `[request, isTo]`. */
  walking() {
    const { walks, requests } = this.data;
    const under = [];
    walks?.request.forEach((request, row) => {
      if (this.mask && !this.mask[request]) return;
      const [pickup, dropoff] = [requests.pickup[request], requests.dropoff[request]];
      if (walks.to[row] > 0 && this.time >= walks.start[row] && this.time < walks.start[row] + walks.to[row]) under.push([row, true]);
      if (pickup > ABSENT && walks.from[row] > 0 && dropoff > ABSENT && this.time >= dropoff && this.time < dropoff + walks.from[row]) under.push([row, false]);
    });
    return under;
  }

  /** A dotted line for each walk under way, with the passenger on it after the drop-off. */
  drawWalks(context) {
    const { map, data, place, time } = this;
    const under = this.walking();
    if (under.length === 0) return;
    const { walks, requests } = data;
    context.strokeStyle = map.colour(WALK_KIND.colour);
    context.lineWidth = 2.5;
    context.setLineDash([2, 4]);
    const ends = under.map(([row, isTo]) => {
      const request = walks.request[row];
      return isTo ? [requests.x[request], requests.y[request], walks.pickupX[row], walks.pickupY[row], (time - walks.start[row]) / walks.to[row]]
        : [walks.dropoffX[row], walks.dropoffY[row], requests.toX[request], requests.toY[request], (time - requests.dropoff[request]) / walks.from[row]];
    });
    map.withinEdges(context, () => {
      context.beginPath();
      for (const [ax, ay, bx, by] of ends) map.traceLine(context, ax, ay, bx, by);
      context.stroke();
    });
    context.setLineDash([]);
    context.fillStyle = map.colour(WALK_KIND.colour);
    for (const [index, [ax, ay, bx, by, share]] of ends.entries()) {
      // Until the pickup, the sign of the passenger walks.
      if (under[index][1] && this.layers.waiting) continue;
      placeBetween(data, ax, ay, bx, by, share, place);
      context.beginPath();
      context.arc(map.pixelX(place.x), map.pixelY(place.y), 3.5, 0, 2 * Math.PI);
      context.fill();
    }
  }

  drawPassengers(context) {
    const { map, passengers, data, time, place } = this;
    const radius = Math.min(7, Math.max(2.5, 2.5 + map.transform.k * 0.3));
    const signs = Object.fromEntries(Object.entries(PASSENGER_KINDS).map(([state, kind]) => [state, map.sign(kind, radius)]));
    const size = 2 * radius + 4;
    const { timesX, plusX, timesY, plusY } = map.projection;
    const together = new Map();
    for (let i = 0; i < passengers.count; i++) {
      const request = passengers.list[i];
      data.standing(request, time, place);
      const x = place.x * timesX + plusX;
      const y = place.y * timesY + plusY;
      if (x < -9 || y < -9 || x > map.width + 9 || y > map.height + 9) continue;
      const state = data.state(request, time);
      const sign = signs[state];
      if (sign) context.drawImage(sign, x - size / 2, y - size / 2, size, size);
      if (data.meetings && state === 'matched') {
        const key = `${place.x} ${place.y}`;
        const { persons = 0 } = together.get(key) ?? {};
        together.set(key, { x, y, persons: persons + data.requests.party[request] });
      }
    }
    // Signs at one meeting point hide each other.
    context.font = '600 12px system-ui, sans-serif';
    context.fillStyle = map.colour('--text');
    for (const { x, y, persons } of together.values()) {
      if (persons > 1) context.fillText(String(persons), x + radius + 3, y + 4);
    }
  }

  /** Where passengers were left standing until now, for the cause chosen or for all. */
  drawHeat(context) {
    const { data, layers, passengers } = this;
    const { x, y, end } = data.requests;
    const places = [];
    for (let i = 0; i < passengers.seen; i++) {
      const request = passengers.order[i];
      if (!data.isLost(request) || end[request] > this.time || this.mask && !this.mask[request]) continue;
      if (layers.heat === '*' || data.cause(request) === layers.heat) places.push(x[request], y[request]);
    }
    this.map.drawHeat(context, places);
  }

  drawSelection(context) {
    const { map, selection } = this;
    const { passenger, car, drivers } = selection;
    map.withinEdges(context, () => this.drawChosen(context, passenger, car));
    if (passenger >= 0) this.drawFunnelDrivers(context, drivers);
  }

  drawChosen(context, passenger, car) {
    const { map, data, layers } = this;
    const dot = (x, y, radius) => {
      context.beginPath();
      context.arc(map.pixelX(x), map.pixelY(y), radius, 0, 2 * Math.PI);
    };
    if (car >= 0) this.drawWay(context, car);
    if (passenger < 0) return;
    const { x, y, toX, toY } = data.requests;
    context.strokeStyle = map.colour('--text');
    context.lineWidth = 1.5;
    const reach = data.facts.radius;
    if (layers.circles && data.facts.circlesBind) {
      context.setLineDash([6, 4]);
      for (const [px, py] of [[x[passenger], y[passenger]], [toX[passenger], toY[passenger]]]) {
        for (const [dx, dy] of map.images(px, py, reach)) {
          dot(px + dx, py + dy, reach * map.scale);
          context.stroke();
        }
      }
      context.setLineDash([]);
    }
    // Who walks rides between the meeting points.
    const ride = data.meetings?.[passenger] ?? { x: x[passenger], y: y[passenger], toX: toX[passenger], toY: toY[passenger] };
    context.beginPath();
    map.traceLine(context, ride.x, ride.y, ride.toX, ride.toY);
    context.stroke();
    context.setLineDash([2, 4]);
    context.beginPath();
    map.traceLine(context, x[passenger], y[passenger], ride.x, ride.y);
    map.traceLine(context, ride.toX, ride.toY, toX[passenger], toY[passenger]);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = map.colour('--text');
    dot(x[passenger], y[passenger], 5);
    context.fill();
    dot(toX[passenger], toY[passenger], 7);
    context.stroke();
  }

  /** The drivers that came nearest, each with its number and the stage that failed beside the circles. */
  drawFunnelDrivers(context, drivers) {
    const { map, data, selection } = this;
    const { x, y } = data.requests;
    const reach = data.facts.circlesBind ? data.facts.radius * map.scale : 40;
    map.drawLabels(context, x[selection.passenger], y[selection.passenger], reach, drivers.map((driver) => ({
      x: driver.x, y: driver.y, colour: driver.stage < 0 ? '--good' : '--bad',
      text: `${data.drivers.names[driver.car]} · ${data.verdict(driver)}`,
    })));
  }

  /** The way of the car chosen with its stops. */
  drawWay(context, car) {
    const { map, data } = this;
    const { first, x, y } = data.tracks;
    context.strokeStyle = map.colour('--c1');
    context.lineWidth = 2.5;
    context.beginPath();
    for (let bend = first[car] + 1; bend < first[car + 1]; bend++) {
      map.traceLine(context, x[bend - 1], y[bend - 1], x[bend], y[bend]);
    }
    context.stroke();
    context.fillStyle = map.colour('--ground');
    for (let stop = data.drivers.stops[car]; stop < data.drivers.stops[car + 1]; stop++) {
      context.beginPath();
      context.arc(map.pixelX(data.stops.x[stop]), map.pixelY(data.stops.y[stop]), 4.5, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
    const place = data.position(car, this.time);
    if (!place) return;
    context.fillStyle = map.colour('--c1');
    context.fillRect(map.pixelX(place.x) - 6, map.pixelY(place.y) - 6, 12, 12);
    const persons = data.stopping(car, this.time);
    if (persons) {
      const text = ['alight', 'board'].filter((word) => persons[word] > 0).map((word) => `${persons[word]} ${word}`).join(', ');
      map.drawLabels(context, place.x, place.y, 0, [{ x: place.x, y: place.y, colour: '--c1', text }]);
    }
  }

  /** Who is nearest to a point of the screen: a passenger who waits, or a car on the road; null for nobody near. */
  nearest(px, py) {
    const { map, data, place } = this;
    let best = null;
    let least = 14 * 14;
    const look = (kind, index, x, y, weight) => {
      const squared = ((map.pixelX(x) - px) ** 2 + (map.pixelY(y) - py) ** 2) * weight;
      if (squared < least) {
        least = squared;
        best = { kind, index };
      }
    };
    if (this.layers.cars) {
      for (let i = 0; i < this.cars.count; i++) {
        const car = this.cars.list[i];
        data.positionAfter(car, this.time, data.bendAt(car, this.time), place);
        look('car', car, place.x, place.y, 1);
      }
    }
    if (this.layers.waiting) {
      // They stand still, or walk, and are fewer: who is as near as a car is meant.
      for (let i = 0; i < this.passengers.count; i++) {
        const request = this.passengers.list[i];
        data.standing(request, this.time, place);
        look('passenger', request, place.x, place.y, 0.5);
      }
    }
    return best;
  }
}
