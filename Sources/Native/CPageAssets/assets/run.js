// The page of a run: what is chosen, what is told of it, and the charts.

/** The page of the run whose data the page holds. */
class RunPage {
  constructor(data) {
    this.data = data;
    this.records = carpoolRecords(data);
    this.scope = new Scope([this.records]);
    this.scopeSection = new ScopeSection(this.scope, [['requests submitted', 'requests_submitted'], ['matches', 'matches']], { format: clock, more: '; the map shows all cars' });
    this.map = new RunMap(data);
    this.replay = new Replay(data, this.map);
    wirePlayer(this.replay, 60, clock, () => `${decimal(this.replay.cars.count)} cars on the road · ${decimal(this.waitingNow())} waiting${data.pairs ? ` · ${decimal(this.replay.pairs.count)} paired for now` : ''}`);
    wireLayersOf(this.replay.layers, data.facts.requestCauses, () => this.replay.request());
    this.wireChoice();
    this.replay.seek(data.busiest());
    this.replay.keepTime();
    this.map.keepView();
    drawMapLegend([...CAR_KINDS, ...Object.values(PASSENGER_KINDS), ...(data.pairs ? [PAIR_KIND] : []), ...(data.walks ? [WALK_KIND] : []),
      ...(this.replay.flows.isKnown ? [FLOW_KIND] : []), ARC_KIND]);
    this.drawTimeline();
    this.scope.follow(() => {
      this.replay.show(this.scope.mask(this.records), this.scope.from, this.scope.to);
      this.drawTimeline();
    });
    drawFunnelOf(byId('funnel'), this.scope);
    drawCausesOf({ table: byId('causes'), byTime: byId('causes-by-time') }, this.scope, {
      head: 'cause of the last attempt', nobody: 'Nobody was left standing.', title: 'Passengers left standing, by the time they asked',
    });
    drawSpreadsOf(byId('spread'), this.scope);
    drawCourseOf(byId('course'), this.scope);
  }

  // Time.

  waitingNow() {
    const { replay, data } = this;
    let count = 0;
    for (let i = 0; i < replay.passengers.count; i++) {
      if (data.state(replay.passengers.list[i], replay.time) !== 'left') count++;
    }
    return count;
  }

  // Who is chosen.

  wireChoice() {
    const { data, replay } = this;
    wireMapClick(this.map, (px, py) => {
      const found = replay.nearest(px, py);
      if (found?.kind === 'passenger') this.choosePassenger(found.index);
      else if (found) this.chooseCar(found.index);
    });
    const places = (names) => new Map(names.map((name, place) => [name, place]));
    this.passengerPlaces = places(data.requests.names);
    this.carPlaces = places(data.drivers.names);
    const wire = (id, known, what, choose) => wireNumber(byId(id), known, what, choose, (...content) => this.tell(...content));
    wire('passenger', this.passengerPlaces, 'passenger', (place) => this.choosePassenger(place, true));
    wire('car', this.carPlaces, 'car', (place) => this.chooseCar(place, true));
    // The next of those in the scope.
    const step = (by) => {
      const count = data.facts.requests;
      const mask = this.scope.mask(this.records);
      let at = Math.max(replay.selection.passenger, by > 0 ? -1 : 0);
      for (let passed = 0; passed < count; passed++) {
        at = (at + by + count) % count;
        if (!mask || mask[at]) return this.choosePassenger(at, true);
      }
    };
    byId('previous').addEventListener('click', () => step(-1));
    byId('next').addEventListener('click', () => step(1));
    const { selection } = replay;
    viewState.add('passenger', () => (selection.passenger >= 0 ? data.requests.names[selection.passenger] : null), (text) => {
      const place = this.passengerPlaces.get(text);
      if (place !== undefined) this.choosePassenger(place);
      else this.chooseNobody();
    });
    viewState.add('car', () => (selection.car >= 0 ? data.drivers.names[selection.car] : null), (text) => {
      const place = this.carPlaces.get(text);
      if (place !== undefined) this.chooseCar(place);
    });
  }

  tell(...content) {
    byId('story-text').replaceChildren(...content.flat().filter(Boolean));
  }

  select(selection) {
    Object.assign(this.replay.selection, { passenger: -1, car: -1, drivers: [] }, selection);
    this.replay.request();
    viewState.changed();
  }

  /** Nobody is chosen. */
  chooseNobody() {
    this.select({});
    for (const id of ['passenger', 'car']) byId(id).value = '';
    this.tell(element('p', { class: 'quiet' }, 'Choose a passenger or a car on the map, or give its number.'));
  }

  goTo(time) {
    this.replay.pause();
    this.replay.seek(time);
  }

  /** A button that goes to a time. */
  timeButton(time, text = clock(time), also = () => {}) {
    return element('button', { type: 'button', class: 'time', click: () => { this.goTo(time); also(); } }, text);
  }

  async choosePassenger(request, goesThere = false) {
    const { data } = this;
    const { requests } = data;
    this.select({ passenger: request });
    byId('passenger').value = requests.names[request];
    byId('car').value = '';
    if (goesThere) {
      this.goTo(requests.submit[request]);
      this.map.show(requests.x[request], requests.y[request]);
    }
    const story = await data.story(request);
    // Somebody else may have been chosen meanwhile.
    if (this.replay.selection.passenger !== request) return;
    const outcome = data.facts.requestOutcomes[requests.outcome[request]];
    const cause = data.facts.requestCauses[requests.cause[request]];
    const head = [
      element('h3', { role: 'status' }, `Passenger ${requests.names[request]}: ${inWords(outcome.word)}`),
      element('p', {}, outcome.meaning, cause.word ? ` Cause: ${cause.meaning}.` : ''),
      this.timesOf(request),
    ];
    const { attempts } = data;
    const first = requests.attempts[request];
    const [sections, buttons, shows] = [[], [], []];
    for (let attempt = first; attempt < requests.attempts[request + 1]; attempt++) {
      const section = story?.sections[attempt - first];
      const show = () => {
        this.select({ passenger: request, drivers: section?.drivers ?? [] });
        buttons.forEach((other, place) => other.setAttribute('aria-pressed', String(first + place === attempt)));
      };
      const button = this.timeButton(attempts.time[attempt], clock(attempts.time[attempt]), show);
      button.setAttribute('title', 'show the drivers of this attempt');
      buttons.push(button);
      shows.push(show);
      sections.push(element('li', {}, button, ' ', this.attemptWords(attempt), section
        ? element('pre', { class: 'told' }, withoutTitle(section.text)) : this.funnelWords(attempt)));
    }
    const command = ['detour', 'explain', data.facts.folder, requests.names[request]].map(quotedForShell).join(' ');
    this.tell(head, story ? element('pre', { class: 'told heading' }, withoutTitle(story.heading))
      : element('p', { class: 'quiet' }, 'Who came near in each attempt is told by ', element('code', {}, command), '.'),
      element('ol', { class: 'attempts' }, sections));
    // The attempt that the clock has come to.
    const reached = shows.filter((_, place) => attempts.time[first + place] <= this.replay.time + 0.5).length;
    shows[Math.max(0, reached - 1)]?.();
  }

  timesOf(request) {
    const { requests, drivers } = this.data;
    const steps = [['asked', requests.submit], ['matched', requests.match], ['picked up', requests.pickup], ['dropped off', requests.dropoff]];
    const items = steps.filter(([, times]) => times[request] > ABSENT)
      .map(([name, times]) => element('li', {}, `${name} `, this.timeButton(times[request])));
    const driver = requests.driver[request];
    if (driver >= 0) {
      items.push(element('li', {}, 'car ', element('button', {
        type: 'button', click: () => this.chooseCar(driver),
      }, drivers.names[driver])));
    }
    return element('ul', { class: 'times' }, items);
  }

  attemptWords(attempt) {
    const { attempts, facts } = this.data;
    const outcome = facts.attemptOutcomes[attempts.outcome[attempt]];
    const driver = attempts.driver[attempt];
    const asked = driver >= 0 ? ` by driver ${this.data.drivers.names[driver]}` : '';
    const limit = facts.limits[attempts.limit[attempt]];
    return element('span', { title: outcome.meaning }, `cycle ${attempts.cycle[attempt]}, attempt ${attempts.attempt[attempt]}: ${inWords(outcome.word)}${asked}`,
      limit ? element('span', { class: 'bound', title: limit.meaning }, `; the closest driver broke the limit on ${limit.title} `,
        element('code', { class: 'column' }, limit.word)) : null);
  }

  /** How many drivers each stage left, up to the one that left nobody. */
  funnelWords(attempt) {
    const { attempts, facts } = this.data;
    const parts = [`${attempts.active[attempt]} drivers active`];
    for (const [stage, { left }] of facts.stages.entries()) {
      const count = attempts.left[stage][attempt];
      if (count < 0) continue;
      parts.push(`${count} ${left}`);
      if (count === 0) break;
    }
    return element('p', { class: 'quiet' }, parts.join(' → '));
  }

  chooseCar(car, goesThere = false) {
    const { data } = this;
    const { drivers, stops, requests } = data;
    this.select({ car });
    byId('car').value = drivers.names[car];
    byId('passenger').value = '';
    if (goesThere) {
      this.goTo(drivers.depart[car]);
      this.map.show(drivers.x[car], drivers.y[car]);
    }
    const rows = [];
    for (let stop = drivers.stops[car]; stop < drivers.stops[car + 1]; stop++) {
      const kind = data.facts.stopKinds[stops.kind[stop]];
      const request = stops.request[stop];
      // Parties that share a stop of the car stand below one time.
      const [from, to] = data.rowsOfStop(car, stop);
      const time = stop > from ? null : element('td', to > from + 1 ? { rowspan: to - from } : {}, this.timeButton(stops.arrive[stop]));
      rows.push(element('tr', to > stop + 1 ? { class: 'goes-on' } : {},
        ...(time ? [time] : []),
        element('td', { title: kind.meaning }, kind.word),
        element('td', {}, request < 0 ? '' : element('button', {
          type: 'button', click: () => this.choosePassenger(request),
        }, requests.names[request])),
        element('td', { class: 'number' }, request < 0 ? '' : String(stops.party[stop])),
        element('td', { class: 'number' }, String(stops.onBoard[stop]))));
    }
    const outcome = data.facts.driverOutcomes[drivers.outcome[car]];
    const served = drivers.served[car];
    const what = drivers.waits[car] ? 'of driving' : 'later than alone';
    const detour = drivers.detour[car] > ABSENT && served > 0 ? `, ${decimal(drivers.detour[car] / 60, 1)} min ${what}` : '';
    this.tell(
      element('h3', { role: 'status' }, `Car ${drivers.names[car]}: ${inWords(outcome.word)}`),
      element('p', {}, `${outcome.meaning} ${drivers.seats[car]} seats; ${served} ${served === 1 ? 'passenger' : 'passengers'} served${detour}.`),
      element('table', {}, element('thead', {}, element('tr', {}, ['time', 'stop', 'passenger', 'persons', 'on board'].map(
        (name) => element('th', { scope: 'col' }, name)))), element('tbody', {}, rows)));
  }

  // The time line: matches upwards, losses downwards.

  drawTimeline() {
    const { requests, facts } = this.data;
    const { course } = facts;
    const mask = this.scope.mask(this.records);
    const losses = countsIn(course.from_s, requests.end.filter((_, request) => this.data.isLost(request) && (!mask || mask[request])));
    const matches = this.scope.isFiltered ? countsIn(course.from_s, requests.match.filter((_, request) => mask[request])) : course.matches;
    const [up, down] = [{ name: 'matches', counts: matches, colour: '--c3' }, { name: 'losses', counts: losses, colour: '--c2' }];
    if (this.timeline) {
      this.timeline.up.counts = matches;
      this.timeline.down.counts = losses;
      this.replay.drawTimeline();
      return;
    }
    this.timeline = { up, down };
    drawTimelineOf(byId('timeline-chart'), this.replay, course, up, down);
  }
}

/** What `detour explain` tells without its first line, which the page says itself. */
const withoutTitle = (text) => text.replace(/^\n?[^\n]*\n?/, '');

/** What tests ask the page for. */
function exposeRun(page) {
  const { data, replay } = page;
  window.detour = {
    counts: () => ({
      requests: data.facts.requests, drivers: data.facts.drivers,
      served: data.requests.dropoff.filter((time) => time > ABSENT).length,
    }),
    span: () => [data.start, data.end],
    time: () => replay.time,
    seek: (time) => replay.seek(time),
    onRoad: () => replay.cars.count,
    positions: (time) => data.drivers.names.map((name, car) => {
      const place = data.position(car, time);
      return place ? [name, place.x, place.y] : null;
    }).filter(Boolean),
    waiting: () => page.waitingNow(),
    shown: () => Array.from(page.scope.mask(page.records) ?? new Uint8Array(data.facts.requests).fill(1)),
    window: () => [page.scope.from, page.scope.to],
    funnel: () => page.records.funnel(page.scope.mask(page.records)),
    spreads: () => page.records.spreads.map((spread) => [spread.metric, page.records.values(spread, page.scope.mask(page.records))]),
    labels: () => page.map.labels ?? [],
    flows: () => {
      const { streets } = data;
      return [...replay.flows.counts(page.scope.from, page.scope.to)].map((count, line) => {
        const [a, b] = [streets.first[line], streets.first[line + 1] - 1];
        return [streets.x[a], streets.y[a], streets.x[b], streets.y[b], count];
      });
    },
    missed: () => replay.flows.missed,
    arcs: () => arcsOf(data, page.scope.mask(page.records)), box: () => data.box,
    walking: () => replay.walking().map(([row, isTo]) => [data.requests.names[data.walks.request[row]], isTo]),
    pairs: () => Array.from(replay.pairs.list.subarray(0, replay.pairs.count), (pair) => {
      const { x, y } = data.whereabouts(data.pairs.driver[pair], replay.time);
      return [data.requests.names[data.pairs.request[pair]], data.drivers.names[data.pairs.driver[pair]], x, y];
    }),
    standing: (time) => data.requests.names.map((name, request) => {
      const { x, y } = data.standing(request, time, { x: 0, y: 0 });
      return [name, x, y];
    }),
    stopping: (time) => data.drivers.names.map((name, car) => [name, data.stopping(car, time)]).filter(([, persons]) => persons),
    states: (time) => data.requests.names.map((name, request) => [name, data.state(request, time)]),
    pixelOf: (passenger) => {
      const { x, y } = data.standing(page.passengerPlaces.get(passenger), replay.time, { x: 0, y: 0 });
      return [page.map.pixelX(x), page.map.pixelY(y)];
    },
    frames: (seconds) => new Promise((resolve) => {
      let [count, start] = [0, performance.now()];
      const step = () => {
        count++;
        if (performance.now() - start >= 1000 * seconds) resolve(count * 1000 / (performance.now() - start));
        else requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    }),
  };
}

RunData.read().then((data) => {
  exposeRun(new RunPage(data));
  viewState.start();
  document.documentElement.dataset.ready = 'true';
});
