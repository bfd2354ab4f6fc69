// The requests of a run in the form that all its sections share, whatever the market, and the scope: which of them are shown.

/** How a request counts, as `MarketTables.swift` writes it: in figures, in figures with those in progress, failed, in distributions. */
const [COUNTED, COUNTED_OPEN, FAILED, MEANT] = [1, 2, 4, 8];

/**
 * The requests of one run: `submit`, `outcome` and `cause` by row, with the words `outcomes` and `causes`; the attempts by row, each
 * with its `request` and what each stage `left`; `spreads` of values, and `times` of what the series count, by their columns.
 */
class Records {
  constructor(label, parts) {
    Object.assign(this, { label, limits: [], times: {}, ...parts });
    this.count = this.submit.length;
    const { from_s: from, to_s: to } = this.course;
    this.edges = from.length ? [...from, to[to.length - 1]] : [0, 1];
  }

  /** For each stage the candidates left and the attempts that it emptied, over the attempts of the requests of `mask`. */
  funnel(mask) {
    const { attempts, stages } = this;
    const begins = attempts.active ? [{ name: 'active', meaning: 'Drivers under way or announced.', drivers: 0, emptied: 0 }]
      : attempts.beginsWithOne ? [{ name: 'attempts', meaning: 'All attempts.', drivers: 0, emptied: 0 }] : [];
    const totals = begins.concat(stages.map(({ name, meaning, remedy }) => ({ name, meaning, remedy, drivers: 0, emptied: 0, isStage: true })));
    let count = 0;
    for (let attempt = 0; attempt < attempts.request.length; attempt++) {
      if (mask && !mask[attempts.request[attempt]]) continue;
      count++;
      if (begins.length) totals[0].drivers += attempts.active ? attempts.active[attempt] : 1;
      let isOpen = true;
      for (let stage = 0; stage < stages.length; stage++) {
        const left = attempts.left[stage][attempt];
        if (left < 0) continue;
        const total = totals[stage + begins.length];
        total.drivers += left;
        if (isOpen && left === 0) {
          total.emptied++;
          isOpen = false;
        }
      }
    }
    return { totals, count };
  }

  /** How many attempts of the requests of `mask` failed at each limit, as `[place, count]`, most frequent first; the closest driver broke it. */
  bound(mask) {
    const counts = this.limits.map(() => 0);
    this.attempts.limit?.forEach((limit, attempt) => {
      const request = this.attempts.request[attempt];
      if (limit >= 0 && (!mask || mask[request]) && this.part[request] & COUNTED_OPEN) counts[limit]++;
    });
    return counts.map((count, place) => [place, count]).filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]);
  }

  /** The causes of the failed requests of `mask`, with how many asked in each of the `intervals`. */
  failures(mask, intervals) {
    const list = this.causes.map(({ word, meaning }) => ({ word, meaning, total: 0, byTime: intervals.from_s.map(() => 0) }));
    for (let request = 0; request < this.count; request++) {
      if (!(this.part[request] & FAILED) || mask && !mask[request]) continue;
      const cause = list[this.cause[request]];
      cause.total++;
      const place = Math.max(0, d3.bisectRight(intervals.from_s, this.submit[request]) - 1);
      if (place < cause.byTime.length) cause.byTime[place]++;
    }
    return list.filter(({ word }) => word);
  }

  /** The values of a distribution over the requests of `mask`. */
  values(spread, mask) {
    if (spread.ofDrivers) return spread.ofDrivers(mask);
    const wanted = MEANT | (spread.countsOpen ? COUNTED_OPEN : COUNTED);
    const values = [];
    for (let request = 0; request < this.count; request++) {
      if ((this.part[request] & wanted) === wanted && (!mask || mask[request]) && spread.values[request] > ABSENT) values.push(spread.values[request]);
    }
    return values;
  }
}

/** The requests of a run of services, shifts or orders; `prefix` is that of the blocks of one of two runs. */
async function readMarketRecords(facts, label = '', prefix = '') {
  const [requests, attempts] = (await Promise.all(['records', 'record-attempts'].map((id) => readBytes(prefix + id)))).map((bytes) => new Columns(bytes));
  const whole = (columns, name) => columns.get(name, Int32Array);
  const submit = requests.get('submit_s', Float64Array, 1000);
  const submitted = Object.keys(facts.course).find((column) => column.endsWith('_submitted'));
  return new Records(label, {
    submit, part: whole(requests, 'part'), outcome: whole(requests, 'outcome'), cause: whole(requests, 'cause'),
    outcomes: facts.requestOutcomes, causes: facts.requestCauses, stages: facts.stages, course: facts.course, names: facts.ids,
    attempts: {
      request: whole(attempts, 'request'), beginsWithOne: facts.beginsWithOne,
      left: facts.stages.map(({ column }) => attempts.get(column, Float64Array)),
    },
    spreads: facts.spread.map((spread, place) => ({ ...spread, values: requests.get(`spread_${place}`, Float64Array, spread.perOne) })),
    times: submitted ? { [submitted]: submit } : {}, charts: facts.charts, many: facts.many, candidates: facts.candidates,
  });
}

/** The requests of a run of the carpool. */
function carpoolRecords(data, label = '') {
  const { facts, requests, attempts, drivers } = data;
  const lost = requests.outcome.map((_, request) => data.isLost(request));
  const isSettled = (request) => !['in_progress', 'refused_input', 'probe_hit', 'probe_miss', 'drove', 'not_submitted'].includes(data.outcome(request));
  const part = Int32Array.from(requests.submit, (submit, request) => {
    if (submit < facts.warmUp) return 0;
    const isOpen = data.outcome(request) === 'in_progress';
    return (isSettled(request) ? COUNTED | COUNTED_OPEN | MEANT : isOpen ? COUNTED_OPEN | MEANT : 0) | (lost[request] ? FAILED : 0);
  });
  const requestOf = new Int32Array(facts.attempts);
  for (let request = 0; request < facts.requests; request++) requestOf.fill(request, requests.attempts[request], requests.attempts[request + 1]);
  const series = (title, label, series, more = {}) => ({ title, label, series, ...more });
  return new Records(label, {
    submit: requests.submit, part, outcome: requests.outcome, cause: requests.cause, outcomes: facts.requestOutcomes, causes: facts.requestCauses,
    stages: facts.stages, limits: facts.limits, course: facts.course, names: requests.names,
    attempts: {
      request: requestOf, left: attempts.left, active: attempts.active,
      // Of those alone in which nobody could be asked: a limit may be broken at an acceptance too.
      limit: attempts.limit.map((limit, attempt) => (facts.attemptOutcomes[attempts.outcome[attempt]].word === 'no_candidate' ? limit : -1)),
    },
    spreads: facts.spread.map((spread) => (spread.whom === 'drivers' ? {
      ...spread,
      // Without a choice all drivers who shared; else those who took one of the passengers chosen.
      ofDrivers: (mask) => {
        const taken = mask && new Set(requests.driver.filter((_, request) => mask[request]));
        return [...drivers.detour].filter((detour, car) => drivers.served[car] > 0 && detour > ABSENT && (!taken || taken.has(car)));
      },
    } : { ...spread, values: requests.wait })),
    times: { requests_submitted: requests.submit, matches: requests.match, pickups: requests.pickup, dropoffs: requests.dropoff },
    many: 'passengers', candidates: 'drivers',
    charts: [
      series('On the road and waiting', 'cars or passengers', [['drivers active', 'drivers_active'], ['requests waiting', 'requests_waiting'], ['passengers on board', 'passengers_on_board']]),
      series('Asked and matched', 'requests', [['requests submitted', 'requests_submitted'], ['matches', 'matches'], ['drop-offs', 'dropoffs']], { isFlow: true }),
      series('Match rate', 'matched, of the requests submitted', [['match rate', 'match_rate']], { unit: 'share' }),
      series('Means of the matches', 'mean', [['time to match', 'mean_time_to_match_s'], ['detour', 'mean_detour_s']], { unit: 's' }),
    ],
  });
}

/** Which requests are shown: those submitted within a window, with one of some outcomes and of some causes; all without a choice. */
class Scope {
  /** Of the runs whose requests are in `sides`, over the longest of their series. */
  constructor(sides) {
    this.sides = sides;
    this.edges = sides.map(({ edges }) => edges).sort((a, b) => b.length - a.length)[0];
    this.first = 0;
    this.last = this.edges.length - 1;
    this.outcomes = new Set();
    this.causes = new Set();
    this.listeners = [];
    this.version = 0;
    this.masks = new Map();
  }

  get isWhole() { return this.first === 0 && this.last === this.edges.length - 1; }
  get isFiltered() { return this.outcomes.size > 0 || this.causes.size > 0; }
  /** Whether all requests are shown. */
  get isAll() { return this.isWhole && !this.isFiltered; }
  /** The window; without ends where it is the whole run, as some ask before it begins. */
  get from() { return this.first === 0 ? -Infinity : this.edges[this.first]; }
  get to() { return this.last === this.edges.length - 1 ? Infinity : this.edges[this.last]; }

  /** Calls `listener()` now, and again when another choice is made. */
  follow(listener) {
    this.listeners.push(listener);
    listener();
  }

  /** Changes some of `first`, `last`, `outcomes` and `causes`. */
  set(changes) {
    const most = this.edges.length - 1;
    Object.assign(this, changes);
    this.first = Math.min(Math.max(0, Math.round(this.first) || 0), most - 1);
    this.last = Math.max(Math.min(most, Math.round(this.last) || 0), this.first + 1);
    this.version++;
    this.masks.clear();
    for (const listener of this.listeners) listener();
    viewState.changed();
  }

  /** For each request of `records` whether it is shown; null for all. */
  mask(records) {
    if (this.isAll) return null;
    if (!this.masks.has(records)) this.masks.set(records, this.maskOf(records, this.outcomes, this.causes));
    return this.masks.get(records);
  }

  maskOf(records, outcomes, causes) {
    const { from, to } = this;
    const isOutcome = records.outcomes.map(({ word }) => outcomes.size === 0 || outcomes.has(word));
    const isCause = records.causes.map(({ word }) => causes.size === 0 || causes.has(word));
    return Uint8Array.from(records.submit, (submit, row) => Number(
      (this.isWhole || submit > ABSENT && submit >= from && submit < to) && isOutcome[records.outcome[row]] && isCause[records.cause[row]]));
  }

  /** The intervals of `course` within the window. */
  slice(course) {
    if (this.isWhole) return course;
    const { from, to } = this;
    const places = d3.range(course.from_s.length).filter((place) => course.from_s[place] >= from - 1e-6 && course.to_s[place] <= to + 1e-6);
    return Object.fromEntries(Object.entries(course).map(([name, values]) => [name, places.map((place) => values[place])]));
  }
}

/** The state of the page in the fragment of its address: a link shows what was chosen. */
const viewState = {
  parts: new Map(),
  isReady: false,

  /** Adds the part `name`: `read()` is its text, null where nothing is chosen; `write(text)` chooses it again, null for nothing. */
  add(name, read, write) {
    this.parts.set(name, { read, write });
  },

  get text() {
    const parts = [...this.parts].map(([name, { read }]) => [name, read()]).filter(([, text]) => text !== null && text !== '');
    return parts.map(([name, text]) => `${name}=${encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':')}`).join('&');
  },

  /** Writes the state to the address, soon. */
  changed() {
    if (!this.isReady) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), 80);
  },

  write() {
    const { text } = this;
    if (text === this.written) return;
    this.written = text;
    try {
      history.replaceState(null, '', text ? `#${text}` : location.href.replace(/#.*$/, ''));
    } catch {
      // A page within another has no address of its own.
    }
  },

  /** Chooses what the `fragment` of an address says. */
  restore(fragment) {
    const words = new URLSearchParams(fragment);
    for (const [name, { write }] of this.parts) write(words.get(name));
  },

  /** Begins: with the address, and with each that the reader opens from here. */
  start() {
    if (location.hash.includes('=')) this.restore(location.hash.slice(1));
    this.isReady = true;
    addEventListener('hashchange', ({ newURL }) => {
      const fragment = newURL.split('#')[1] ?? '';
      if (fragment.includes('=') && fragment !== this.written) this.restore(fragment);
    });
  },
};

/** A set of words as a text of the address, and back. */
const setText = (set) => (set.size ? [...set].join(',') : null);
const textSet = (text) => new Set((text ?? '').split(',').filter(Boolean));

/** The section of the scope: the curve with its brush, the ends of the window, and the outcomes and causes to choose. */
class ScopeSection {
  /** `curves` are `[name, column]` of the series; `axis` says how times are written. */
  constructor(scope, curves, axis) {
    Object.assign(this, { scope, curves, axis, say: axis.say ?? clock });
    if (scope.sides.every(({ count }) => count === 0)) {
      byId('scope').replaceChildren(byId('scope-title'), element('p', { class: 'quiet' }, `There are no ${scope.sides[0].many} in this run.`));
      return;
    }
    this.sliders = ['window-from', 'window-to'].map(byId);
    this.sliders.forEach((slider, place) => {
      slider.min = 0;
      slider.max = scope.edges.length - 1;
      slider.addEventListener('input', () => {
        const at = Number(slider.value);
        scope.set(place === 0 ? { first: Math.min(at, scope.last - 1) } : { last: Math.max(at, scope.first + 1) });
      });
    });
    byId('window-whole').addEventListener('click', () => scope.set({ first: 0, last: scope.edges.length - 1, outcomes: new Set(), causes: new Set() }));
    this.draw();
    viewState.add('window', () => (scope.isWhole ? null : `${scope.edges[scope.first]}-${scope.edges[scope.last]}`), (text) => {
      const [from, to] = (/^(-?[\d.]+)-([\d.]+)$/.exec(text ?? '') ?? []).slice(1).map(Number);
      const nearest = (time) => d3.scan(scope.edges.map((edge) => Math.abs(edge - time)));
      scope.set(Number.isFinite(from) && Number.isFinite(to) && to > from ? { first: nearest(from), last: nearest(to) } : { first: 0, last: scope.edges.length - 1 });
    });
    viewState.add('outcome', () => setText(scope.outcomes), (text) => scope.set({ outcomes: this.known(text, 'outcomes') }));
    viewState.add('cause', () => setText(scope.causes), (text) => scope.set({ causes: this.known(text, 'causes') }));
    scope.follow(() => this.show());
  }

  /** The words of `text` that some run has. */
  known(text, list) {
    const words = new Set(this.scope.sides.flatMap((records) => records[list].map(({ word }) => word)));
    return new Set([...textSet(text)].filter((word) => words.has(word)));
  }

  /** Draws the curve with the brush. */
  draw() {
    const { scope, curves, axis } = this;
    const host = byId('scope-chart');
    const { edges, sides } = scope;
    const lines = sides.flatMap((records, side) => curves.map(([name, column], place) => ({
      name: records.label ? `${records.label}: ${name}` : name, values: records.course[column], from: records.course.from_s, to: records.course.to_s,
      colour: `var(--c${sides.length > 1 ? side + 1 : [1, 3][place] ?? 4})`, dash: sides.length > 1 && place > 0 ? '5 3' : null,
    }))).filter(({ values }) => values);
    redrawing(host, () => {
      const width = Math.max(60, host.clientWidth);
      const height = 96;
      const inset = 9;
      const x = d3.scaleLinear([edges[0], edges[edges.length - 1]], [inset, width - inset]);
      const y = d3.scaleLinear([0, d3.max(lines, ({ values }) => d3.max(values)) || 1], [height - 20, 8]);
      const curve = d3.line().curve(d3.curveMonotoneX).defined(([, value]) => Number.isFinite(value)).x(([at]) => x(at)).y(([, value]) => y(value));
      const ticks = drawing('g', { class: 'axis' });
      const text = axisText({ label: '', ...axis }, edges[0], edges[edges.length - 1], Math.max(2, Math.round(width / 100)));
      let end = -Infinity;
      for (const tick of text.ticks) {
        const words = text.tick(tick);
        const half = textWidth(words) / 2 + 1;
        const at = Math.min(Math.max(x(tick), half), width - half);
        ticks.append(drawing('line', { x1: x(tick), x2: x(tick), y1: height - 20, y2: height - 15 }));
        if (at - half < end + 6) continue;
        end = at + half;
        ticks.append(drawing('text', { x: at, y: height - 4, 'text-anchor': 'middle' }, words));
      }
      const brush = drawing('g', { class: 'brush' });
      const svg = drawing('svg', { width, height, role: 'img', 'aria-label': `${curves.map(([name]) => name).join(' and ')} over time; drag to choose a window, or use the two sliders below` },
        drawing('line', { x1: 0, x2: width, y1: height - 19.5, y2: height - 19.5, stroke: 'var(--line)' }), ticks,
        lines.map(({ values, from, to, colour, dash }) => drawing('path', {
          d: curve(from.map((time, place) => [(time + to[place]) / 2, values[place]])), fill: 'none', stroke: colour, 'stroke-width': 2, 'stroke-dasharray': dash,
        })), brush);
      const legend = element('ul', { class: 'legend' }, lines.map(({ name, colour, dash }) => element('li', {},
        drawing('svg', { width: 18, height: 12, 'aria-hidden': true }, drawing('path', { d: 'M0 6H18', stroke: colour, 'stroke-width': 2.5, 'stroke-dasharray': dash })), name)));
      host.replaceChildren(legend, svg);
      const at = (pixel) => d3.scan(edges.map((edge) => Math.abs(x(edge) - pixel)));
      this.brush = d3.brushX().extent([[inset, 2], [width - inset, height - 20]]).on('end', () => {
        const { sourceEvent, selection } = d3.event;
        if (!sourceEvent || this.isMoving) return;
        if (!selection) scope.set({ first: 0, last: edges.length - 1 });
        else scope.set({ first: at(selection[0]), last: Math.max(at(selection[1]), at(selection[0]) + 1) });
      });
      this.brushed = d3.select(brush).call(this.brush);
      this.move = () => {
        // A brush that is moved from within its own event has that as its source.
        this.isMoving = true;
        this.brushed.call(this.brush.move, scope.isWhole ? null : [x(edges[scope.first]), x(edges[scope.last])]);
        this.isMoving = false;
      };
      this.move();
    });
  }

  /** Shows the choice: on the curve, the sliders, the buttons, and in words. */
  show() {
    const { scope, say, axis } = this;
    const { edges, sides } = scope;
    this.move?.();
    [scope.first, scope.last].forEach((at, place) => {
      this.sliders[place].value = at;
      this.sliders[place].setAttribute('aria-valuetext', say(edges[at]));
      byId(`${this.sliders[place].id}-text`).textContent = say(edges[at]);
    });
    this.showWords('outcomes', (words) => [words, scope.causes], (word) => ({ outcomes: word }));
    this.showWords('causes', (words) => [scope.outcomes, words], (word) => ({ causes: word }));
    const counts = sides.map((records) => {
      const mask = scope.mask(records);
      const shown = mask ? d3.sum(mask) : records.count;
      return `${records.label ? `${records.label}: ` : ''}${decimal(shown)} of ${decimal(records.count)} ${records.many}`;
    });
    const list = (set) => [...set].map(inWords).join(' or ');
    const parts = [
      scope.isWhole ? null : `submitted from ${say(edges[scope.first])} to ${say(edges[scope.last])}`,
      scope.outcomes.size ? `outcome ${list(scope.outcomes)}` : null, scope.causes.size ? `cause ${list(scope.causes)}` : null,
    ].filter(Boolean);
    byId('scope-words').textContent = `${counts.join(' · ')}${parts.length ? `: ${parts.join('; ')}` : ', the whole run'}. All that follows is about them${axis.more ?? ''}.`;
    byId('window-whole').disabled = scope.isAll;
  }

  /** A button for each word of the list `kind` that some request has, with how many have it under the other choices. */
  showWords(kind, choices, change) {
    const { scope } = this;
    const host = byId(`scope-${kind}`);
    const chosen = scope[kind];
    const one = kind === 'outcomes' ? 'outcome' : 'cause';
    const counts = new Map();
    for (const records of scope.sides) {
      const mask = scope.maskOf(records, ...choices(new Set()));
      const words = records[kind].map(({ word }) => word);
      records[one].forEach((place, row) => {
        const word = words[place];
        if (!word) return;
        counts.set(word, (counts.get(word) ?? 0) + mask[row]);
      });
    }
    const meanings = new Map(scope.sides.flatMap((records) => records[kind].map(({ word, meaning }) => [word, meaning])));
    const order = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    host.hidden = order.length === 0;
    const focused = host.contains(document.activeElement) ? document.activeElement.dataset.word : null;
    const buttons = order.map(([word, count]) => element('button', {
      type: 'button', class: 'choice', 'data-word': word, 'aria-pressed': String(chosen.has(word)), title: meanings.get(word),
      click: () => {
        const next = new Set(chosen);
        if (!next.delete(word)) next.add(word);
        scope.set(change(next));
      },
    }, `${inWords(word)} `, element('span', { class: 'count' }, decimal(count))));
    host.replaceChildren(host.firstElementChild, ...buttons);
    if (focused !== null) buttons.find((button) => button.dataset.word === focused)?.focus();
  }
}
