// The line: queues before the stations with their opening hours, and whether promises were kept.

/** When a station is open between two times of the run, in seconds. */
function openSpans(hours, sinceMonday, from, to) {
  const week = 7 * DAY;
  const spans = [];
  for (let monday = (Math.floor((from + sinceMonday) / week)) * week - sinceMonday; monday < to; monday += week) {
    for (const [begin, end] of hours) {
      const [a, b] = [Math.max(from, monday + begin), Math.min(to, monday + end)];
      if (b > a) spans.push([a, b]);
    }
  }
  return spans;
}

/** The queue of each station over the time series, before each interval's end; null where it was not recorded. */
async function readQueues(facts) {
  const bytes = await readBytes('queues');
  if (!bytes) return null;
  const waiting = new Columns(bytes).get('waiting');
  const count = facts.course.to_s.length;
  return facts.stations.map((_, place) => [...waiting.subarray(place * count, (place + 1) * count)]);
}

function drawQueues(page, queues, from, to) {
  const { facts, calendar } = page;
  const { to_s: ends } = facts.course;
  const lines = queues
    ? facts.stations.map((station, place) => ({ station, values: queues[place], title: `${station.name}: ${station.unit}s that wait`, unit: `${station.unit}s` }))
    : [{ station: facts.stations[0], values: facts.course.orders_unbegun, title: `before ${facts.stations[0].name}: orders paid and not begun`, unit: 'orders' }];
  const hosts = byId('queue-charts');
  if (hosts.childElementCount !== lines.length) hosts.replaceChildren(...lines.map(() => element('div')));
  lines.forEach(({ station, values, title, unit }, place) => {
    const points = ends.map((time, at) => [time, values[at]]).filter(([time]) => time >= from && time <= to);
    lineChart(hosts.children[place], {
      title, height: 190,
      x: { ...calendar.axis(), min: from, max: to }, y: { label: unit, min: 0, say: (value) => `${decimal(value)} ${unit}` },
      shades: openSpans(station.hours, facts.sinceMonday, from, to), shadesName: 'open',
      series: [{ name: 'waiting', colour: 'var(--c2)', points }],
    });
  });
}

function drawStations(facts) {
  const head = ['station', 'servers', 'begun', 'most waiting', 'mean wait', '95 of 100 waited at most', 'servers at work in their hours'];
  byId('stations').replaceChildren(element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Stations' },
    element('table', {},
      element('thead', {}, element('tr', {}, head.map((text, place) => element('th', { scope: 'col', class: place > 0 && 'number' }, text)))),
      element('tbody', {}, facts.stations.map((station) => element('tr', { 'data-station': station.name },
        element('th', { scope: 'row' }, station.name),
        [decimal(station.servers), `${decimal(station.begun)} ${station.unit}s`, decimal(station.mostWaiting),
          station.meanWait === null ? '–' : span(station.meanWait), station.p95Wait === null ? '–' : span(station.p95Wait), station.utilisation === null ? '–' : percent(station.utilisation)]
          .map((text) => element('td', { class: 'number' }, text))))))));
}

/** Bars of `days`, `[day, kept, broken]`, under `title`. */
function drawPromise(page, host, title, what, label, days) {
  const { calendar } = page;
  const begin = (day) => day * DAY - calendar.offset;
  barChart(host, {
    title, x: { ...calendar.axis(label), say: (seconds) => calendar.day(seconds + 1) }, y: { label: what },
    keys: [{ name: 'kept', colour: 'var(--c3)' }, { name: 'broken', colour: 'var(--c2)' }],
    bars: days.map(([day, kept, broken]) => ({ from: begin(day), to: begin(day + 1), values: [kept, broken], head: calendar.day(begin(day) + 1) })),
  });
}

function drawPromises(page) {
  const { facts } = page;
  const sums = (days) => [d3.sum(days, (day) => day[1]), d3.sum(days, (day) => day[2])];
  const [kept, broken] = sums(facts.kept);
  const hours = `${decimal(facts.promise / 3600, facts.promise % 3600 ? 1 : 0)} h`;
  const words = [element('p', { id: 'kept-words', 'data-kept': kept, 'data-broken': broken },
    `Handed over within ${hours} of payment: ${percent(kept / (kept + broken), 2)} of ${decimal(kept + broken)} orders; ${decimal(broken)} came out later.`)];
  const hosts = [element('div')];
  if (facts.delivered) {
    const [inTime, late] = sums(facts.delivered.days);
    words.push(element('p', { id: 'delivered-words', 'data-kept': inTime, 'data-broken': late },
      `Delivered within the country's time: ${percent(inTime / (inTime + late), 2)} of ${decimal(inTime + late)} cards.`),
    element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Countries' }, element('table', {},
      element('thead', {}, element('tr', {}, ['country', 'promised', 'cards', 'in time'].map((text, place) => element('th', { scope: 'col', class: place > 0 && 'number' }, text)))),
      element('tbody', {}, facts.delivered.countries.map(({ name, days, kept: came, broken: missed }) => element('tr', { 'data-country': name },
        element('th', { scope: 'row' }, name),
        element('td', { class: 'number' }, days === null ? '–' : `${decimal(days, days % 1 ? 1 : 0)} working ${days === 1 ? 'day' : 'days'}`),
        element('td', { class: 'number' }, decimal(came + missed)),
        element('td', { class: 'number' }, percent(came / (came + missed)))))))));
    hosts.push(element('div'));
  }
  byId('promise-words').replaceChildren(...words);
  byId('promises').replaceChildren(...hosts);
  drawPromise(page, hosts[0], `Handed over within ${hours}`, 'orders', 'day of payment', facts.kept);
  if (facts.delivered) drawPromise(page, hosts[1], 'Delivered within the country\'s time', 'cards', 'day of the hand-over', facts.delivered.days);
}

/** Partners who pay for cards, and customers who come to their payment later than they order; nothing where there are none. */
function drawComing({ facts, calendar }) {
  const { campaigns, drafts } = facts;
  byId('coming').hidden = campaigns.length === 0 && drafts === null;
  if (drafts !== null) {
    const later = drafts.median === null ? '' : `, half of them within ${span(drafts.median)}`;
    byId('draft-words').textContent = `${decimal(drafts.drafts)} orders were left as drafts: ${decimal(drafts.finished)} were finished${later}, ${decimal(drafts.givenUp)} never. `
      + `${decimal(drafts.opened)} accounts were opened on the way to a payment; ${decimal(drafts.accountsGivenUp)} orders were given up instead.`;
  }
  if (campaigns.length === 0) return;
  const head = ['campaign', 'partner', 'channel', 'from', 'to', 'orders', 'cards paid for', 'given back', 'quota', 'paid by the partner'];
  const day = (seconds, none) => (seconds === null ? none : calendar.say(seconds));
  byId('campaigns').replaceChildren(element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Campaigns' }, element('table', {},
    element('thead', {}, element('tr', {}, head.map((text, place) => element('th', { scope: 'col', class: place > 4 && 'number' }, text)))),
    element('tbody', {}, campaigns.map((row) => element('tr', { 'data-campaign': row.campaign },
      element('th', { scope: 'row' }, row.campaign), element('td', {}, row.partner || '–'), element('td', {}, row.channel || 'any'),
      element('td', {}, day(row.begin_s, '–')), element('td', {}, day(row.end_s, 'no end')),
      ['orders', 'cards', 'returned', 'quota', 'paid'].map((key) => element('td', { class: 'number', 'data-key': key }, row[key] === null ? 'any number' : decimal(row[key])))))))));
}

startMarket(async (page) => {
  const { facts, calendar } = page;
  const queues = await readQueues(facts);
  const end = facts.course.to_s[facts.course.to_s.length - 1] ?? 0;
  const choice = byId('line-span');
  choice.append(element('option', { value: 'all' }, 'the whole run'));
  // Weeks from Monday where the calendar is known.
  const week = 7 * DAY;
  const firsts = d3.range(-(facts.sinceMonday % week), end, week);
  for (const first of firsts) {
    choice.append(element('option', { value: first }, `the week from ${calendar.day(Math.max(0, first))}`));
  }
  const draw = () => {
    const first = Number(choice.value);
    if (choice.value === 'all') drawQueues(page, queues, 0, end);
    else drawQueues(page, queues, Math.max(0, first), Math.min(end, first + week));
  };
  choice.addEventListener('change', draw);
  // Days are told apart in a month, hours in a week.
  if (end > 45 * DAY && firsts.length > 1) choice.value = firsts[1];
  draw();
  drawStations(facts);
  drawPromises(page);
  drawComing(page);
  window.detour = { facts: () => facts, queues: () => queues, choose: (request) => page.choose(request) };
});
