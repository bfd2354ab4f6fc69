// The agenda of a run of services: who works when and where, day by day.

/** How many providers have a row at first. */
const rowsOfAgenda = 40;

/** The metres from one place to another as the crow flies, and the direction: `3.4 km NE`. */
function wayTo(data, ax, ay, bx, by) {
  const degree = 6371008.8 * Math.PI / 180;
  let [dx, dy] = [bx - ax, by - ay];
  if (data.side) [dx, dy] = [dx, dy].map((d) => d - data.side * Math.round(d / data.side));
  if (data.isGlobe) [dx, dy] = [dx * degree * Math.cos((ay + by) / 2 * Math.PI / 180), dy * degree];
  const metres = Math.hypot(dx, dy);
  if (metres < 1) return 'at the base';
  const direction = ['E', 'NE', 'N', 'NW', 'W', 'SW', 'S', 'SE'][(Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) + 8) % 8];
  return `${metres < 1000 ? `${decimal(metres)} m` : `${decimal(metres / 1000, 1)} km`} ${direction} of the base`;
}

/** The appointments of a day, a row for each provider. */
class Agenda {
  constructor(page, data, round) {
    Object.assign(this, { page, data, round, shown: rowsOfAgenda });
    const { calendar } = page;
    this.offset = calendar.offset;
    this.dayOf = (time) => Math.floor((time + this.offset) / DAY);
    this.select = byId('agenda-day');
    this.withFree = byId('agenda-free');
    this.select.addEventListener('change', () => this.goTo(Number(this.select.value)));
    byId('agenda-earlier').addEventListener('click', () => this.step(-1));
    byId('agenda-later').addEventListener('click', () => this.step(1));
    this.withFree.addEventListener('change', () => this.draw());
    this.withFree.closest('label').hidden = !data.facts.hours;
    const { start } = data.appointments;
    // The day with most appointments.
    const counts = d3.rollup([...start].filter((time) => time > ABSENT), ({ length }) => length, this.dayOf);
    this.first = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? this.dayOf(data.start);
    this.day = this.first;
    viewState.add('day', () => (this.day === this.first ? null : String(this.day - this.dayOf(0) + 1)), (text) => {
      const day = Number(text ?? NaN);
      this.goTo(text !== null && Number.isInteger(day) ? day - 1 + this.dayOf(0) : this.first);
    });
    let isFirst = true;
    page.scope.follow(() => {
      this.list();
      if (isFirst) redrawing(byId('agenda'), () => this.draw());
      else this.draw();
      isFirst = false;
    });
  }

  /** The seconds of the run at which the day begins. */
  get begin() { return this.day * DAY - this.offset; }

  /** The days that can be chosen: those of the run within the window. */
  list() {
    const { data, page } = this;
    const { scope } = page;
    const [from, to] = [Math.max(data.start, scope.from), Math.min(data.end, scope.to)];
    // Who asks within the window has appointments after it.
    const last = scope.isWhole ? to : data.end;
    this.days = d3.range(this.dayOf(from), this.dayOf(Math.max(from, last - 1e-3)) + 1);
    this.select.replaceChildren(...this.days.map((day) => element('option', { value: day }, page.calendar.day(Math.max(0, day * DAY - this.offset)))));
    this.goTo(this.day, false);
  }

  step(by) {
    this.goTo(this.day + by);
  }

  goTo(day, draws = true) {
    this.day = Math.min(Math.max(day, this.days[0]), this.days[this.days.length - 1]);
    this.select.value = this.day;
    byId('agenda-earlier').disabled = this.day === this.days[0];
    byId('agenda-later').disabled = this.day === this.days[this.days.length - 1];
    this.shown = rowsOfAgenda;
    if (draws) this.draw();
    viewState.changed();
  }

  /** The appointments of the requests in scope that touch the day, by their beginning: `{row, from, to, isDone, depart}`. */
  appointmentsOf(provider) {
    const { data, page, begin } = this;
    const { appointments } = data;
    const mask = page.scope.mask(page.records);
    return data.appointmentsOf[provider].filter((row) => !mask || mask[appointments.job[row]]).map((row) => {
      const hasCome = appointments.arrive[row] > ABSENT;
      const from = hasCome ? appointments.arrive[row] : appointments.start[row];
      const planned = Math.max(from, appointments.end[row]);
      const to = hasCome && appointments.finish[row] > ABSENT ? appointments.finish[row] : planned;
      return { row, from, to, hasCome, depart: hasCome && appointments.depart[row] > ABSENT ? appointments.depart[row] : from };
    }).filter(({ from, to }) => from < begin + DAY && Math.max(to, from + 1) > begin).sort((a, b) => a.from - b.from || a.row - b.row);
  }

  /** The hours of `provider` within the day, from midnight, in seconds; none where they are not known or searches do not find the provider. */
  hoursOf(provider) {
    const { facts, providers } = this.data;
    if (!facts.hours) return [];
    const week = 7 * DAY;
    const midnight = (((this.begin + facts.sinceMonday) % week) + week) % week;
    const found = providers.found[provider] > ABSENT ? providers.found[provider] - this.begin : Infinity;
    const gone = providers.gone[provider] > ABSENT ? providers.gone[provider] - this.begin : Infinity;
    return facts.hours[facts.hoursOf[provider]].flatMap(([from, to]) => [-week, 0, week].map((by) => [
      Math.max(from - midnight + by, 0, found), Math.min(to - midnight + by, DAY, gone)])).filter(([from, to]) => to > from);
  }

  /** An appointment in words: the times, the job and where it is, and what became of it. */
  words({ row, from, to }) {
    const { data, page } = this;
    const { appointments, jobs, providers, facts } = data;
    const [job, provider] = [appointments.job[row], appointments.provider[row]];
    const late = appointments.arrive[row] > ABSENT ? appointments.arrive[row] - appointments.start[row] : 0;
    return {
      time: `${page.calendar.hour(from)}–${page.calendar.hour(to)}`, job: facts.ids[job], what: facts.jobCategories[jobs.category[job]].word,
      where: jobs.x[job] > ABSENT && providers.x[provider] > ABSENT ? wayTo(data, providers.x[provider], providers.y[provider], jobs.x[job], jobs.y[job]) : '–',
      outcome: inWords(facts.appointmentOutcomes[appointments.outcome[row]].word) + (late > 30 ? `, ${span(late)} late` : ''),
    };
  }

  draw() {
    const { data, page, round } = this;
    const { facts } = data;
    const host = byId('agenda');
    const all = facts.providers.map((_, provider) => ({ provider, appointments: this.appointmentsOf(provider), hours: this.hoursOf(provider) }));
    const busy = all.filter(({ appointments }) => appointments.length > 0);
    const free = all.filter(({ appointments, hours }) => appointments.length === 0 && hours.length > 0);
    const rows = this.withFree.checked ? [...busy, ...free] : busy;
    const number = d3.sum(busy, ({ appointments }) => appointments.length);
    byId('agenda-words').textContent = `${decimal(number)} ${number === 1 ? 'appointment' : 'appointments'} with ${decimal(busy.length)} ${busy.length === 1 ? 'provider' : 'providers'}`
      + `${facts.hours ? `; ${decimal(free.length)} more ${free.length === 1 ? 'has' : 'have'} hours and no appointment` : ''}.`;
    if (rows.length === 0) {
      host.replaceChildren(element('p', { class: 'quiet' }, `Nobody ${page.scope.isAll ? '' : 'shown '}has an appointment on this day.`));
      return;
    }
    const label = host.clientWidth < 640 ? 64 : 110;
    const width = Math.max(120, host.clientWidth - label);
    const x = d3.scaleLinear([0, DAY], [0, width]);
    const inDay = (time) => Math.min(DAY, Math.max(0, time - this.begin));
    const step = width < 500 ? 6 : width < 900 ? 3 : 2;
    const ticks = drawing('svg', { class: 'axis', width, height: 18, 'aria-hidden': true }, d3.range(0, 25, step).map((hour) => drawing('text', {
      x: Math.min(Math.max(x(hour * 3600), 1), width - 1), y: 13, 'text-anchor': hour === 0 ? 'start' : hour === 24 ? 'end' : 'middle' }, `${hour}:00`)));
    const blocks = rows.slice(0, this.shown).map(({ provider, appointments, hours }) => element('div', { class: 'agenda-row', 'data-provider': facts.providers[provider] },
      element('button', { type: 'button', class: 'small', title: 'show the provider on the map', style: `width: ${label - 8}px`, click: () => round.chooseProvider(provider, true) }, facts.providers[provider]),
      drawing('svg', { width, height: 26, role: 'group', 'aria-label': `${facts.providers[provider]}: ${appointments.length} appointments` },
        drawing('rect', { width, height: 26, fill: 'var(--panel)' }),
        hours.map(([from, to]) => drawing('rect', { class: 'shade', x: x(from), width: x(to) - x(from), height: 26 })),
        appointments.map((one) => {
          const said = this.words(one);
          const [from, to] = [x(inDay(one.from)), x(inDay(one.to))];
          const text = `${said.time} ${page.facts.one} ${said.job} (${said.what}), ${said.where}: ${said.outcome}`;
          const choose = () => { page.choose(data.appointments.job[one.row]); };
          return drawing('g', {
            tabindex: 0, role: 'button', 'aria-label': text, 'data-job': said.job, click: choose,
            keydown: (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); choose(); } },
          }, drawing('title', {}, text),
          one.depart < one.from ? drawing('line', { x1: x(inDay(one.depart)), x2: from, y1: 13, y2: 13, stroke: 'var(--map-shared)', 'stroke-width': 3 }) : null,
          drawing('rect', { x: from, width: Math.max(2, to - from), y: 4, height: 18, rx: 2, stroke: 'var(--map-full)', 'stroke-width': 1.5, fill: one.hasCome ? 'var(--map-full)' : 'var(--ground)' }));
        }))));
    const more = rows.length - this.shown;
    const table = element('details', { class: 'numbers' }, element('summary', {}, 'as a table'));
    const fillTable = () => {
      if (table.childElementCount > 1) return;
      table.append(scrolledTable('Agenda', ['provider', 'time', page.facts.one, 'category', 'where', 'outcome'], busy.flatMap(({ provider, appointments }) => appointments.map((one) => {
        const said = this.words(one);
        return element('tr', { 'data-appointment': facts.providers[provider] }, element('th', { scope: 'row' }, facts.providers[provider]), [said.time, said.job, said.what, said.where, said.outcome].map((text) => element('td', {}, text)));
      })), 9));
    };
    const isOpen = host.querySelector('details')?.open;
    table.addEventListener('toggle', () => table.open && fillTable());
    host.replaceChildren(element('div', { class: 'agenda-row' }, element('span', { style: `width: ${label}px` }), ticks), ...blocks,
      ...(more > 0 ? [element('button', { type: 'button', id: 'agenda-more', click: () => { this.shown = Infinity; this.draw(); } }, `${decimal(more)} more providers`)] : []), table);
    if (isOpen) {
      fillTable();
      table.open = true;
    }
  }
}

/** What the bars of the agenda are. */
function drawAgendaLegend(hasHours) {
  byId('agenda-legend').append(...[...(hasHours ? [['hours of work', 'shade']] : []), ['on the way', 'way'], ['at work', 'work'], ['appointment not kept', 'not-kept']].map(([name, kind]) => element('li', {},
    element('span', { class: `agenda-${kind}`, 'aria-hidden': 'true' }), name)));
}
