// The page of two runs side by side: one scope for both, two maps with one clock, and the requests that ended otherwise.

/** Plays two replays at the same time. */
class Duo extends Player {
  constructor(replays) {
    const [start, end] = [d3.min(replays, (replay) => replay.start), d3.max(replays, (replay) => replay.end)];
    super(replays[0].map, start, end, 60);
    this.replays = replays;
    for (const replay of replays) {
      replay.map.changed = () => this.request();
      replay.layers = replays[0].layers;
    }
    this.seek(start);
  }

  restart() {
    for (const replay of this.replays) {
      replay.time = this.time;
      replay.restart();
    }
  }

  advance() {
    for (const replay of this.replays) {
      replay.time = this.time;
      replay.advance();
    }
  }

  draw() {
    for (const replay of this.replays) replay.draw();
  }
}

/** Whether the request in row `a` of one run is the same as that in row `b` of the other: asked at the same time, from and to the same places. */
function isSameRequest(sides, a, b) {
  const [one, other] = sides.map(({ records }) => records);
  if (one.submit[a] !== other.submit[b]) return false;
  const [p, q] = sides.map(({ data }) => data?.requests);
  return !p || ['x', 'y', 'toX', 'toY'].every((name) => Math.abs(p[name][a] - q[name][b]) < 1e-6 || !(p[name][a] > ABSENT) && !(q[name][b] > ABSENT));
}

/** Both runs on the page. */
class PairPage {
  constructor(sides, axis) {
    this.sides = sides;
    this.scope = new Scope(sides.map(({ records }) => records));
    const { charts } = sides[0].records;
    this.scopeSection = new ScopeSection(this.scope, curvesOf(charts), { ...axis, more: `${sides[0].data ? '; the maps show all cars' : ''}${axis.more}` });
    this.match();
    if (sides[0].data) this.drawMaps();
    this.drawFates();
    if (sides[0].data) {
      drawFunnelOf(byId('funnel'), this.scope);
      drawCausesOf({ table: byId('causes'), byTime: byId('causes-by-time') }, this.scope, {
        head: 'cause of the last attempt', nobody: 'Nobody was left standing.', title: 'passengers left standing, by the time they asked',
      });
      drawSpreadsOf(byId('spread'), this.scope);
      drawCourseOf(byId('course'), this.scope);
    } else drawMarketSections(this.scope, axis);
  }

  /** For each request of the first run the row of the same one in the other; -1 where there is none. */
  match() {
    const [a, b] = this.sides.map(({ records }) => records);
    const rows = new Map(b.names.map((name, row) => [name, row]));
    this.partner = a.names.map((name, row) => {
      const other = rows.get(name);
      return other !== undefined && isSameRequest(this.sides, row, other) ? other : -1;
    });
    this.shared = this.partner.filter((row) => row >= 0).length;
  }

  // The maps.

  drawMaps() {
    const { sides, scope } = this;
    const boxes = sides.map(({ data }) => data.box);
    const box = { west: d3.min(boxes, ({ west }) => west), south: d3.min(boxes, ({ south }) => south), east: d3.max(boxes, ({ east }) => east), north: d3.max(boxes, ({ north }) => north) };
    this.maps = sides.map(({ data }, side) => {
      data.box = box;
      return new RunMap(data, byId(side ? 'map-b' : 'map'));
    });
    this.maps.forEach((map, side) => { map.peers = [this.maps[1 - side]]; });
    this.replays = sides.map(({ data }, side) => new Replay(data, this.maps[side]));
    this.duo = new Duo(this.replays);
    const counts = (side) => () => `${decimal(this.replays[side].cars.count)} cars on the road · ${decimal(this.waiting(side))} waiting`;
    wirePlayer(this.duo, 60, clock, counts(0));
    const { shown } = this.duo;
    this.duo.shown = () => {
      shown();
      byId('clock-b').textContent = clock(this.duo.time);
      byId('counts-b').textContent = counts(1)();
    };
    this.maps[1].canvas.addEventListener('keydown', (event) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      byId('play').click();
    });
    const causes = new Map(sides.flatMap(({ data }) => data.facts.requestCauses.map((cause) => [cause.word, cause])));
    wireLayersOf(this.replays[0].layers, [...causes.values()], () => this.duo.request());
    byId('layer-streets').closest('label').hidden = !sides.some(({ data }) => data.streets);
    this.duo.seek(sides[0].data.busiest());
    this.duo.keepTime();
    this.maps[0].keepView();
    drawMapLegend([...CAR_KINDS, ...Object.values(PASSENGER_KINDS)]);
    const { course } = sides[0].records;
    const longest = sides.map(({ records }) => records.course).sort((a, b) => b.from_s.length - a.from_s.length)[0];
    const matches = (side) => longest.from_s.map((_, place) => sides[side].records.course.matches[place] ?? 0);
    drawTimelineOf(byId('timeline-chart'), this.duo, course.from_s.length === longest.from_s.length ? course : longest,
      { name: 'matches of A', counts: matches(0), colour: sideColour(0).slice(4, -1) }, { name: 'matches of B', counts: matches(1), colour: sideColour(1).slice(4, -1) });
    scope.follow(() => {
      this.replays.forEach((replay, side) => { replay.mask = scope.mask(sides[side].records); });
      this.duo.within(scope.from, scope.to);
    });
    this.maps.forEach((map, side) => wireMapClick(map, (px, py) => {
      const found = this.replays[side].nearest(px, py);
      if (found?.kind === 'passenger') this.choose(sides[side].records.names[found.index]);
    }));
    const known = new Map(sides.flatMap(({ records }) => records.names.map((name) => [name, name])));
    wireNumber(byId('passenger'), known, 'passenger', (name) => this.choose(name, true), (...content) => byId('story-text').replaceChildren(...content));
    const nobody = byId('story-text').firstElementChild;
    viewState.add('passenger', () => this.chosen ?? null, (text) => {
      if (known.has(text)) return this.choose(text);
      this.chosen = null;
      byId('passenger').value = '';
      byId('story-text').replaceChildren(nobody);
      for (const replay of this.replays) Object.assign(replay.selection, { passenger: -1, drivers: [] });
      this.duo.request();
    });
  }

  waiting(side) {
    const { passengers, time } = this.replays[side];
    let count = 0;
    for (let i = 0; i < passengers.count; i++) if (this.sides[side].data.state(passengers.list[i], time) !== 'left') count++;
    return count;
  }

  /** Shows the passenger called `name` in both runs. */
  choose(name, goesThere = false) {
    this.chosen = name;
    byId('passenger').value = name;
    const told = this.sides.map(({ records, data }, side) => {
      const request = records.names.indexOf(name);
      Object.assign(this.replays[side].selection, { passenger: request, drivers: [] });
      const head = element('h4', { class: `side-${records.label.toLowerCase()}` }, records.label);
      if (request < 0) return [head, element('p', { class: 'quiet' }, 'There is no such passenger in this run.')];
      const { requests, attempts, facts } = data;
      if (goesThere && side === 0) {
        this.duo.pause();
        this.duo.seek(requests.submit[request]);
        this.maps[0].show(requests.x[request], requests.y[request]);
      }
      const outcome = facts.requestOutcomes[requests.outcome[request]];
      const cause = facts.requestCauses[requests.cause[request]];
      const steps = [['asked', requests.submit], ['matched', requests.match], ['picked up', requests.pickup], ['dropped off', requests.dropoff]];
      const driver = requests.driver[request];
      const tries = d3.range(requests.attempts[request], requests.attempts[request + 1]).map((attempt) => {
        const limit = facts.limits[attempts.limit[attempt]];
        return element('li', {}, `${clock(attempts.time[attempt])} ${inWords(facts.attemptOutcomes[attempts.outcome[attempt]].word)}`,
          limit ? element('span', { class: 'bound' }, `, limit on ${limit.title}`) : null);
      });
      return [head, element('p', {}, `${inWords(outcome.word)}${cause.word ? `: ${cause.meaning}` : ''}${driver >= 0 ? `; driver ${data.drivers.names[driver]}` : ''}.`),
        element('ul', { class: 'times' }, steps.filter(([, times]) => times[request] > ABSENT).map(([step, times]) => element('li', {}, `${step} `,
          element('button', { type: 'button', class: 'time', click: () => { this.duo.pause(); this.duo.seek(times[request]); } }, clock(times[request]))))),
        element('ol', { class: 'attempts' }, tries)];
    });
    byId('story-text').replaceChildren(element('h3', { role: 'status' }, `Passenger ${name}`), ...told.flat().filter(Boolean));
    this.duo.request();
    viewState.changed();
  }

  // The requests that ended otherwise.

  /** For the requests in scope that both runs have, how many ended with each outcome in A and in B; and the rows that differ. */
  fates() {
    const [a, b] = this.sides.map(({ records }) => records);
    const [maskA, maskB] = [a, b].map((records) => this.scope.mask(records));
    const counts = new Map();
    const differing = [];
    this.partner.forEach((other, row) => {
      if (other < 0 || maskA && !maskA[row] && !maskB[other]) return;
      const [from, to] = [a.outcomes[a.outcome[row]].word, b.outcomes[b.outcome[other]].word];
      const key = `${from}\u0000${to}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (from !== to) differing.push([row, other]);
    });
    return { counts, differing };
  }

  drawFates() {
    const host = byId('fates');
    const [a, b] = this.sides.map(({ records }) => records);
    if (this.shared === 0) {
      host.replaceChildren(element('p', { class: 'quiet' }, `The two runs have none of the ${a.many} in common, as with another seed or other demand; they cannot be told one by one.`));
      return;
    }
    this.scope.follow(() => {
      const { counts, differing } = this.fates();
      const all = d3.sum(counts.values());
      const words = (place) => [...new Set([...counts.keys()].map((key) => key.split('\u0000')[place]))].sort();
      const [from, to] = [words(0), words(1)];
      const most = 40;
      const rows = differing.slice(0, most).map(([row, other]) => {
        const told = (records, at) => [inWords(records.outcomes[records.outcome[at]].word), records.causes[records.cause[at]].word].filter(Boolean).map(inWords).join(': ');
        const name = a.names[row];
        return element('tr', { 'data-request': name },
          element('th', { scope: 'row' }, this.duo ? element('button', { type: 'button', class: 'small', click: () => { this.choose(name, true); byId('replay').scrollIntoView({ block: 'start' }); } }, name) : name),
          element('td', {}, told(a, row)), element('td', {}, told(b, other)));
      });
      host.replaceChildren(
        element('p', {}, `Of ${decimal(all)} ${a.many} ${this.scope.isAll ? '' : 'shown '}that both runs have, ${decimal(differing.length)} ended otherwise in B (${percent(differing.length / Math.max(1, all))}).`),
        ...(all > 0 ? [scrolledTable('Outcomes in A and in B', ['in A ↓, in B →', ...to.map(inWords)], from.map((outcome) => element('tr', { 'data-from': outcome },
          element('th', { scope: 'row' }, inWords(outcome)),
          to.map((next) => element('td', { class: 'number', 'data-to': next }, outcome === next ? decimal(counts.get(`${outcome}\u0000${next}`) ?? 0) : element('strong', {}, decimal(counts.get(`${outcome}\u0000${next}`) ?? 0)))))))] : []),
        ...(rows.length ? [element('details', {}, element('summary', {}, `${differing.length > most ? `The first ${most}` : 'All'} that ended otherwise`),
          scrolledTable('Requests that ended otherwise', ['request', 'in A', 'in B'], rows, 3))] : []));
    });
  }
}

async function readSide(prefix, label) {
  const facts = readJSON(`${prefix}run`);
  if (facts.market !== 'carpool') return { facts, records: await readMarketRecords(facts, label, prefix) };
  const data = await RunData.read(prefix);
  return { facts, data, records: carpoolRecords(data, label) };
}

Promise.all([['a-', 'A'], ['b-', 'B']].map(([prefix, label]) => readSide(prefix, label))).then((sides) => {
  // One of the two has the streets of both where they are the same.
  const streets = sides.map(({ data }) => data?.streets).find(Boolean);
  for (const { data } of sides) if (data) data.streets ??= streets;
  // Runs that begin at different times of the day have no clock in common.
  const starts = sides.map(({ data, facts }) => (data ? facts.dayBegin : facts.start));
  const isOneClock = starts[0] === starts[1];
  if (!isOneClock) day.begin = 0;
  const axis = sides[0].data ? { label: 'time', format: clock } : new Calendar(isOneClock ? starts[0] : null).axis();
  const page = new PairPage(sides, { ...axis, more: isOneClock ? '' : '; times count from the beginning of each run' });
  window.detour = {
    fates: () => ({ counts: Object.fromEntries(page.fates().counts), differing: page.fates().differing.length }), shared: () => page.shared,
    window: () => [page.scope.from, page.scope.to],
    shown: () => sides.map(({ records }) => Array.from(page.scope.mask(records) ?? new Uint8Array(records.count).fill(1))),
    spreads: () => sides.map(({ records }) => records.spreads.map((spread) => [spread.metric, records.values(spread, page.scope.mask(records))])),
    funnels: () => sides.map(({ records }) => records.funnel(page.scope.mask(records))),
    time: () => page.duo?.time, times: () => page.replays?.map(({ time }) => time), seek: (time) => page.duo.seek(time),
    transforms: () => page.maps?.map(({ transform: { k, x, y } }) => [k, x, y]),
    positions: (time) => sides.map(({ data }) => data.drivers.names.map((name, car) => {
      const place = data.position(car, time);
      return place ? [name, place.x, place.y] : null;
    }).filter(Boolean)),
  };
  viewState.start();
  document.documentElement.dataset.ready = 'true';
});
