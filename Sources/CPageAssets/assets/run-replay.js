// The replay: what is where at a time, drawn again for each frame.

/** Cars by what is free in them; the words stand in the legend. */
const CAR_KINDS = [
  { name: 'car, nobody on board', colour: '--c8' },
  { name: 'car with passengers, seats left', colour: '--c1' },
  { name: 'car, full', colour: '--c4' },
];
const PASSENGER_KINDS = {
  searching: { name: 'passenger, asks for a seat', colour: '--c2' },
  matched: { name: 'passenger, waits for the car', colour: '--c3' },
  left: { name: 'passenger, gave up', colour: '--bad' },
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
    this.selection = { passenger: -1, car: -1, attempt: -1, drivers: [] };
    this.layers = { cars: true, waiting: true, streets: true, circles: true, heat: '' };
    this.shown = () => {};
    this.prepare();
    map.changed = () => this.request();
    this.seek(data.start);
  }

  prepare() {
    const { requests, tracks, drivers, facts } = this.data;
    const order = (count, by) => Int32Array.from({ length: count }, (_, i) => i).sort((a, b) => by(a) - by(b));
    this.carStart = (car) => tracks.time[tracks.first[car]] ?? Infinity;
    this.carEnd = (car) => tracks.time[tracks.first[car + 1] - 1] ?? -Infinity;
    this.cars = order(facts.drivers, (car) => Math.min(this.carStart(car), 1e12));
    this.passengers = order(facts.requests, (request) => requests.submit[request]);
    this.gone = Float64Array.from(requests.end, (end, request) => {
      const isOpen = this.data.outcome(request) === 'in_progress';
      return isOpen && requests.pickup[request] <= ABSENT ? Infinity
        : requests.pickup[request] > ABSENT ? requests.pickup[request] : end + LEAVING;
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
    const half = size / 2;
    // One path for each colour: thousands of cars are three calls.
    const paths = CAR_KINDS.map(() => new Path2D());
    for (let i = 0; i < this.roadCount; i++) {
      const car = onRoad[i];
      const bend = data.bendAt(car, time, this.bend[car]);
      this.bend[car] = bend;
      data.positionAfter(car, time, bend, place);
      const x = map.pixelX(place.x);
      const y = map.pixelY(place.y);
      if (x < -size || y < -size || x > map.width + size || y > map.height + size) continue;
      paths[this.carKind(car)].rect(x - half, y - half, size, size);
    }
    paths.forEach((path, kind) => {
      context.fillStyle = this.colour(CAR_KINDS[kind].colour);
      context.fill(path);
    });
  }

  drawPassengers(context) {
    const { map, waiting, data, time } = this;
    const radius = Math.min(7, Math.max(2.5, 2.5 + map.transform.k * 0.3));
    const paths = { searching: new Path2D(), matched: new Path2D(), left: new Path2D() };
    for (let i = 0; i < this.waitCount; i++) {
      const request = waiting[i];
      const x = map.pixelX(data.requests.x[request]);
      const y = map.pixelY(data.requests.y[request]);
      const path = paths[data.state(request, time)];
      if (!path || x < -9 || y < -9 || x > map.width + 9 || y > map.height + 9) continue;
      if (path === paths.left) {
        path.moveTo(x - radius, y - radius);
        path.lineTo(x + radius, y + radius);
        path.moveTo(x - radius, y + radius);
        path.lineTo(x + radius, y - radius);
      } else {
        path.moveTo(x + radius, y);
        path.arc(x, y, radius, 0, 2 * Math.PI);
      }
    }
    for (const [state, path] of Object.entries(paths)) {
      const colour = this.colour(PASSENGER_KINDS[state].colour);
      if (state === 'left') {
        context.strokeStyle = colour;
        context.lineWidth = 2;
        context.stroke(path);
      } else {
        context.fillStyle = colour;
        context.fill(path);
      }
    }
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
      if (data.state(request, this.time) !== 'left') continue;
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
    this.heatMost = most;
  }

  drawSelection(context) {
    const { map, data, selection, layers } = this;
    const { passenger, car, drivers } = selection;
    const dot = (x, y, radius) => {
      context.beginPath();
      context.arc(map.pixelX(x), map.pixelY(y), radius, 0, 2 * Math.PI);
    };
    if (car >= 0) this.drawWay(context, car);
    if (passenger < 0) return;
    const { x, y, toX, toY } = data.requests;
    context.strokeStyle = this.colour('--text');
    context.lineWidth = 1.5;
    if (layers.circles && data.facts.circlesBind) {
      context.setLineDash([6, 4]);
      for (const [px, py] of [[x, y], [toX, toY]]) {
        dot(px[passenger], py[passenger], data.facts.radius * map.scale);
        context.stroke();
      }
      context.setLineDash([]);
    }
    context.beginPath();
    context.moveTo(map.pixelX(x[passenger]), map.pixelY(y[passenger]));
    context.lineTo(map.pixelX(toX[passenger]), map.pixelY(toY[passenger]));
    context.stroke();
    context.fillStyle = this.colour('--text');
    dot(x[passenger], y[passenger], 5);
    context.fill();
    dot(toX[passenger], toY[passenger], 7);
    context.stroke();
    this.drawFunnelDrivers(context, drivers, dot);
  }

  /** The drivers that came nearest, each with its number and the stage that failed beside the circles. */
  drawFunnelDrivers(context, drivers, dot) {
    const { map, data, selection } = this;
    const { x, y } = data.requests;
    const reach = data.facts.circlesBind ? data.facts.radius * map.scale : 40;
    const left = map.pixelX(x[selection.passenger]) + Math.min(reach, map.width / 4) + 14;
    context.font = '600 12px system-ui, sans-serif';
    const height = 17;
    // From the top down, so that no line crosses another; each label below the one before.
    const order = [...drivers].sort((a, b) => b.y - a.y);
    let below = map.pixelY(y[selection.passenger]) - height * (order.length - 1) / 2;
    for (const driver of order) {
      const isCandidate = driver.stage < 0;
      const [px, py] = [map.pixelX(driver.x), map.pixelY(driver.y)];
      context.strokeStyle = this.colour(isCandidate ? '--good' : '--bad');
      context.lineWidth = 2.5;
      dot(driver.x, driver.y, 8);
      context.stroke();
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(px + 8, py);
      context.lineTo(left - 3, below);
      context.stroke();
      const stage = isCandidate ? 'candidate' : data.facts.stages[driver.stage].name;
      const text = `${data.drivers.names[driver.car]} · ${stage}`;
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
    for (let bend = first[car]; bend < first[car + 1]; bend++) {
      // Over the edge of a torus the line is lifted.
      const isJump = data.side && bend > first[car]
        && Math.hypot(x[bend] - x[bend - 1], y[bend] - y[bend - 1]) > data.side / 2;
      if (bend === first[car] || isJump) context.moveTo(map.pixelX(x[bend]), map.pixelY(y[bend]));
      else context.lineTo(map.pixelX(x[bend]), map.pixelY(y[bend]));
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
