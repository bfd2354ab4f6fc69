// The round of a service: providers, jobs and the ways to them on the map, over time.

/** Providers by what they do; the words stand in the legend. */
const PROVIDER_KINDS = [
  { name: 'provider, free or off work', colour: '--map-empty', sign: 'square', share: 0.7 },
  { name: 'provider, on the way', colour: '--map-shared', sign: 'square', share: 1 },
  { name: 'provider, at work', colour: '--map-full', sign: 'square hollow', share: 1.2 },
];
const JOB_KINDS = {
  searching: { name: 'job, looks for a provider', colour: '--map-asks', sign: 'dot' },
  agreed: { name: 'job, has an appointment', colour: '--map-waits', sign: 'ring' },
  lost: { name: 'job, came to nothing', colour: '--map-asks', sign: 'cross' },
};
/** How many attempts are drawn on the map, the last ones. */
const mostAsked = 20;

/** The map over time. */
class Rounds extends Player {
  constructor(data, map) {
    super(map, data.start, data.end, 1800);
    const { facts, jobs } = data;
    Object.assign(this, { data, selection: { job: -1, provider: -1 }, place: {} });
    this.layers = { providers: true, jobs: true, ways: true, streets: true, heat: '' };
    this.jobs = new Present(facts.ids.length, (job) => jobs.submit[job], (job) => (this.mask && !this.mask[job] ? -Infinity : data.gone(job)));
    this.kinds = PROVIDER_KINDS.map(() => []);
    this.counts = { free: 0, way: 0, work: 0, waiting: 0 };
    this.seek(data.busiest());
  }

  /** Shows the jobs of `mask` alone, all where it is null, from `from` to `to`. */
  show(mask, from, to) {
    this.mask = mask;
    this.within(from, to);
  }

  restart() {
    this.jobs.restart();
    this.advance();
  }

  advance() {
    this.jobs.advance(this.time);
  }

  draw() {
    const { map, layers } = this;
    const context = map.begin(layers.streets);
    if (layers.heat) this.drawLost(context);
    this.lookAround();
    map.withinEdges(context, () => {
      if (layers.ways) this.drawWays(context);
      this.drawChosen(context);
    });
    if (layers.jobs) this.drawJobs(context);
    if (layers.providers) {
      const size = Math.min(11, 6 + map.transform.k * 0.4);
      this.kinds.forEach((middles, kind) => map.drawSquares(context, PROVIDER_KINDS[kind], middles, size));
    }
    this.drawAsked(context);
  }

  /** Finds who is where, in pixels, and which ways are being gone. */
  lookAround() {
    const { data, map, time, place, kinds } = this;
    for (const middles of kinds) middles.length = 0;
    this.going = [];
    const { timesX, plusX, timesY, plusY } = map.projection;
    for (let provider = 0; provider < data.facts.providers.length; provider++) {
      if (!data.positionOf(provider, time, place) || !(place.x > ABSENT)) continue;
      kinds[place.kind].push(place.x * timesX + plusX, place.y * timesY + plusY);
      if (place.kind === ON_THE_WAY) this.going.push(place.row);
    }
    [this.counts.free, this.counts.way, this.counts.work] = kinds.map((middles) => middles.length / 2);
    this.counts.waiting = 0;
    for (let i = 0; i < this.jobs.count; i++) {
      const state = data.state(this.jobs.list[i], time);
      if (state === 'searching' || state === 'agreed') this.counts.waiting++;
    }
  }

  drawWays(context) {
    const { map, data, going } = this;
    const { ways, jobs } = data;
    context.strokeStyle = map.colour('--map-shared');
    context.lineWidth = 1.2;
    context.beginPath();
    for (const row of going) map.traceLine(context, ways.x[row], ways.y[row], jobs.x[ways.job[row]], jobs.y[ways.job[row]]);
    context.stroke();
  }

  drawJobs(context) {
    const { map, data, time, jobs } = this;
    const radius = Math.min(7, Math.max(3, 3 + map.transform.k * 0.3));
    const signs = Object.fromEntries(Object.entries(JOB_KINDS).map(([state, kind]) => [state, map.sign(kind, radius)]));
    const size = 2 * radius + 4;
    const { timesX, plusX, timesY, plusY } = map.projection;
    for (let i = 0; i < jobs.count; i++) {
      const job = jobs.list[i];
      const sign = signs[data.state(job, time)];
      if (sign) context.drawImage(sign, data.jobs.x[job] * timesX + plusX - size / 2, data.jobs.y[job] * timesY + plusY - size / 2, size, size);
    }
  }

  /** Where jobs came to nothing until now, for the cause chosen or for all. */
  drawLost(context) {
    const { data, layers, jobs } = this;
    const places = [];
    for (let i = 0; i < jobs.seen; i++) {
      const job = jobs.order[i];
      if (!data.isLost(job) || data.jobs.end[job] > this.time || this.mask && !this.mask[job]) continue;
      if (layers.heat === '*' || data.cause(job) === layers.heat) places.push(data.jobs.x[job], data.jobs.y[job]);
    }
    this.map.drawHeat(context, places);
  }

  /** The ways of the provider chosen within the day shown, and how far it comes; the place of the job chosen. */
  drawChosen(context) {
    const { map, data, selection, time, place } = this;
    const { ways, jobs, providers } = data;
    const circle = (x, y, radius) => {
      context.beginPath();
      context.arc(map.pixelX(x), map.pixelY(y), radius, 0, 2 * Math.PI);
      context.stroke();
    };
    context.lineWidth = 2;
    const { provider, job } = selection;
    if (provider >= 0) {
      context.strokeStyle = map.colour('--text');
      const [x, y, reach] = [providers.x[provider], providers.y[provider], providers.radius[provider]];
      if (reach > 0) {
        context.setLineDash([6, 4]);
        for (const [dx, dy] of map.images(x, y, reach)) circle(x + dx, y + dy, reach * map.scale);
        context.setLineDash([]);
      }
      context.strokeStyle = map.colour('--c1');
      context.lineWidth = 2.5;
      context.beginPath();
      for (const row of data.waysOf[provider]) {
        if (Math.abs(ways.depart[row] - time) > DAY / 2) continue;
        map.traceLine(context, ways.x[row], ways.y[row], jobs.x[ways.job[row]], jobs.y[ways.job[row]]);
      }
      context.stroke();
      if (data.positionOf(provider, time, place)) circle(place.x, place.y, 10);
    }
    if (job >= 0) {
      context.strokeStyle = map.colour('--text');
      context.lineWidth = 2.5;
      circle(jobs.x[job], jobs.y[job], 9);
    }
  }

  /** Those who were asked for the job chosen until now, where they were then, each with the answer. */
  drawAsked(context) {
    const { map, data, selection, time } = this;
    const { job } = selection;
    if (job < 0) return;
    const { attempts, facts } = data;
    const points = data.asked(job).filter((attempt) => attempts.time[attempt] <= time + 0.5).slice(-mostAsked).map((attempt) => {
      const provider = attempts.provider[attempt];
      const place = data.positionOf(provider, attempts.time[attempt], {}) ?? { x: data.providers.x[provider], y: data.providers.y[provider] };
      const isAnswered = attempts.answered[attempt] > ABSENT && attempts.answered[attempt] <= time + 0.5;
      const outcome = facts.attemptOutcomes[attempts.outcome[attempt]].word;
      return {
        x: place.x, y: place.y, colour: isAnswered && outcome === 'accepted' ? '--good' : '--bad',
        text: `${facts.providers[provider]} · ${isAnswered || outcome !== 'accepted' ? inWords(outcome) : 'asked'}`,
      };
    });
    map.drawLabels(context, data.jobs.x[job], data.jobs.y[job], 40, points);
  }

  /** What is nearest to a point of the screen: a job, or a provider; null for nothing near. */
  nearest(px, py) {
    const { map, data, layers, time, place } = this;
    let best = null;
    let least = 14 * 14;
    const look = (kind, index, x, y, weight) => {
      const squared = ((map.pixelX(x) - px) ** 2 + (map.pixelY(y) - py) ** 2) * weight;
      if (squared < least) {
        least = squared;
        best = { kind, index };
      }
    };
    if (layers.providers) {
      data.facts.providers.forEach((_, provider) => {
        if (data.positionOf(provider, time, place)) look('provider', provider, place.x, place.y, 1);
      });
    }
    // Who is as near as a provider is meant, unless the provider is at work there.
    if (layers.jobs) {
      for (let i = 0; i < this.jobs.count; i++) {
        const job = this.jobs.list[i];
        if (JOB_KINDS[data.state(job, time)]) look('job', job, data.jobs.x[job], data.jobs.y[job], 0.5);
      }
    }
    return best;
  }
}

/** The map on the page: who is chosen, and what is told of them. */
class RoundMap {
  constructor(page, data) {
    Object.assign(this, { page, data });
    const { facts, calendar } = page;
    this.map = new RunMap(data);
    this.rounds = new Rounds(data, this.map);
    const { counts } = this.rounds;
    wirePlayer(this.rounds, 900, (time) => calendar.say(time),
      () => `${decimal(counts.way)} on the way · ${decimal(counts.work)} at work · ${decimal(counts.waiting)} jobs wait`);
    byId('layer-streets').closest('label').hidden = !data.streets;
    wireLayersOf(this.rounds.layers, data.facts.jobCauses, () => this.rounds.request());
    this.rounds.keepTime();
    this.map.keepView();
    drawMapLegend([...PROVIDER_KINDS, ...Object.values(JOB_KINDS)]);
    const { course } = facts;
    const down = { name: 'came to nothing', counts: [], colour: '--c2' };
    const lost = (mask) => countsIn(course.from_s, data.jobs.end.filter((_, job) => data.isLost(job) && (!mask || mask[job])));
    drawTimelineOf(byId('timeline-chart'), this.rounds, course, { name: 'confirmed', counts: course.confirmations, colour: '--c3' }, down, calendar.axis(''));
    page.scope.follow(() => {
      const { scope, records } = page;
      down.counts = lost(scope.mask(records));
      this.rounds.show(scope.mask(records), scope.from, scope.to);
    });
    wireMapClick(this.map, (px, py) => {
      const found = this.rounds.nearest(px, py);
      if (found?.kind === 'job') {
        this.stays = true;
        page.choose(found.index);
      } else if (found) this.chooseProvider(found.index);
    });
    this.providerPlaces = new Map(facts.providers.map((name, place) => [name, place]));
    wireNumber(byId('provider'), this.providerPlaces, 'provider', (place) => this.chooseProvider(place, true), (...content) => page.tell(...content));
    page.chosen = (job) => (job < 0 ? this.select({}) : this.chooseJob(job));
    const { selection } = this.rounds;
    viewState.add('provider', () => (selection.provider >= 0 ? facts.providers[selection.provider] : null), (text) => {
      const place = this.providerPlaces.get(text);
      if (place !== undefined) this.chooseProvider(place);
      else byId('provider').value = '';
    });
  }

  select(selection) {
    Object.assign(this.rounds.selection, { job: -1, provider: -1 }, selection);
    this.rounds.request();
    viewState.changed();
  }

  goTo(time) {
    this.rounds.pause();
    this.rounds.seek(time);
  }

  timeButton(time) {
    return element('button', { type: 'button', class: 'time', click: () => this.goTo(time) }, this.page.calendar.say(time));
  }

  providerButton(provider) {
    return element('button', { type: 'button', click: () => this.chooseProvider(provider) }, this.data.facts.providers[provider]);
  }

  /** Shows `job` on the map; the elements that stand before its story. */
  chooseJob(job) {
    const { data } = this;
    const { jobs, attempts, facts } = data;
    this.select({ job });
    byId('provider').value = '';
    if (!this.stays && jobs.submit[job] > ABSENT) {
      // The moment of the first answer, where there was one: who was asked is seen then.
      const first = data.asked(job)[0];
      this.goTo(first === undefined ? jobs.submit[job] : Math.max(attempts.time[first], attempts.answered[first]));
    }
    this.stays = false;
    if (jobs.x[job] > ABSENT) this.map.show(jobs.x[job], jobs.y[job]);
    const outcome = facts.jobOutcomes[jobs.outcome[job]];
    const cause = facts.jobCauses[jobs.cause[job]];
    const steps = [['submitted', jobs.submit], ['wished from', jobs.earliest], ['provider there', jobs.arrive], ['over', jobs.end]];
    const times = steps.filter(([, of]) => of[job] > ABSENT).map(([name, of]) => element('li', {}, `${name} `, this.timeButton(of[job])));
    const asked = data.asked(job).map((attempt) => element('li', {},
      this.timeButton(attempts.time[attempt]), ' ', this.providerButton(attempts.provider[attempt]),
      ` ${inWords(facts.attemptOutcomes[attempts.outcome[attempt]].word)}`));
    const inVain = jobs.attempts[job + 1] - jobs.attempts[job] - asked.length;
    return [
      element('p', {}, `${outcome.meaning[0].toUpperCase()}${outcome.meaning.slice(1)}.${cause.word ? ` Cause: ${cause.meaning}.` : ''}`),
      element('ul', { class: 'times' }, times),
      asked.length ? element('p', { class: 'small' }, 'Asked:') : null, asked.length ? element('ul', { class: 'times asked' }, asked) : null,
      inVain > 0 ? element('p', { class: 'quiet small' }, `${inVain} ${inVain === 1 ? 'search' : 'searches'} found nobody.`) : null,
    ];
  }

  /** Shows `provider` on the map, and tells of its appointments. */
  chooseProvider(provider, goesThere = false) {
    const { data, page } = this;
    const { providers, appointments, facts } = data;
    page.at = -1;
    this.select({ provider });
    byId('provider').value = facts.providers[provider];
    byId('request').value = '';
    const rows = [...data.appointmentsOf[provider]].sort((a, b) => appointments.start[a] - appointments.start[b] || a - b);
    if (goesThere) {
      const first = rows.find((row) => appointments.arrive[row] > ABSENT);
      if (first !== undefined) this.goTo(appointments.arrive[first]);
      if (providers.x[provider] > ABSENT) this.map.show(providers.x[provider], providers.y[provider]);
    }
    const kept = rows.filter((row) => facts.appointmentOutcomes[appointments.outcome[row]].word === 'kept').length;
    const reach = providers.radius[provider] > 0 ? `comes up to ${decimal(providers.radius[provider] / 1000, 1)} km from the base; ` : '';
    const body = rows.map((row) => {
      const late = appointments.arrive[row] > ABSENT ? appointments.arrive[row] - appointments.start[row] : 0;
      return element('tr', {},
        element('td', {}, this.timeButton(appointments.start[row])),
        element('td', {}, element('button', { type: 'button', click: () => page.choose(appointments.job[row]) }, facts.ids[appointments.job[row]])),
        element('td', {}, inWords(facts.appointmentOutcomes[appointments.outcome[row]].word), late > 0 ? `, ${span(late)} late` : ''));
    });
    page.tell(
      element('h3', { role: 'status' }, `Provider ${facts.providers[provider]}`),
      element('p', {}, `${reach}among the first of a search ${decimal(providers.impressions[provider])} times, asked ${decimal(providers.offers[provider])} times, declined ${decimal(providers.declines[provider])}; ${decimal(kept)} of ${decimal(rows.length)} appointments kept.`),
      rows.length === 0 ? null : element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Appointments' }, element('table', {},
        element('thead', {}, element('tr', {}, ['planned start', facts.one, 'outcome'].map((name) => element('th', { scope: 'col' }, name)))),
        element('tbody', {}, body))));
  }
}

startMarket(async (page) => {
  const data = await RoundData.read(page);
  const round = new RoundMap(page, data);
  const agenda = new Agenda(page, data, round);
  drawAgendaLegend(Boolean(data.facts.hours));
  const { rounds, map } = round;
  const kinds = ['free', 'way', 'work'];
  window.detour = {
    span: () => [data.start, data.end], time: () => rounds.time, seek: (time) => rounds.seek(time), choose: (job) => page.choose(job),
    chooseProvider: (provider) => round.chooseProvider(provider, true),
    positions: (time) => data.facts.providers.map((name, provider) => {
      const place = data.positionOf(provider, time, {});
      return place ? [name, place.x, place.y, kinds[place.kind]] : null;
    }).filter(Boolean),
    ways: () => Array.from(data.ways.job, (job, row) => [data.facts.providers[data.ways.provider[row]], data.facts.ids[job],
      data.ways.depart[row], data.ways.arrive[row], data.ways.x[row], data.ways.y[row], data.jobs.x[job], data.jobs.y[job]]),
    states: (time) => data.facts.ids.map((id, job) => [id, data.state(job, time)]),
    counts: () => ({ ...rounds.counts }), agendaDay: () => agenda.begin, hoursOf: (provider) => agenda.hoursOf(provider),
    pixelOf: (id) => {
      const job = page.places.get(id);
      return [map.pixelX(data.jobs.x[job]), map.pixelY(data.jobs.y[job])];
    },
  };
});
