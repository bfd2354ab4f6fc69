// The board of a festival: posts by slots, filling over the days up to the deadline and beyond.

/** The most posts that the board shows: those that miss most places. */
const mostPosts = 120;

/** The cells of the board, and what changed hands when. */
class BoardData {
  static async read(facts) {
    const [sections, ledger, signUps] = (await Promise.all(['sections', 'ledger', 'signups'].map((id) => readBytes(id))))
      .map((bytes) => new Columns(bytes));
    const whole = (columns, name) => columns.get(name, Int32Array);
    const seconds = (columns, name) => columns.get(name, Float64Array, 1000);
    const data = new BoardData();
    data.facts = facts;
    data.across = facts.slots.length;
    data.begin = new Float64Array(data.across);
    data.end = new Float64Array(data.across);
    data.cells = new Map();
    const [post, slot, zone] = ['post', 'slot', 'zone'].map((name) => whole(sections, name));
    const [capacity, filled, needed, manned] = ['capacity', 'filled', 'post_capacity', 'manned'].map((name) => whole(sections, name));
    const [without, mannedWithout] = facts.zonesOpen === null ? [] : ['without_zone', 'manned_without_zone'].map((name) => whole(sections, name));
    const [begin, end] = ['begin_s', 'end_s'].map((name) => seconds(sections, name));
    for (let row = 0; row < post.length; row++) {
      data.begin[slot[row]] = begin[row];
      data.end[slot[row]] = end[row];
      const key = data.key(post[row], slot[row]);
      if (!data.cells.has(key)) {
        data.cells.set(key, { post: post[row], slot: slot[row], needed: needed[row], filled: without?.[row] ?? 0, without: without?.[row] ?? 0, manned: mannedWithout?.[row] ?? 0, zones: [], changes: [], openings: [], signUps: [] });
      }
      const cell = data.cells.get(key);
      cell.filled += filled[row];
      cell.manned += manned[row];
      cell.zones.push({ zone: facts.zones[zone[row]], capacity: capacity[row], filled: filled[row], manned: manned[row] });
    }
    for (const opening of facts.openings) data.cells.get(data.key(opening.post, opening.slot))?.openings.push(opening);
    data.slotOrder = d3.range(data.across).sort((a, b) => data.begin[a] - data.begin[b] || a - b);
    const [atPost, atSlot, taken, change] = ['post', 'slot', 'taken', 'change'].map((name) => whole(ledger, name));
    const time = seconds(ledger, 'time_s');
    for (let row = 0; row < time.length; row++) {
      data.cells.get(data.key(atPost[row], atSlot[row]))?.changes.push({ time: time[row], taken: taken[row], change: facts.changes[change[row]] });
    }
    const names = ['post', 'slot', 'outcome', 'rank', 'wishes', 'assigned', 'reserve'];
    data.signUps = Object.fromEntries(names.map((name) => [name, whole(signUps, name)]));
    data.signUps.post.forEach((where, row) => {
      if (where >= 0) data.cells.get(data.key(where, data.signUps.slot[row]))?.signUps.push(row);
    });
    return data;
  }

  key(post, slot) { return post * this.across + slot; }

  /** Places taken in `cell` just before `time`, or with `also` what happens at it. */
  taken(cell, time, also) {
    let sum = 0;
    for (const change of cell.changes) if (change.time < time || (also && change.time === time)) sum += change.taken;
    return sum;
  }

  /** Places of `cell` that are not there yet just before `time`, or with `also` at it. */
  later(cell, time, also) {
    return d3.sum(cell.openings, (opening) => (opening.time > time || (!also && opening.time === time) ? opening.places : 0));
  }

  /** What the assignment at the deadline added to `cell`. */
  added(cell) {
    const { deadline } = this.facts;
    return deadline === null ? 0 : this.taken(cell, deadline, true) - this.taken(cell, deadline, false);
  }
}

/** The moments that the board can be looked at: each midnight, before and after the deadline, and when each slot begins. */
function boardMoments(data, calendar) {
  const { deadline } = data.facts;
  const last = d3.max(data.end) ?? 0;
  const times = [];
  for (const cell of data.cells.values()) for (const change of cell.changes) times.push(change.time);
  const first = Math.min(d3.min(times) ?? 0, deadline ?? Infinity);
  const moments = [];
  const isAsked = (time) => deadline === null || time < deadline;
  for (let midnight = Math.floor((first + calendar.offset) / DAY + 1) * DAY - calendar.offset; midnight <= last; midnight += DAY) {
    if (midnight !== deadline) moments.push({ time: midnight, also: false, words: `${calendar.day(midnight - 1)}, end of the day${isAsked(midnight) ? '' : ', after the deadline'}` });
  }
  if (deadline !== null) {
    moments.push({ time: deadline, also: false, words: `${calendar.say(deadline)}, just before the deadline`, order: 0 });
    moments.push({ time: deadline, also: true, words: `${calendar.say(deadline)}, after the assignment at the deadline`, order: 1, isDeadline: true });
  }
  for (const [time, openings] of d3.group(data.facts.openings, (opening) => opening.time)) {
    moments.push({ time, also: true, words: `${calendar.say(time)}, ${decimal(d3.sum(openings, (opening) => opening.places))} more places open`, order: 2 });
  }
  if (data.facts.zonesOpen !== null) {
    moments.push({ time: data.facts.zonesOpen, also: true, words: `${calendar.say(data.facts.zonesOpen)}, zones open: volunteers with a place choose one`, order: 2 });
  }
  for (const slot of data.slotOrder) {
    moments.push({ time: data.begin[slot], also: true, words: `${calendar.say(data.begin[slot])}, ${data.facts.slots[slot]} begins`, order: 2 });
  }
  return moments.sort((a, b) => a.time - b.time || (a.order ?? 0) - (b.order ?? 0));
}

/** The board on the page. */
class Board {
  constructor(page, data) {
    this.page = page;
    this.data = data;
    this.moments = boardMoments(data, page.calendar);
    const isThere = this.moments.findIndex((moment) => moment.isDeadline);
    this.at = Math.max(0, isThere);
    const missing = (post) => d3.sum(data.slotOrder, (slot) => {
      const cell = data.cells.get(data.key(post, slot));
      return cell ? cell.needed - cell.filled : 0;
    });
    const all = d3.range(data.facts.posts.length);
    const shown = all.length <= mostPosts ? all : [...all].sort((a, b) => missing(b) - missing(a) || a - b).slice(0, mostPosts).sort((a, b) => a - b);
    this.posts = shown;
    this.isThinned = shown.length < all.length;
    this.build();
    this.wire();
    this.show(this.at);
  }

  build() {
    const { data, posts } = this;
    const { facts } = data;
    this.tds = new Map();
    const body = posts.map((post) => element('tr', {}, element('th', { scope: 'row' }, facts.posts[post]),
      data.slotOrder.map((slot) => {
        const cell = data.cells.get(data.key(post, slot));
        const td = element('td', { class: 'cell', tabindex: -1, 'data-post': facts.posts[post], 'data-slot': facts.slots[slot] });
        if (cell) this.tds.set(td, cell);
        else td.textContent = '–';
        return td;
      })));
    this.sums = data.slotOrder.map(() => element('td', { class: 'cell' }));
    this.table = element('table', { class: 'board', 'aria-label': 'Places taken of places needed' },
      element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'post'), data.slotOrder.map((slot) => element('th', { scope: 'col' }, facts.slots[slot])))),
      element('tbody', {}, body),
      element('tfoot', {}, element('tr', {}, element('th', { scope: 'row' }, this.isThinned ? 'all posts' : 'together'), this.sums)));
    byId('board').replaceChildren(...[this.isThinned ? element('p', { class: 'note' },
      `Shown are the ${decimal(posts.length)} of ${decimal(facts.posts.length)} posts that miss the most places; the last row and the table of slots have all of them.`) : null, this.table].filter(Boolean));
    this.table.querySelector('td.cell')?.setAttribute('tabindex', 0);
    byId('board-legend').replaceChildren(...[[0, 'nobody'], [0.5, 'half of the places'], [1, 'full ✓']].map(([share, text]) => element('li', {},
      element('span', { class: 'swatch framed', style: `background: ${this.shade(share)}` }), text)),
    element('li', {}, element('b', {}, '+2'), ' added by the assignment at the deadline'));
  }

  shade(share) {
    return `color-mix(in srgb, var(--c1) ${Math.round(45 * Math.max(0, Math.min(1, share)))}%, var(--ground))`;
  }

  wire() {
    const slider = byId('time');
    slider.max = this.moments.length - 1;
    slider.addEventListener('input', () => this.show(Number(slider.value)));
    byId('earlier').addEventListener('click', () => this.show(this.at - 1));
    byId('later').addEventListener('click', () => this.show(this.at + 1));
    byId('play').addEventListener('click', () => {
      if (this.timer) this.stop();
      else this.play();
    });
    this.table.addEventListener('click', (event) => {
      const td = event.target.closest('td.cell');
      if (td && this.tds.has(td)) this.goTo(td);
    });
    this.table.addEventListener('keydown', (event) => {
      const td = event.target.closest('td.cell');
      if (!td) return;
      const [row, column] = [td.parentElement, td.cellIndex];
      const next = {
        ArrowLeft: td.previousElementSibling, ArrowRight: td.nextElementSibling,
        ArrowUp: row.previousElementSibling?.cells[column], ArrowDown: row.nextElementSibling?.cells[column],
      }[event.key];
      if (!(event.key in { ArrowLeft: 1, ArrowRight: 1, ArrowUp: 1, ArrowDown: 1 })) return;
      event.preventDefault();
      if (next?.matches('td.cell')) this.goTo(next);
    });
    this.table.addEventListener('focusin', (event) => { if (this.tds.has(event.target)) this.tell(this.tds.get(event.target)); });
  }

  play() {
    if (this.at >= this.moments.length - 1) this.show(0);
    byId('play').textContent = 'Pause';
    this.timer = setInterval(() => {
      if (this.at >= this.moments.length - 1) this.stop();
      else this.show(this.at + 1);
    }, 500);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    byId('play').textContent = 'Play';
  }

  goTo(td) {
    for (const other of this.table.querySelectorAll('td[tabindex="0"]')) other.setAttribute('tabindex', -1);
    td.setAttribute('tabindex', 0);
    td.focus();
    if (this.tds.has(td)) this.tell(this.tds.get(td));
  }

  /** Whether what the deadline added is to be told at the moment shown. */
  get isAfterDeadline() {
    const { deadline } = this.data.facts;
    const { time, also } = this.moments[this.at];
    return deadline !== null && (time > deadline || (time === deadline && also));
  }

  show(at) {
    const { data, moments } = this;
    if (moments.length === 0) return;
    this.at = Math.max(0, Math.min(moments.length - 1, at));
    const { time, also, words } = moments[this.at];
    byId('time').value = this.at;
    byId('time').setAttribute('aria-valuetext', words);
    byId('board-time').textContent = words;
    for (const [td, cell] of this.tds) {
      const taken = data.taken(cell, time, also);
      const added = this.isAfterDeadline ? data.added(cell) : 0;
      const later = data.later(cell, time, also);
      const there = cell.needed - later;
      td.style.background = this.shade(there ? taken / there : 0);
      td.replaceChildren(`${taken}/${there}${taken >= there ? ' ✓' : ''}${later ? `, ${later} later` : ''}`, added > 0 ? element('b', { class: 'added' }, ` +${added}`) : '');
    }
    const sums = data.slotOrder.map(() => ({ taken: 0, needed: 0 }));
    for (const cell of data.cells.values()) {
      const sum = sums[data.slotOrder.indexOf(cell.slot)];
      sum.taken += data.taken(cell, time, also);
      sum.needed += cell.needed - data.later(cell, time, also);
    }
    sums.forEach(({ taken, needed }, place) => {
      this.sums[place].style.background = this.shade(needed ? taken / needed : 0);
      this.sums[place].textContent = `${decimal(taken)}/${decimal(needed)} ${percent(taken / needed, 0)}`;
    });
    const [taken, needed] = [d3.sum(sums, (sum) => sum.taken), d3.sum(sums, (sum) => sum.needed)];
    const added = this.isAfterDeadline ? d3.sum([...data.cells.values()], (cell) => data.added(cell)) : 0;
    byId('board-words').textContent = `${decimal(taken)} of ${decimal(needed)} places are taken or held (${percent(taken / needed)})${added ? `; the assignment at the deadline added ${decimal(added)}` : ''}.`;
  }

  tell(cell) {
    const { data, page } = this;
    const { facts } = data;
    const ids = page.facts.ids;
    const zones = cell.zones.length > 1 || cell.zones[0].zone
      ? element('ul', {}, cell.zones.map(({ zone, capacity, filled, manned }) => element('li', {}, `${zone}: ${filled} of ${capacity} when the slot began, ${manned} manned`)),
        cell.without ? element('li', {}, `without a zone: ${cell.without} when the slot began`) : null) : null;
    const who = cell.signUps.slice(0, 60).map((row) => {
      const { rank, wishes, assigned, outcome } = data.signUps;
      const wish = assigned[row] ? 'assigned at the deadline' : rank[row] > wishes[row] ? 'not wished for' : `wish ${rank[row]}`;
      return element('li', {}, element('button', { type: 'button', click: () => { page.choose(row); byId('story-section').scrollIntoView({ block: 'nearest' }); } }, ids[row]),
        ` ${wish}, ${inWords(facts.outcomes[outcome[row]])}`);
    });
    byId('cell').replaceChildren(...[
      element('h3', {}, `${facts.posts[cell.post]}, ${facts.slots[cell.slot]}`),
      element('p', {}, `${cell.filled} of ${cell.needed} places had a volunteer when the slot began, ${cell.manned} were manned; the deadline added ${data.added(cell)}.`),
      zones, who.length ? element('ul', { class: 'signups' }, who) : element('p', { class: 'quiet' }, 'Nobody has a place here at the end.'),
      cell.signUps.length > who.length ? element('p', { class: 'quiet' }, `… and ${cell.signUps.length - who.length} more.`) : null].filter(Boolean));
  }
}

/** What became of the places of each slot, in a table. */
function drawSlots(data) {
  const { facts } = data;
  const outcome = (words) => facts.outcomes.map((word) => words.includes(word));
  const [absent, stoodBy] = [outcome(['no_show', 'reserve_no_show']), outcome(['stood_by'])];
  const rows = data.slotOrder.map((slot) => {
    const cells = [...data.cells.values()].filter((cell) => cell.slot === slot);
    const sum = (take) => d3.sum(cells, take);
    const before = facts.deadline === null ? 0 : sum((cell) => data.taken(cell, facts.deadline, false));
    const added = sum((cell) => data.added(cell));
    const filled = sum((cell) => cell.filled);
    const of = (rows, is) => d3.sum(rows, (row) => (data.signUps.slot[row] === slot && is(row) ? 1 : 0));
    const all = d3.range(data.signUps.slot.length);
    return {
      name: facts.slots[slot], needed: sum((cell) => cell.needed), before, added, later: filled - before - added, filled,
      absent: of(all, (row) => absent[data.signUps.outcome[row]]), reserve: of(all, (row) => data.signUps.reserve[row] === 1),
      stoodBy: of(all, (row) => stoodBy[data.signUps.outcome[row]]), manned: sum((cell) => cell.manned),
    };
  });
  const columns = [['needed', 'places needed'], ['before', 'taken before the deadline'], ['added', 'added by the assignment'], ['later', 'change until the slot began'],
    ['filled', 'filled when it began'], ['absent', 'did not come'], ['reserve', 'in reserve'], ['stoodBy', 'stood by, not needed'], ['manned', 'manned']]
    .filter(([key]) => !['reserve', 'stoodBy'].includes(key) || rows.some((row) => row[key]));
  byId('slots').replaceChildren(element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Slots' }, element('table', {},
    element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'slot'), columns.map(([, text]) => element('th', { scope: 'col', class: 'number wrapped' }, text)))),
    element('tbody', {}, rows.map((row) => element('tr', { 'data-slot-row': row.name }, element('th', { scope: 'row' }, row.name),
      columns.map(([key]) => element('td', { class: 'number', 'data-key': key }, `${key === 'later' && row[key] > 0 ? '+' : ''}${decimal(row[key])}`))))))));
}

/** Places that are not there from the start, those of one post and moment in one row; nothing where all are. */
function drawOpenings({ facts }, calendar) {
  if (facts.openings.length === 0) return;
  const groups = [...d3.group(facts.openings, ({ time, post, zone, places }) => [time, post, zone, places].join('\u0000')).values()];
  const slots = (group) => (group.length === facts.slots.length ? 'all slots' : group.map(({ slot }) => facts.slots[slot]).join(', '));
  byId('openings').replaceChildren(element('details', {}, element('summary', {}, `Places that open later: ${decimal(d3.sum(facts.openings, ({ places }) => places))} in all`),
    element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Places that open later' }, element('table', {},
      element('thead', {}, element('tr', {}, ['from', 'post', 'zone', 'places in each slot', 'slots'].map((text, place) => element('th', { scope: 'col', class: place === 3 && 'number' }, text)))),
      element('tbody', {}, groups.map((group) => element('tr', { 'data-opening': group[0].time, 'data-slots': group.length },
        element('th', { scope: 'row' }, calendar.say(group[0].time)), element('td', {}, facts.posts[group[0].post]), element('td', {}, group[0].zone || '–'),
        element('td', { class: 'number' }, decimal(group[0].places)), element('td', {}, slots(group)))))))));
}

/** What those need who come, a table for each need: days and slots by kinds; nothing where nobody asks. */
function drawNeeds({ facts }) {
  const titles = { bed: 'Beds', meal: 'Meals', shirt: 'T-shirts' };
  byId('needs').replaceChildren(...[...d3.group(facts.needs, (row) => row.need)].flatMap(([need, rows]) => {
    const kinds = [...new Set(rows.map((row) => row.kind))];
    const times = [...d3.group(rows, (row) => [row.day, row.slot].join('\u0000')).values()];
    const cell = (row) => element('td', { class: 'number', 'data-need': need, 'data-kind': row?.kind, 'data-day': row?.day, 'data-slot': row?.slot },
      row ? `${decimal(row.came)} (${decimal(row.planned)})` : '–');
    return [element('h3', {}, `${titles[need] ?? need}: needed by those who came (planned at the deadline)`),
      element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': titles[need] ?? need }, element('table', {},
        element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, need === 'bed' ? 'night' : 'day and slot'), kinds.map((kind) => element('th', { scope: 'col', class: 'number' }, kind || 'beds')))),
        element('tbody', {}, times.map((rows) => element('tr', {},
          element('th', { scope: 'row' }, [rows[0].date || `day ${rows[0].day}`, rows[0].slot].filter(Boolean).join(', ')),
          kinds.map((kind) => cell(rows.find((row) => row.kind === kind))))))))];
  }));
}

/** How highly the places at the end were wished for. */
function drawRanks(data) {
  const { rank, wishes, post } = data.signUps;
  const counts = [];
  let unwished = 0;
  rank.forEach((value, row) => {
    if (post[row] < 0) return;
    if (value > wishes[row]) unwished++;
    else counts[value] = (counts[value] ?? 0) + 1;
  });
  const names = d3.range(1, counts.length).map((value) => `wish ${value}`).concat('none of the wishes');
  const values = d3.range(1, counts.length).map((value) => counts[value] ?? 0).concat(unwished);
  const host = element('div');
  byId('ranks').replaceChildren(host);
  barChart(host, {
    title: 'Places at the end, by how highly they were wished for', x: { label: '', names, say: (value) => names[Math.floor(value)] }, y: { label: 'sign-ups' },
    keys: [{ name: 'sign-ups', colour: 'var(--c1)' }],
    bars: values.map((value, place) => ({ from: place - 0.4, to: place + 0.4, values: [value], head: names[place] })),
  });
}

startMarket(async (page) => {
  const data = await BoardData.read(page.facts);
  const board = new Board(page, data);
  drawSlots(data);
  drawOpenings(data, page.calendar);
  drawNeeds(data);
  drawRanks(data);
  window.detour = {
    moments: () => board.moments.map(({ time, also }) => [time, also]), show: (at) => board.show(at), at: () => board.at, choose: (request) => page.choose(request),
  };
});
