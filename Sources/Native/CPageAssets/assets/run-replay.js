// The replay: what is where at a time, drawn again for each frame.

/** Cars by what is free in them; the words stand in the legend. */
const CAR_KINDS = [
  { name: 'car, nobody on board', colour: '--map-empty', share: 0.8 },
  { name: 'car with passengers, seats left', colour: '--map-shared', share: 1 },
  { name: 'car, full', colour: '--map-full', share: 1.2, isHollow: true },
];
const PASSENGER_KINDS = {
  searching: { name: 'passenger, asks for a seat', colour: '--map-asks', sign: 'dot' },
  matched: { name: 'passenger, waits for the car', colour: '--map-waits', sign: 'ring' },
  left: { name: 'passenger, gave up', colour: '--map-asks', sign: 'cross' },
};
/** How long who gave up is shown, seconds. */
const LEAVING = 90;

class Replay {
  constructor(data, map) {
    this.data = data;
    this.map = map;
    this.time = data.start;
    this.speed = 60;
    this.isPlaying = false;
    this.selection = { passenger: -1, car: -1, drivers: [] };
    this.layers = { cars: true, waiting: true, streets: true, circles: true, heat: '' };
    this.shown = () => {};
    this.prepare();
    map.changed = () => this.request();
    this.seek(data.start);
  }

  prepare() {
    const { requests, tracks, drivers, facts } = this.data;
    const order = (count, by) => Int32Array.from({ length: count }, (_, i) => i).sort((a, b) => by(a) - by(b));
    // A car that never departed has no bends.
    const drives = (car) => tracks.first[car + 1] > tracks.first[car];
    this.carStart = (car) => (drives(car) ? tracks.time[tracks.first[car]] : 1e12);
    this.carEnd = (car) => (drives(car) ? tracks.time[tracks.first[car + 1] - 1] : -1e12);
    this.cars = order(facts.drivers, this.carStart);
    this.passengers = order(facts.requests, (request) => requests.submit[request]);
    this.gone = Float64Array.from(requests.end, (end, request) => {
      const part = this.data.part[request];
      if (part === ABSENTEE) return -Infinity;
      if (requests.pickup[request] > ABSENT) return requests.pickup[request];
      return part === OPEN ? Infinity : end + LEAVING;
    });
    this.bend = new Int32Array(facts.drivers).fill(-1);
    this.stop = new Int32Array(facts.drivers).fill(-1);
    this.onRoad = new Int32Array(facts.drivers);
    this.waiting = new Int32Array(facts.requests);
    this.place = { x: 0, y: 0 };
  }

  /** Goes to `time`, wherever that is. */
  seek(time) {
    const { data } = this;
    this.time = Math.min(data.end, Math.max(data.start, time));
    this.carsSeen = 0;
    this.passengersSeen = 0;
    this.roadCount = 0;
    this.waitCount = 0;
    this.bend.fill(-1);
    this.stop.fill(-1);
    this.advance();
    this.request();
  }

  /** Lets come and go whoever does until now. */
  advance() {
    const { cars, passengers, onRoad, waiting, time } = this;
    const { submit } = this.data.requests;
    while (this.carsSeen < cars.length && this.carStart(cars[this.carsSeen]) <= time) {
      const car = cars[this.carsSeen++];
      if (this.carEnd(car) > time) onRoad[this.roadCount++] = car;
    }
    while (this.passengersSeen < passengers.length && submit[passengers[this.passengersSeen]] <= time) {
      const request = passengers[this.passengersSeen++];
      if (this.gone[request] > time) waiting[this.waitCount++] = request;
    }
    let kept = 0;
    for (let i = 0; i < this.roadCount; i++) if (this.carEnd(onRoad[i]) > time) onRoad[kept++] = onRoad[i];
    this.roadCount = kept;
    kept = 0;
    for (let i = 0; i < this.waitCount; i++) if (this.gone[waiting[i]] > time) waiting[kept++] = waiting[i];
    this.waitCount = kept;
  }

  /** Draws at the next frame, and goes on where it plays. */
  request() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame((now) => {
      this.pending = false;
      this.frame(now);
    });
  }

  frame(now) {
    if (this.isPlaying) {
      // A page that was out of sight does not jump when it is looked at again.
      const passed = Math.min(0.25, (now - (this.before ?? now)) / 1000);
      this.before = now;
      this.time = Math.min(this.data.end, this.time + passed * this.speed);
      this.advance();
      if (this.time >= this.data.end) this.pause();
    }
    this.draw();
    this.shown();
    if (this.isPlaying) this.request();
  }

  play() {
    if (this.time >= this.data.end) this.seek(this.data.start);
    this.isPlaying = true;
    this.before = undefined;
    this.request();
  }

  pause() {
    this.isPlaying = false;
    this.request();
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
    map.drawGround(layers.streets);
    const context = map.canvas.getContext('2d');
    context.setTransform(map.ratio, 0, 0, map.ratio, 0, 0);
    context.clearRect(0, 0, map.width, map.height);
    this.colours ??= new Map();
    if (layers.heat) this.drawHeat(context);
    if (layers.waiting) this.drawPassengers(context);
    if (layers.cars) this.drawCars(context);
    this.drawSelection(context);
  }

  /** The colour of the style's variable `name`; asked for once until the reader's setting changes. */
  colour(name) {
    if (!this.colours.has(name)) this.colours.set(name, styled(name));
    return this.colours.get(name);
  }

  drawCars(context) {
    const { map, onRoad, place, data, time } = this;
    const size = Math.min(9, Math.max(3, 3 + map.transform.k * 0.4));
    // The colour is set three times, not for each of thousands of cars.
    const kinds = CAR_KINDS.map(() => []);
    const { timesX, plusX, timesY, plusY } = map.projection;
    for (let i = 0; i < this.roadCount; i++) {
      const car = onRoad[i];
      const bend = data.bendAt(car, time, this.bend[car]);
      this.bend[car] = bend;
      data.positionAfter(car, time, bend, place);
      const x = place.x * timesX + plusX;
      const y = place.y * timesY + plusY;
      if (x < -size || y < -size || x > map.width + size || y > map.height + size) continue;
      kinds[this.carKind(car)].push(x, y);
    }
    kinds.forEach((middles, kind) => {
      const { colour, share, isHollow } = CAR_KINDS[kind];
      const squares = (side) => {
        for (let i = 0; i < middles.length; i += 2) {
          context.fillRect(middles[i] - side / 2, middles[i + 1] - side / 2, side, side);
        }
      };
      context.fillStyle = this.colour(colour);
      squares(size * share);
      if (!isHollow) return;
      context.fillStyle = this.colour('--ground');
      squares(size * share * 0.4);
    });
  }

  drawPassengers(context) {
    const { map, waiting, data, time } = this;
    const { x: atX, y: atY } = data.requests;
    const radius = Math.min(7, Math.max(2.5, 2.5 + map.transform.k * 0.3));
    const signs = { searching: this.sign('searching', radius), matched: this.sign('matched', radius), left: this.sign('left', radius) };
    const size = 2 * radius + 4;
    const { timesX, plusX, timesY, plusY } = map.projection;
    for (let i = 0; i < this.waitCount; i++) {
      const request = waiting[i];
      const x = atX[request] * timesX + plusX;
      const y = atY[request] * timesY + plusY;
      if (x < -9 || y < -9 || x > map.width + 9 || y > map.height + 9) continue;
      const sign = signs[data.state(request, time)];
      if (sign) context.drawImage(sign, x - size / 2, y - size / 2, size, size);
    }
  }

  /** The sign of passengers in `state`, drawn once: to copy it is faster than to draw thousands of circles. */
  sign(state, radius) {
    const key = `${state} ${radius}`;
    if (this.colours.has(key)) return this.colours.get(key);
    const canvas = document.createElement('canvas');
    const size = 2 * radius + 4;
    canvas.width = canvas.height = Math.ceil(size * this.map.ratio);
    const context = canvas.getContext('2d');
    context.scale(canvas.width / size, canvas.height / size);
    context.translate(size / 2, size / 2);
    const { colour: name, sign } = PASSENGER_KINDS[state];
    const colour = this.colour(name);
    context.beginPath();
    if (sign === 'cross') {
      context.moveTo(-radius, -radius);
      context.lineTo(radius, radius);
      context.moveTo(-radius, radius);
      context.lineTo(radius, -radius);
      context.strokeStyle = colour;
      context.lineWidth = 2;
      context.stroke();
    } else if (sign === 'ring') {
      context.arc(0, 0, radius, 0, 2 * Math.PI);
      context.fillStyle = this.colour('--ground');
      context.fill();
      context.strokeStyle = colour;
      context.lineWidth = 1.5;
      context.stroke();
    } else {
      context.arc(0, 0, radius, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.fill();
    }
    if (this.colours.size > 200) this.colours.clear();
    this.colours.set(key, canvas);
    return canvas;
  }

  /** Squares of the map by how many were left standing in them until now, for the cause chosen or for all. */
  drawHeat(context) {
    const { map, data, layers } = this;
    const cells = 40;
    const { box } = data;
    const side = Math.max((box.east - box.west) * map.across, (box.north - box.south) * map.along) / cells || 1;
    const [wide, high] = [side / map.across, side / map.along];
    const counts = new Map();
    let most = 0;
    for (let i = 0; i < this.passengersSeen; i++) {
      const request = this.passengers[i];
      if (!data.isLost(request) || data.requests.end[request] > this.time) continue;
      if (layers.heat !== '*' && data.cause(request) !== layers.heat) continue;
      const key = Math.floor((data.requests.x[request] - box.west) / wide) * 4096
        + Math.floor((data.requests.y[request] - box.south) / high);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      most = Math.max(most, count);
    }
    context.fillStyle = this.colour('--bad');
    for (const [key, count] of counts) {
      const x = box.west + Math.floor(key / 4096) * wide;
      const y = box.south + (key % 4096) * high;
      context.globalAlpha = 0.12 + 0.68 * count / most;
      context.fillRect(map.pixelX(x), map.pixelY(y + high), side * map.scale + 0.5, side * map.scale + 0.5);
    }
    context.globalAlpha = 1;
  }

  drawSelection(context) {
    const { map, data, selection } = this;
    const { passenger, car, drivers } = selection;
    context.save();
    if (data.side) {
      // What goes over the edge of a torus comes in on the other side.
      context.beginPath();
      context.rect(map.pixelX(0), map.pixelY(data.side), data.side * map.scale, data.side * map.scale);
      context.clip();
    }
    this.drawChosen(context, passenger, car);
    context.restore();
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
    context.strokeStyle = this.colour('--text');
    context.lineWidth = 1.5;
    const reach = data.facts.radius;
    if (layers.circles && data.facts.circlesBind) {
      context.setLineDash([6, 4]);
      for (const [px, py] of [[x[passenger], y[passenger]], [toX[passenger], toY[passenger]]]) {
        for (const [dx, dy] of this.images(px, py, reach)) {
          dot(px + dx, py + dy, reach * map.scale);
          context.stroke();
        }
      }
      context.setLineDash([]);
    }
    context.beginPath();
    this.traceLine(context, x[passenger], y[passenger], toX[passenger], toY[passenger]);
    context.stroke();
    context.fillStyle = this.colour('--text');
    dot(x[passenger], y[passenger], 5);
    context.fill();
    dot(toX[passenger], toY[passenger], 7);
    context.stroke();
  }

  /** How far a disc of `reach` around a place is to be moved so that all of it is seen: on a torus it comes out behind. */
  images(x, y, reach) {
    const { side } = this.data;
    const moves = (at) => [0, ...(side && at < reach ? [side] : []), ...(side && at > side - reach ? [-side] : [])];
    return moves(x).flatMap((dx) => moves(y).map((dy) => [dx, dy]));
  }

  /** Adds the straight line between two places; on a torus the shortest, which may go over the edge and come back. */
  traceLine(context, ax, ay, bx, by) {
    const { map, data } = this;
    const { side } = data;
    const segment = (fromX, fromY, toX, toY) => {
      context.moveTo(map.pixelX(fromX), map.pixelY(fromY));
      context.lineTo(map.pixelX(toX), map.pixelY(toY));
    };
    const [overX, overY] = side ? [-side * Math.round((bx - ax) / side), -side * Math.round((by - ay) / side)] : [0, 0];
    segment(ax, ay, bx + overX, by + overY);
    if (overX || overY) segment(ax - overX, ay - overY, bx, by);
  }

  /** The drivers that came nearest, each with its number and the stage that failed beside the circles. */
  drawFunnelDrivers(context, drivers) {
    const { map, data, selection } = this;
    const { x, y } = data.requests;
    const reach = data.facts.circlesBind ? data.facts.radius * map.scale : 40;
    context.font = '600 12px system-ui, sans-serif';
    const words = (driver) => `${data.drivers.names[driver.car]} · ${driver.stage < 0 ? 'candidate' : data.facts.stages[driver.stage].name}`;
    const widest = Math.max(0, ...drivers.map((driver) => context.measureText(words(driver)).width));
    const beside = map.pixelX(x[selection.passenger]) + Math.min(reach, map.width / 4) + 14;
    const left = Math.max(8, Math.min(beside, map.width - widest - 8));
    const height = 17;
    // From the top down, so that no line crosses another; each label below the one before.
    const order = [...drivers].sort((a, b) => b.y - a.y);
    const top = map.pixelY(y[selection.passenger]) - height * (order.length - 1) / 2;
    let below = Math.max(12, Math.min(top, map.height - height * order.length));
    for (const driver of order) {
      const isCandidate = driver.stage < 0;
      const [px, py] = [map.pixelX(driver.x), map.pixelY(driver.y)];
      context.strokeStyle = this.colour(isCandidate ? '--good' : '--bad');
      context.lineWidth = 2.5;
      context.beginPath();
      context.arc(px, py, 8, 0, 2 * Math.PI);
      context.stroke();
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(px + 8, py);
      context.lineTo(left - 3, below);
      context.stroke();
      const text = words(driver);
      context.fillStyle = this.colour('--ground');
      context.fillRect(left - 2, below - 8, context.measureText(text).width + 4, 16);
      context.fillStyle = this.colour('--text');
      context.fillText(text, left, below + 4);
      below += height;
    }
  }

  /** The way of the car chosen with its stops. */
  drawWay(context, car) {
    const { map, data } = this;
    const { first, x, y } = data.tracks;
    context.strokeStyle = this.colour('--c1');
    context.lineWidth = 2.5;
    context.beginPath();
    for (let bend = first[car] + 1; bend < first[car + 1]; bend++) {
      this.traceLine(context, x[bend - 1], y[bend - 1], x[bend], y[bend]);
    }
    context.stroke();
    context.fillStyle = this.colour('--ground');
    for (let stop = data.drivers.stops[car]; stop < data.drivers.stops[car + 1]; stop++) {
      context.beginPath();
      context.arc(map.pixelX(data.stops.x[stop]), map.pixelY(data.stops.y[stop]), 4.5, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
    const place = data.position(car, this.time);
    if (!place) return;
    context.fillStyle = this.colour('--c1');
    context.fillRect(map.pixelX(place.x) - 6, map.pixelY(place.y) - 6, 12, 12);
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
      for (let i = 0; i < this.roadCount; i++) {
        const car = this.onRoad[i];
        data.positionAfter(car, this.time, data.bendAt(car, this.time), place);
        look('car', car, place.x, place.y, 1);
      }
    }
    if (this.layers.waiting) {
      // They stand still and are fewer: who is as near as a car is meant.
      for (let i = 0; i < this.waitCount; i++) {
        const request = this.waiting[i];
        look('passenger', request, data.requests.x[request], data.requests.y[request], 0.5);
      }
    }
    return best;
  }
}
