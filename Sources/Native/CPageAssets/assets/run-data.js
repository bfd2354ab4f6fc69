// The tables of a run, as `RunBlocks.swift` writes them: typed arrays, travellers by their places in the tables.

/** How a request enters the picture: it was served, lost, open when the run was cut off, or took no part. */
const [SERVED, LOST, OPEN, ABSENTEE] = [0, 1, 2, 3];

/** All that the page knows of its run; times in seconds, places in the tables' coordinates. */
class RunData {
  /** Reads the run; `prefix` is that of the blocks of one of two. */
  static async read(prefix = '') {
    const data = new RunData();
    await data.load(prefix);
    return data;
  }

  async load(prefix) {
    const facts = readJSON(`${prefix}run`);
    this.facts = facts;
    day.begin = facts.dayBegin;
    this.isGlobe = facts.geometry.kind === 'globe';
    this.side = facts.geometry.side_m ?? 0;
    const blocks = ['requests', 'attempts', 'drivers', 'stops', 'tracks', 'streets', 'request-numbers', 'driver-numbers', 'pairs', 'walks'];
    const [requests, attempts, drivers, stops, tracks, streets, requestNumbers, driverNumbers, pairs, walks] = (
      await Promise.all(blocks.map((id) => readBytes(prefix + id)))).map((bytes) => bytes && new Columns(bytes));
    // Tables have degrees with seven decimals and metres with one; tracks and streets have fewer.
    const coordinate = facts.tableScale;
    const coarse = facts.scale;
    const seconds = (columns, name) => columns.get(name, Float64Array, 1000);
    const places = (columns, name, scale = coordinate) => columns.get(name, Float64Array, scale);
    const whole = (columns, name) => columns.get(name, Int32Array);
    const names = (columns) => [...columns.get('number')].map(String);

    this.requests = {
      submit: seconds(requests, 'submit_s'),
      x: places(requests, 'origin_x'), y: places(requests, 'origin_y'),
      toX: places(requests, 'destination_x'), toY: places(requests, 'destination_y'),
      party: whole(requests, 'party_size'), outcome: whole(requests, 'outcome'), cause: whole(requests, 'cause'),
      driver: whole(requests, 'driver'), match: seconds(requests, 'match_s'), pickup: seconds(requests, 'pickup_s'),
      dropoff: seconds(requests, 'dropoff_s'), wait: seconds(requests, 'wait_s'), end: seconds(requests, 'end_s'),
      attempts: sums(whole(requests, 'attempts')), names: facts.requestNames ?? names(requestNumbers),
    };
    this.attempts = {
      cycle: whole(attempts, 'cycle'), attempt: whole(attempts, 'attempt'), time: seconds(attempts, 'time_s'),
      outcome: whole(attempts, 'outcome'), driver: whole(attempts, 'driver'), answered: seconds(attempts, 'answered_s'),
      limit: whole(attempts, 'binding_limit').map((place) => facts.bindingLimits[place]), active: whole(attempts, 'drivers_active'), left: facts.stages.map(({ column }) => attempts.get(column)),
    };
    this.drivers = {
      depart: seconds(drivers, 'depart_s'), seats: whole(drivers, 'seats'), served: whole(drivers, 'passengers_served'),
      detour: seconds(drivers, 'detour_s'), x: places(drivers, 'origin_x'), y: places(drivers, 'origin_y'),
      outcome: whole(drivers, 'outcome'), waits: whole(drivers, 'waits'), stops: sums(whole(drivers, 'stops')),
      names: facts.driverNames ?? names(driverNumbers),
    };
    this.stops = {
      arrive: seconds(stops, 'arrive_s'), leave: seconds(stops, 'leave_s'), kind: whole(stops, 'kind'),
      request: whole(stops, 'request'), party: whole(stops, 'party_size'), x: places(stops, 'x'), y: places(stops, 'y'),
      onBoard: whole(stops, 'on_board_after'),
      // The car's stop that a row belongs to; each is one of its own where parties do not share them.
      number: facts.sharesStops ? whole(stops, 'stop') : null,
    };
    this.tracks = {
      first: sums(whole(tracks, 'bends')), time: seconds(tracks, 'time_s'), x: places(tracks, 'x', coarse),
      y: places(tracks, 'y', coarse),
    };
    this.sort();
    this.fillTracks();
    if (streets) {
      this.streets = {
        first: sums(whole(streets, 'places')), isFast: whole(streets, 'is_fast'), x: places(streets, 'x', coarse),
        y: places(streets, 'y', coarse),
      };
    }
    if (pairs) {
      this.pairs = {
        request: whole(pairs, 'request'), driver: whole(pairs, 'driver'), from: seconds(pairs, 'from_s'),
        until: seconds(pairs, 'until_s').map((time) => (time > ABSENT ? time : Infinity)),
      };
    }
    if (walks) {
      this.walks = {
        request: whole(walks, 'request'), start: seconds(walks, 'start_s'), to: seconds(walks, 'walk_to_pickup_s'), from: seconds(walks, 'walk_from_dropoff_s'),
        pickupX: places(walks, 'pickup_x'), pickupY: places(walks, 'pickup_y'), dropoffX: places(walks, 'dropoff_x'), dropoffY: places(walks, 'dropoff_y'),
      };
      this.meet();
    }
    this.toldPlace = new Map(facts.told.map((request, place) => [request, place]));
    this.chunks = readJSON(`${prefix}stories`);
    this.unpacked = new Map();
    this.measure();
  }

  /** Where and when each passenger who was matched walks, to the car that took them or is to take them. */
  meet() {
    const { walks } = this;
    this.meetings = Array(this.facts.requests).fill(null);
    walks.request.forEach((request, row) => {
      this.meetings[request] = {
        x: walks.pickupX[row], y: walks.pickupY[row], toX: walks.dropoffX[row], toY: walks.dropoffY[row],
        from: walks.start[row], until: walks.start[row] + walks.to[row],
      };
    });
  }

  /** Where a passenger waits at `time`, or is on the way on foot to the car; into `place` as x and y. */
  standing(request, time, place) {
    const meeting = this.meetings?.[request];
    const { x, y } = this.requests;
    if (!meeting || time <= meeting.from || !this.isMatched(request, time)) {
      place.x = x[request];
      place.y = y[request];
      return place;
    }
    const share = time >= meeting.until ? 1 : (time - meeting.from) / (meeting.until - meeting.from);
    return placeBetween(this, x[request], y[request], meeting.x, meeting.y, share, place);
  }

  /** How each request enters the picture: by what became of it, asked for many times a frame. */
  sort() {
    const { requests, facts } = this;
    const parts = {
      unmatched: LOST, cancelled_by_passenger: LOST, cancelled_by_driver: LOST, refused_input: ABSENTEE,
      probe_hit: ABSENTEE, probe_miss: ABSENTEE, drove: ABSENTEE, in_progress: OPEN,
    };
    this.part = Uint8Array.from(requests.outcome, (outcome, request) => {
      const part = parts[facts.requestOutcomes[outcome].word] ?? SERVED;
      // Who never asked because the run was cut off first is not there.
      return part === OPEN && requests.attempts[request] === requests.attempts[request + 1] ? ABSENTEE : part;
    });
  }

  /** Whether `request` was left standing: it is over, and nobody took the passenger. */
  isLost(request) {
    return this.part[request] === LOST;
  }

  /** Cars whose bends the page lacks go straight from stop to stop, and stay at the last where the run was cut off. */
  fillTracks() {
    const { tracks, stops } = this;
    const first = this.drivers.stops;
    const isKnown = (car) => tracks.first[car + 1] > tracks.first[car];
    const isCut = (car) => this.facts.horizon !== null && first[car + 1] > first[car]
      && this.facts.driverOutcomes[this.drivers.outcome[car]].word === 'in_progress';
    let count = tracks.time.length;
    for (let car = 0; car < this.facts.drivers; car++) {
      if (!isKnown(car)) count += 2 * (first[car + 1] - first[car]) + (isCut(car) ? 1 : 0);
    }
    if (count === tracks.time.length) return;
    const filled = {
      first: new Int32Array(this.facts.drivers + 1), time: new Float64Array(count), x: new Float64Array(count),
      y: new Float64Array(count),
    };
    let place = 0;
    for (let car = 0; car < this.facts.drivers; car++) {
      if (isKnown(car)) {
        for (let bend = tracks.first[car]; bend < tracks.first[car + 1]; bend++, place++) {
          filled.time[place] = tracks.time[bend];
          filled.x[place] = tracks.x[bend];
          filled.y[place] = tracks.y[bend];
        }
      } else {
        for (let stop = first[car]; stop < first[car + 1]; stop++) {
          // Parties at one stop of the car have its times: the car stands until the last of them.
          const next = stop + 1 < first[car + 1] ? stops.arrive[stop + 1] : Infinity;
          const leave = stops.leave[stop] > ABSENT ? Math.min(stops.leave[stop], next) : stops.arrive[stop];
          for (const time of [stops.arrive[stop], leave]) {
            filled.time[place] = time;
            filled.x[place] = stops.x[stop];
            filled.y[place++] = stops.y[stop];
          }
        }
        if (isCut(car)) {
          filled.time[place] = Math.max(this.facts.horizon, filled.time[place - 1]);
          filled.x[place] = filled.x[place - 1];
          filled.y[place] = filled.y[place - 1];
          place++;
        }
      }
      filled.first[car + 1] = place;
    }
    this.tracks = filled;
  }

  /** The times and the box that all lies in. */
  measure() {
    const { requests, tracks, facts } = this;
    let [start, end] = [Infinity, 0];
    for (let i = 0; i < facts.requests; i++) {
      if (this.part[i] === ABSENTEE) continue;
      start = Math.min(start, requests.submit[i]);
      end = Math.max(end, requests.end[i], requests.dropoff[i]);
    }
    for (let i = 0; i < tracks.time.length; i++) {
      start = Math.min(start, tracks.time[i]);
      end = Math.max(end, tracks.time[i]);
    }
    const here = (column) => column.filter((_, request) => this.part[request] !== ABSENTEE);
    this.box = boxAround(this.side, [tracks.x, tracks.y], [here(requests.x), here(requests.y)], [here(requests.toX), here(requests.toY)]);
    this.start = Number.isFinite(start) ? Math.floor(start) : 0;
    this.end = Math.max(Math.ceil(facts.horizon === null ? end : Math.min(end, facts.horizon)), this.start + 1);
  }

  /** The middle of the interval in which most is matched, or where nothing is, asked for; else the start. */
  busiest() {
    const { course } = this.facts;
    for (const counts of [course.matches, course.requests_submitted]) {
      const most = Math.max(0, ...counts);
      const place = counts.indexOf(most);
      if (most > 0) return Math.min(this.end, Math.max(this.start, (course.from_s[place] + course.to_s[place]) / 2));
    }
    return this.start;
  }

  /** Which bend of `car` is the last that is not after `time`: found anew, or on from `bend` where that is one. */
  bendAt(car, time, bend = -1) {
    const { first, time: times } = this.tracks;
    let low = first[car];
    const last = first[car + 1] - 1;
    if (bend >= low && times[bend] <= time) {
      while (bend < last && times[bend + 1] <= time) bend++;
      return bend;
    }
    let high = last + 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle] <= time) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Where `car` is at `time`, behind `bend`; into `place` as x and y. */
  positionAfter(car, time, bend, place) {
    const { first, time: times, x, y } = this.tracks;
    const next = bend + 1;
    if (next >= first[car + 1] || time <= times[bend]) {
      place.x = x[bend];
      place.y = y[bend];
      return place;
    }
    return placeBetween(this, x[bend], y[bend], x[next], y[next], (time - times[bend]) / (times[next] - times[bend]), place);
  }

  /** Where `car` is at `time`; null where it is not under way. */
  position(car, time) {
    const { first, time: times } = this.tracks;
    if (first[car + 1] === first[car] || time < times[first[car]] || time > times[first[car + 1] - 1]) return null;
    return this.positionAfter(car, time, this.bendAt(car, time), { x: 0, y: 0 });
  }

  /** Where `car` is at `time`, or where it is to depart. */
  whereabouts(car, time) {
    return this.position(car, time) ?? { x: this.drivers.x[car], y: this.drivers.y[car] };
  }

  /** The stop that `car` has made last at `time`; −1 before the departure. */
  stopAt(car, time) {
    const first = this.drivers.stops;
    let stop = first[car] - 1;
    while (stop + 1 < first[car + 1] && this.stops.arrive[stop + 1] <= time) stop++;
    return stop < first[car] ? -1 : stop;
  }

  /** The rows of a car's stop that `row` belongs to: the first, and the one behind the last. */
  rowsOfStop(car, row) {
    const { number } = this.stops;
    let [from, to] = [row, row + 1];
    while (number && from > this.drivers.stops[car] && number[from - 1] === number[row]) from--;
    while (number && to < this.drivers.stops[car + 1] && number[to] === number[row]) to++;
    return [from, to];
  }

  /** How many persons alight and board where `car` stands at `time`; null where it makes no such stop. */
  stopping(car, time) {
    const row = this.stopAt(car, time);
    if (row < 0 || !(this.stops.leave[row] >= time)) return null;
    const persons = { alight: 0, board: 0 };
    const [from, to] = this.rowsOfStop(car, row);
    for (let one = from; one < to; one++) {
      const { word } = this.facts.stopKinds[this.stops.kind[one]];
      if (word.endsWith('dropoff')) persons.alight += this.stops.party[one];
      if (word.endsWith('pickup')) persons.board += this.stops.party[one];
    }
    return persons.alight + persons.board > 0 ? persons : null;
  }

  /** The state of a passenger at `time`: before, searching, matched, riding, served or left; none for probes. */
  state(request, time) {
    const { submit, pickup, dropoff, end } = this.requests;
    const part = this.part[request];
    if (part === ABSENTEE) return 'none';
    if (time < submit[request]) return 'before';
    if (pickup[request] > ABSENT && time >= pickup[request]) {
      return dropoff[request] > ABSENT && time >= dropoff[request] ? 'served' : 'riding';
    }
    // Who is in progress when the run is cut off waits on.
    if (part === LOST && time >= end[request]) return 'left';
    return this.isMatched(request, time) ? 'matched' : 'searching';
  }

  /** Whether a driver has said yes at `time` and has not cancelled: then another attempt would have begun. */
  isMatched(request, time) {
    const { attempts, requests, facts } = this;
    let attempt = requests.attempts[request + 1] - 1;
    while (attempt >= requests.attempts[request] && attempts.time[attempt] > time) attempt--;
    return attempt >= requests.attempts[request] && attempts.answered[attempt] > ABSENT
      && attempts.answered[attempt] <= time && facts.attemptOutcomes[attempts.outcome[attempt]].word === 'accepted';
  }

  /** What became of a `driver` of an attempt: a candidate, the stage that failed, or the limit that bound. */
  verdict({ stage, limit }) {
    if (stage < 0) return 'candidate';
    return limit >= 0 ? `limit on ${this.facts.limits[limit].title}` : this.facts.stages[stage].name;
  }

  outcome(request) {
    return this.facts.requestOutcomes[this.requests.outcome[request]].word;
  }

  cause(request) {
    return this.facts.requestCauses[this.requests.cause[request]].word;
  }

  /** The story of `request` as `detour explain` tells it: heading and sections; null where the page does not tell it. */
  async story(request) {
    const place = this.toldPlace.get(request);
    if (place === undefined) return null;
    const size = this.facts.storiesInChunk;
    const chunk = Math.floor(place / size);
    if (!this.unpacked.has(chunk)) {
      const [count, text] = this.chunks[chunk];
      this.unpacked.set(chunk, inflate(text, count).then((bytes) => JSON.parse(new TextDecoder().decode(bytes))));
    }
    const [heading, sections] = (await this.unpacked.get(chunk))[place % size];
    return {
      heading,
      sections: sections.map(([text, drivers]) => ({
        text,
        drivers: drivers.map(([car, x, y, stage, limit]) => ({
          car, x: x / this.facts.scale, y: y / this.facts.scale, stage, limit,
        })),
      })),
    };
  }
}
