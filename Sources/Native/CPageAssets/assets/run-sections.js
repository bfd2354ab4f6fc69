// The sections that the page of every run has, whatever its market: the funnel, the causes, distributions and time series.

/** A word as a shell takes it. */
function quotedForShell(word) {
  return /^[A-Za-z0-9_./:=+,@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Calls `choose(place)` for what is given in `input` and is among the `known` names of `what`; else tells that there is none. */
function wireNumber(input, known, what, choose, tell) {
  const look = () => {
    const { value } = input;
    if (!value.trim()) return;
    const place = known.get(value) ?? known.get(value.trim());
    if (place !== undefined) choose(place);
    else tell(element('p', { class: 'note', role: 'status' }, `There is no ${what} ${value.trim()}.`));
  };
  input.addEventListener('change', look);
  input.addEventListener('keydown', (event) => { if (event.key === 'Enter') look(); });
}

/**
 * Draws the funnel into `host`: for each of `totals`, `{name, meaning, remedy, drivers, emptied}`, the share of `whom` before
 * it that the stage leaves over all `attempts`. The first is whom the funnel begins with, unless it has `isStage`.
 */
function drawFunnelOf(host, totals, count, whom) {
  const attempts = Math.max(1, count);
  redrawing(host, () => {
    const width = host.clientWidth;
    // Where there is little room the words stand above and below their bars.
    const isNarrow = width < 640;
    const row = isNarrow ? 62 : 46;
    const label = isNarrow ? 0 : 150;
    const full = Math.max(40, width - label - (isNarrow ? 0 : 320));
    const rows = totals.map(({ name: stage, meaning, remedy, drivers, emptied, isStage }, place) => {
      const name = inWords(stage);
      const before = place === 0 ? drivers : totals[place - 1].drivers;
      const share = before > 0 ? drivers / before : 0;
      const bar = full * Math.min(1, share);
      const mean = `${decimal(drivers / attempts, drivers / attempts < 10 ? 2 : 0)}${isNarrow && place > 0 ? '' : ` ${whom}`} an attempt`
        + (place === 0 || before === 0 ? '' : `, ${percent(share)} of those before`);
      const ends = `${decimal(emptied)} attempts end here (${percent(emptied / attempts)})`;
      const texts = isNarrow ? [[0, 12, `${name}: ${mean}`], [0, 48, ends]]
        : [[0, 20, name], [label + full + 8, 15, mean], [label + full + 8, 31, ends]];
      const isStart = place === 0 && !isStage;
      if (isStart) texts.pop();
      const [y, thick] = isNarrow ? [17, 16] : [4, 24];
      return drawing('g', {
        transform: `translate(0 ${place * row})`, tabindex: 0, role: 'img', 'data-stage': stage, 'data-left': drivers, 'data-emptied': emptied,
        'aria-label': isStart ? `${name}: ${mean}` : `${name}: ${mean}; ${ends}`,
      },
      drawing('title', {}, remedy ? `${meaning} More are left by ${remedy}.` : meaning),
      drawing('rect', { x: label, y, width: full, height: thick, fill: 'var(--panel)', stroke: 'var(--line)', rx: 2 }),
      drawing('rect', { x: label, y, width: bar, height: thick, fill: 'var(--c1)', rx: 2 }),
      texts.map(([x, y, text]) => drawing('text', { x, y }, text)));
    });
    const height = row * totals.length;
    host.replaceChildren(drawing('svg', { width, height, viewBox: `0 0 ${width} ${height}`, class: 'drawing', role: 'group', 'aria-label': `The share of the ${whom} before it that each stage leaves` }, rows),
      element('p', { class: 'quiet small' }, `A full bar is all ${whom} that the stage before left; the filled part of it, on a linear scale, is left by this one.`));
  });
}

/**
 * Draws a table of `causes`, `{word, meaning, total, byTime}`, most frequent first, and bars of them by the `intervals` in which
 * those whom they struck had asked; `words` says whom.
 */
function drawCausesOf(hosts, causes, intervals, words, time = { label: 'time', format: clock }) {
  const { whom, head, nobody, title } = words;
  const order = causes.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
  const colour = (rank) => `--c${[2, 1, 5, 4, 3, 7, 6, 8][rank % 8]}`;
  const all = Math.max(1, d3.sum(order, ({ total }) => total));
  hosts.table.replaceChildren(order.length === 0 ? element('p', {}, nobody) : element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Causes' }, element('table', {},
    element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, head), element('th', { scope: 'col', class: 'number' }, whom), element('th', { scope: 'col', class: 'number' }, 'share'))),
    element('tbody', {}, order.map(({ word, meaning, total }, rank) => element('tr', { 'data-cause': word },
      element('th', { scope: 'row' }, element('span', { class: 'square', style: `--colour: var(${colour(rank)})` }),
        element('abbr', { title: meaning, tabindex: 0 }, inWords(word))),
      element('td', { class: 'number' }, decimal(total)), element('td', { class: 'number' }, percent(total / all))))))));
  if (order.length === 0) return;
  barChart(hosts.byTime, {
    title, x: time, y: { label: whom },
    keys: order.map(({ word }, rank) => ({ name: inWords(word), colour: `var(${colour(rank)})` })),
    bars: intervals.from_s.map((from, place) => ({ from, to: intervals.to_s[place], values: order.map(({ byTime }) => byTime[place]) })),
  });
}

/** Draws the distributions `spread` into `host`, a histogram each. */
function drawSpreadsOf(host, spread) {
  for (const { metric, title, whom, unit, from, width, counts, marks } of spread) {
    const chart = element('div', { 'data-spread': metric });
    host.append(chart);
    if (counts.length === 0) chart.append(element('p', { class: 'quiet' }, `${title}: nobody.`));
    else {
      histogram(chart, {
        title, x: unit === 's' ? { label: 'time', unit, say: span } : { label: 'length', unit }, y: { label: whom },
        bins: counts.map((count, place) => ({ from: from + place * width, to: from + (place + 1) * width, count })), marks,
      });
    }
  }
}

/** `course` with its flows summed up by day, from midnight by `offset`; null where its intervals are few, or do not make days. */
function byDay(course, offset) {
  const day = 86400;
  const { from_s: from, to_s: to } = course;
  if (from.length <= 200 || day % (to[0] - from[0]) || offset % (to[0] - from[0])) return null;
  const days = from.map((time) => Math.floor((time + offset) / day));
  const daily = { from_s: [], to_s: [] };
  for (const one of new Set(days)) {
    daily.from_s.push(Math.max(0, one * day - offset));
    daily.to_s.push((one + 1) * day - offset);
  }
  for (const [column, values] of Object.entries(course)) {
    if (daily[column]) continue;
    const sums = daily.from_s.map(() => 0);
    values.forEach((value, place) => { sums[days[place] - days[0]] += value ?? 0; });
    daily[column] = sums;
  }
  return daily;
}

/**
 * Draws columns of the time series `course` into `host`: each of `charts` has `{title, label, unit, series}` of names and columns;
 * one that `isFlow` counts by day where intervals are many.
 */
function drawCourseOf(host, course, charts, time = { label: 'time', format: clock }) {
  const daily = byDay(course, time.offset ?? 0);
  for (const { title, label, unit = '', isFlow, series } of charts) {
    const shown = (isFlow && daily) || course;
    const middle = shown.from_s.map((from, place) => (from + shown.to_s[place]) / 2);
    const chart = element('div');
    host.append(chart);
    lineChart(chart, {
      title, x: time, y: { label: isFlow ? `${label} in ${shown === daily ? 'a day' : 'an interval'}` : label, unit, min: 0 },
      series: series.map(([name, column], place) => ({
        name, colour: `var(--c${[1, 2, 3, 4][place]})`, points: middle.map((at, i) => [at, shown[column][i]]),
      })),
    });
  }
}
