// The sections that the page of every run has, whatever its market: the funnel, the causes, distributions and time series; of one run
// or of two, side by side on the same scales.

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

/** The colour of one of two runs. */
const sideColour = (side) => `var(--c${side + 1})`;

/** A table with the heads `heads`, of which those from `numbers` on are of numbers, in a region that scrolls. */
function scrolledTable(label, heads, rows, numbers = 1, attributes = {}) {
  const table = element('table', attributes,
    element('thead', {}, element('tr', {}, heads.map((text, place) => element('th', { scope: 'col', class: place >= numbers && 'number' }, text)))),
    element('tbody', {}, rows));
  return element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label }, heads.length > 4 ? labelled(table) : table);
}

/** Draws `draw()` into `host`, anew at each change of its width and of `scope`. */
function followScope(scope, host, draw) {
  let isFirst = true;
  scope.follow(() => {
    if (isFirst) redrawing(host, draw);
    else draw();
    isFirst = false;
  });
}

/**
 * Draws the funnel of the requests in `scope` into `host`: for each stage the share of the candidates before it that it leaves, over
 * all attempts; with two runs, a bar for each. The first row is whom the funnel begins with, unless it is a stage.
 */
function drawFunnelOf(host, scope) {
  const { sides } = scope;
  const { candidates, many } = sides[0];
  followScope(scope, host, () => {
    const funnels = sides.map((records) => ({ ...records.funnel(scope.mask(records)), records }));
    if (funnels.every(({ count }) => count === 0)) {
      host.replaceChildren(element('p', { class: 'quiet' }, `No attempt was made for ${scope.isAll ? `any of the ${many}` : `the ${many} chosen`}.`));
      return;
    }
    const width = host.clientWidth;
    // Where there is little room the words stand above and below their bars.
    const isNarrow = width < 640;
    const isPair = sides.length > 1;
    const [row, thick] = isNarrow ? [62, 16] : isPair ? [34, 22] : [46, 24];
    const label = isNarrow ? 0 : 150;
    const full = Math.max(40, width - label - (isNarrow ? 0 : 330));
    const stages = funnels[0].totals;
    const bars = stages.flatMap((_, place) => funnels.map(({ totals, count, records }, side) => {
      const { name: stage, meaning, remedy, drivers, emptied, isStage } = totals[place];
      const attempts = Math.max(1, count);
      const name = inWords(stage);
      const who = isPair ? `${records.label}: ` : '';
      const before = place === 0 ? drivers : totals[place - 1].drivers;
      const share = before > 0 ? drivers / before : 0;
      const mean = `${who}${decimal(drivers / attempts, drivers / attempts < 10 ? 2 : 0)}${isNarrow && place > 0 ? '' : ` ${candidates}`} an attempt`
        + (place === 0 || before === 0 ? '' : `, ${percent(share)} of those before`);
      const ends = `${decimal(emptied)} attempts end here (${percent(emptied / attempts)})`;
      const texts = isNarrow ? [[0, 12, `${name}: ${mean}`], [0, 48, ends]]
        : isPair ? [[label + full + 8, 10, mean], [label + full + 8, 24, ends]]
          : [[0, 20, name], [label + full + 8, 15, mean], [label + full + 8, 31, ends]];
      if (isPair && !isNarrow && side === 0) texts.push([0, 20, name]);
      const isStart = place === 0 && !isStage;
      if (isStart) texts.splice(1, isNarrow || isPair ? 1 : 2, ...(isNarrow || isPair ? [] : [[label + full + 8, 15, mean]]));
      const y = isNarrow ? 17 : isPair ? 2 : 4;
      const gap = isPair ? 10 * place : 0;
      return drawing('g', {
        transform: `translate(0 ${(place * sides.length + side) * row + gap})`, tabindex: 0, role: 'img', 'data-stage': stage, 'data-left': drivers, 'data-emptied': emptied,
        'data-side': isPair && records.label, 'aria-label': isStart ? `${name}: ${mean}` : `${name}: ${mean}; ${ends}`,
      },
      drawing('title', {}, remedy ? `${meaning} More are left by ${remedy}.` : meaning),
      drawing('rect', { x: label, y, width: full, height: thick, fill: 'var(--panel)', stroke: 'var(--line)', rx: 2 }),
      drawing('rect', { x: label, y, width: full * Math.min(1, share), height: thick, fill: sideColour(side), rx: 2 }),
      texts.map(([x, y, text]) => drawing('text', { x, y }, text)));
    }));
    const height = row * stages.length * sides.length + (isPair ? 10 * stages.length : 0);
    host.replaceChildren(drawing('svg', { width, height, viewBox: `0 0 ${width} ${height}`, class: 'drawing', role: 'group', 'aria-label': `The share of the ${candidates} before it that each stage leaves` }, bars),
      element('p', { class: 'quiet small' }, `A full bar is all ${candidates} that the stage before left; the filled part of it, on a linear scale, is left by this one.`),
      ...funnels.map(({ records }) => boundWords(records, scope)).filter(Boolean));
  });
}

/** Which limit bound, by the attempts that failed at the limits; null where none did, or none is known. */
function boundWords(records, scope) {
  const bound = records.bound(scope.mask(records));
  if (bound.length === 0) return null;
  const all = d3.sum(bound, ([, count]) => count);
  return element('p', { class: 'bound-words' }, `${records.label ? `${records.label}: ` : ''}Of ${decimal(all)} attempts lost to the limits, the closest driver broke `,
    bound.flatMap(([place, count], rank) => [rank > 0 ? ', ' : '', element('span', { title: records.limits[place].meaning, 'data-limit': records.limits[place].word, 'data-count': count },
      `the limit on ${records.limits[place].title} `, element('code', { class: 'column' }, records.limits[place].word), ` in ${decimal(count)} (${percent(count / all)})`)]), '.');
}

/** The intervals of a chart by time of submission: those of the series, several together where they would be too thin. */
function intervalsOf(scope) {
  const edges = scope.edges.slice(scope.first, scope.last + 1);
  const length = edges.length > 1 ? edges[1] - edges[0] : 1;
  const perDay = Math.round(86400 / length);
  let step = edges.length > 121 && 86400 % length === 0 ? perDay : 1;
  step *= Math.max(1, Math.ceil((edges.length - 1) / step / 120));
  const from = edges.slice(0, -1).filter((_, place) => place % step === 0);
  return { from_s: from, to_s: [...from.slice(1), edges[edges.length - 1]] };
}

/**
 * Draws a table of the causes for which requests in `scope` failed, most frequent first, and bars of them by the time of submission;
 * `words` says whom. With two runs the table has both, and each has its bars.
 */
function drawCausesOf(hosts, scope, words, time = { label: 'time', format: clock }) {
  const { head, nobody, title } = words;
  const { sides } = scope;
  const isPair = sides.length > 1;
  const whom = sides[0].many;
  const colour = (rank) => `--c${[2, 1, 5, 4, 3, 7, 6, 8][rank % 8]}`;
  scope.follow(() => {
    const intervals = intervalsOf(scope);
    const failures = sides.map((records) => records.failures(scope.mask(records), intervals));
    const known = new Map();
    failures.forEach((list, side) => list.forEach((cause) => {
      if (!known.has(cause.word)) known.set(cause.word, { word: cause.word, meaning: cause.meaning, of: sides.map(() => ({ total: 0, byTime: intervals.from_s.map(() => 0) })) });
      known.get(cause.word).of[side] = cause;
    }));
    const order = [...known.values()].filter(({ of }) => of.some(({ total }) => total > 0)).sort((a, b) => d3.sum(b.of, ({ total }) => total) - d3.sum(a.of, ({ total }) => total));
    const all = sides.map((_, side) => Math.max(1, d3.sum(order, ({ of }) => of[side].total)));
    const number = (text, more = {}) => element('td', { class: 'number', ...more }, text);
    const signed = (value) => `${value > 0 ? '+' : ''}${decimal(value)}`;
    const heads = isPair ? [head, ...sides.flatMap(({ label }) => [`${label}: ${whom}`, 'share']), `${sides[1].label} − ${sides[0].label}`] : [head, whom, 'share'];
    hosts.table.replaceChildren(order.length === 0 ? element('p', { class: 'quiet' }, scope.isAll ? nobody : `${nobody.replace(/\.$/, '')} among the ${whom} chosen.`)
      : scrolledTable('Causes', heads, order.map(({ word, meaning, of }, rank) => element('tr', { 'data-cause': word },
        element('th', { scope: 'row' }, element('span', { class: 'square', style: `--colour: var(${colour(rank)})` }), element('abbr', { title: meaning, tabindex: 0 }, inWords(word))),
        of.flatMap(({ total }, side) => [number(decimal(total)), number(percent(total / all[side]))]),
        isPair ? number(signed(of[1].total - of[0].total)) : null))));
    hosts.byTime.hidden = order.length === 0;
    if (order.length === 0) {
      hosts.byTime.replaceChildren();
      chartsOf.delete(hosts.byTime);
      return;
    }
    const most = d3.max(sides, (_, side) => d3.max(intervals.from_s, (_, place) => d3.sum(order, ({ of }) => of[side].byTime[place])));
    const host = (side) => {
      if (!isPair) return hosts.byTime;
      return hosts.byTime.children[side] ?? hosts.byTime.appendChild(element('div'));
    };
    sides.forEach((records, side) => barChart(host(side), {
      title: isPair ? `${records.label}: ${title}` : title, x: time, y: { label: whom, ...(isPair ? { max: most * 1.05 } : {}) },
      keys: order.map(({ word }, rank) => ({ name: inWords(word), colour: `var(${colour(rank)})` })),
      bars: intervals.from_s.map((from, place) => ({ from, to: intervals.to_s[place], values: order.map(({ of }) => of[side].byTime[place]) })),
    }));
  });
}

/** The quantile `share` of ascending `values`, by Hyndman and Fan's type 7. */
function quantileOf(values, share) {
  const at = (values.length - 1) * share;
  const below = Math.floor(at);
  return values[below] + (at - below) * ((values[below + 1] ?? values[below]) - values[below]);
}

/** The width of a histogram's intervals, a round one of at most 48. */
function binWidth(unit, range) {
  const widths = unit === 's' ? [15, 30, 60, 120, 300, 600, 900, 1800, 3600] : [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
  return widths.find((width) => range / width < 48) ?? Math.ceil(range / 48);
}

/** Draws the distributions of the requests in `scope` into `host`, a histogram each; with two runs both on the same intervals. */
function drawSpreadsOf(host, scope) {
  const { sides } = scope;
  const isPair = sides.length > 1;
  sides[0].spreads.forEach(({ metric, title, whom, unit }, place) => {
    const chart = element('div', { 'data-spread': metric });
    host.append(chart);
    scope.follow(() => {
      const values = sides.map((records) => (records.spreads[place] ? records.values(records.spreads[place], scope.mask(records)).sort((a, b) => a - b) : []));
      const all = values.flat();
      chart.dataset.counts = values.map(({ length }) => length).join(' ');
      if (all.length === 0) {
        chartsOf.delete(chart);
        chart.replaceChildren(element('p', { class: 'quiet' }, `${title}: none of the ${whom}${scope.isAll ? '' : ' chosen'} has one.`));
        return;
      }
      const [least, most] = [Math.min(0, d3.min(all)), Math.max(0, d3.max(all))];
      const width = binWidth(unit, most - least);
      const first = Math.floor(least / width);
      const bins = d3.range(first, Math.floor(most / width) + 1).map((bin) => ({ from: bin * width, to: (bin + 1) * width }));
      const counts = values.map((list) => {
        const counts = bins.map(() => 0);
        for (const value of list) counts[Math.floor(value / width) - first]++;
        return counts;
      });
      const x = unit === 's' ? { label: 'time', unit, say: span } : { label: 'length', unit };
      const quantiles = [['median', 0.5], ['p90', 0.9], ['p95', 0.95], ['p99', 0.99]];
      if (!isPair) {
        histogram(chart, {
          title, x, y: { label: whom }, bins: bins.map((bin, i) => ({ ...bin, count: counts[0][i] })),
          marks: quantiles.map(([name, share]) => ({ name, value: quantileOf(values[0], share) })),
        });
        return;
      }
      const say = (value) => (value === undefined || Number.isNaN(value) ? '–' : unit === 's' ? span(value) : `${decimal(value)} ${unit}`);
      const told = [['mean', (list) => d3.mean(list)], ...quantiles.map(([name, share]) => [name, (list) => (list.length ? quantileOf(list, share) : undefined)])];
      lineChart(chart, {
        title, x, y: { label: whom, min: 0 }, steps: true,
        series: sides.map(({ label }, side) => ({ name: label, colour: sideColour(side), points: [...bins.map(({ from }, i) => [from, counts[side][i]]), [bins[bins.length - 1].to, 0]] })),
        note: told.map(([name, of]) => {
          const [a, b] = values.map(of);
          return `${name} ${sides[0].label} ${say(a)}, ${sides[1].label} ${say(b)}`;
        }).join('; ') + '.',
      });
    });
  });
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

/** The series of `records` within the window of `scope`: what can be counted by request is that of the requests chosen. */
function courseOf(records, scope) {
  const course = scope.slice(records.course);
  if (!scope.isFiltered) return { course, counted: null };
  const mask = scope.mask(records);
  const chosen = { ...course };
  const count = (times) => countsIn(course.from_s, times.filter((time, row) => mask[row] && time > ABSENT && time < (course.to_s[course.to_s.length - 1] ?? 0)));
  for (const [column, times] of Object.entries(records.times)) if (course[column]) chosen[column] = [...count(times)];
  const { requests_submitted: submit, matches } = records.times;
  const counted = new Set(Object.keys(records.times));
  if (submit && matches && course.match_rate) {
    const matched = count(submit.map((time, row) => (matches[row] > ABSENT ? time : ABSENT)));
    chosen.match_rate = chosen.requests_submitted.map((all, place) => (all > 0 ? matched[place] / all : null));
    counted.add('match_rate');
  }
  return { course: chosen, counted };
}

/**
 * Draws columns of the time series of the runs in `scope` into `host`: the charts of the first run; one that `isFlow` counts by day
 * where intervals are many. With two runs each column has a chart, with both on it.
 */
function drawCourseOf(host, scope, time = { label: 'time', format: clock }) {
  const { sides } = scope;
  const isPair = sides.length > 1;
  const { course } = sides[0];
  const shown = sides[0].charts.map((one) => ({ ...one, series: one.series.filter(([, column]) => course[column]?.some((value) => value !== null && value !== 0)) }))
    .filter(({ series }) => series.length > 0);
  const charts = isPair ? shown.flatMap((one) => one.series.map((series) => ({ ...one, title: one.series.length > 1 ? `${one.title}: ${series[0]}` : one.title, series: [series] }))) : shown;
  if (charts.length === 0) host.append(element('p', { class: 'quiet' }, 'Nothing happened in any interval.'));
  for (const { title, label, unit = '', isFlow, series } of charts) {
    const chart = element('div', { 'data-chart': series.map(([, column]) => column).join(' ') });
    host.append(chart);
    scope.follow(() => {
      const curves = sides.flatMap((records, side) => {
        const { course, counted } = courseOf(records, scope);
        const daily = isFlow && byDay(course, time.offset ?? 0);
        const values = daily || course;
        const middle = values.from_s.map((from, place) => (from + values.to_s[place]) / 2);
        return series.filter(([, column]) => values[column]).map(([name, column], place) => ({
          name: isPair ? records.label : name, colour: `var(--c${isPair ? side + 1 : [1, 2, 3, 4][place]})`, points: middle.map((at, i) => [at, values[column][i]]),
          isDaily: Boolean(daily), isWhole: counted !== null && !counted.has(column), what: name,
        }));
      });
      const whole = [...new Set(curves.filter(({ isWhole }) => isWhole).map(({ what }) => what))];
      lineChart(chart, {
        title, x: time, y: { label: isFlow ? `${label} in ${curves[0]?.isDaily ? 'a day' : 'an interval'}` : label, unit, min: 0 }, series: curves,
        note: whole.length ? `Outcomes and causes are not told apart here: ${whole.join(', ')}.` : undefined,
      });
    });
  }
}
