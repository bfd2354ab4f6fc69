// Axes: units that suit the range, ticks at round numbers, labels that do not overlap.

/** The steps of a clock, in seconds. */
const clockSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 14400, 21600, 43200, 86400];

/**
 * How the numbers from `low` to `high` stand at an axis: `ticks`, `tick(value)`, `say(value)` and `label`.
 *
 * `spec` has a `label`, and either a `format` or a `unit`: seconds become minutes or hours where there are many, and
 * ratios become percentages. `names` stand for the whole numbers from 0 on. Where the format is `clock`, a `tick` may name
 * times by a calendar whose days begin `offset` seconds before the run.
 */
function axisText(spec, low, high, count) {
  const { label = '', format, names } = spec;
  if (names) {
    const text = (value) => names[Math.round(value)] ?? '';
    return { ticks: d3.range(names.length), tick: text, say: spec.say ?? text, label };
  }
  if (format === clock) {
    const step = clockSteps.find((s) => (high - low) / s <= count) ?? 86400 * Math.ceil((high - low) / 86400 / count);
    // Where the scale has days, ticks stand at their hours.
    const offset = spec.offset ?? day.begin;
    const ticks = d3.range(Math.ceil((low + offset) / step - 1e-9) * step - offset, high + step * 1e-6, step);
    const tick = spec.tick ? (value) => spec.tick(value, step) : (value) => (step % 60 ? clock(value) : clock(value).slice(0, -3));
    return { ticks, tick, say: spec.say ?? clock, label };
  }
  const { factor, name } = shownUnit(spec.unit, Math.max(Math.abs(low), Math.abs(high)));
  const ticks = d3.ticks(low / factor, high / factor, count);
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : Math.abs(ticks[0] || 1) / 10;
  const decimals = Math.min(9, d3.precisionFixed(step));
  const number = (value) => decimal(value / factor, decimals);
  const finer = (value) => `${decimal(value / factor, Math.min(9, decimals + 1))}${name ? ` ${name}` : ''}`;
  return {
    ticks: ticks.map((tick) => tick * factor),
    tick: format && !spec.unit ? format : number,
    say: spec.say ?? format ?? finer,
    label: name ? `${label} (${name})` : label,
  };
}

/** What one of the unit `unit` is divided by, and what is then written, for numbers up to `most`. */
function shownUnit(unit, most) {
  if (unit === 's') {
    if (most >= 4 * 3600) return { factor: 3600, name: 'h' };
    if (most >= 600) return { factor: 60, name: 'min' };
    return { factor: 1, name: 's' };
  }
  if (unit === 'ratio') return { factor: 1, name: '' };
  if (unit === 'share') return { factor: 0.01, name: '%' };
  if (unit === 'm' && most >= 20000) return { factor: 1000, name: 'km' };
  return { factor: 1, name: unit && unit !== 'count' && unit !== '-' ? unit : '' };
}

/** A linear scale over `values`, a little wider than they are; `min` and `max` of `spec` hold where given. */
function linearScale(spec, values, { zero = false, pad = 0.05 } = {}) {
  const [least = 0, most = 1] = d3.extent(values.filter(Number.isFinite));
  let low = spec.min ?? (zero ? Math.min(0, least) : least);
  let high = spec.max ?? (zero ? Math.max(0, most) : most);
  if (!(high > low)) {
    const reach = Math.abs(high) / 10 || 1;
    if (spec.min === undefined && !(zero && low === 0)) low -= reach;
    high = Math.max(high, low) + reach;
  }
  const room = (high - low) * pad;
  // What is never negative does not seem so.
  if (spec.min === undefined && !(zero && low === 0)) low = least >= 0 ? Math.max(0, low - room) : low - room;
  if (spec.max === undefined && !(zero && high === 0)) high += room;
  return d3.scaleLinear().domain([low, high]);
}

/** Makes room for the vertical axis of `scale`, and says how it is written. */
function makeRoomForY(view, spec, scale) {
  const [low, high] = scale.domain();
  const text = axisText(spec, low, high, Math.max(3, Math.round(view.innerHeight / 52)));
  const widest = Math.max(8, ...text.ticks.map((tick) => textWidth(text.tick(tick))));
  view.margin.left = Math.ceil(widest) + 14;
  if (text.label) view.margin.top = Math.max(view.margin.top, 26);
  return text;
}

/** Draws the vertical axis, with lines across the chart, and its label above it. */
function drawY(view, scale, text) {
  const { svg } = view;
  const grid = svg.append('g').attr('class', 'grid');
  const ticks = svg.append('g').attr('class', 'axis');
  for (const tick of text.ticks) {
    const y = Math.round(scale(tick)) + 0.5;
    grid.append('line').attr('x1', view.left).attr('x2', view.right).attr('y1', y).attr('y2', y);
    ticks.append('text').attr('x', view.left - 8).attr('y', y).attr('dy', '0.35em').attr('text-anchor', 'end')
      .text(text.tick(tick));
  }
  svg.append('text').attr('class', 'axis-label').attr('x', 0).attr('y', 12).text(shortened(text.label, view.width));
}

/** Makes room for the horizontal axis, and says how it is written. */
function makeRoomForX(view, spec, scale) {
  const [low, high] = scale.domain();
  const count = Math.max(2, Math.round(view.innerWidth / 90));
  const text = axisText(spec, low, high, count);
  view.margin.bottom = text.label ? 44 : 26;
  return text;
}

/** Draws the horizontal axis, and its label below it. */
function drawX(view, scale, text) {
  const { svg, bottom } = view;
  const axis = svg.append('g').attr('class', 'axis');
  axis.append('line').attr('x1', view.left).attr('x2', view.right).attr('y1', bottom + 0.5).attr('y2', bottom + 0.5);
  let end = -Infinity;
  for (const tick of text.ticks) {
    const room = text.ticks.length > 1 ? Math.max(40, view.innerWidth / text.ticks.length) : view.innerWidth;
    const words = shortened(text.tick(tick), Math.max(room, 60));
    const width = textWidth(words);
    const x = scale(tick);
    const left = Math.min(Math.max(x - width / 2, 0), view.width - width);
    axis.append('line').attr('x1', x).attr('x2', x).attr('y1', bottom).attr('y2', bottom + 5);
    if (left < end + 8) continue;
    end = left + width;
    axis.append('text').attr('x', left).attr('y', bottom + 18).text(words);
  }
  svg.append('text').attr('class', 'axis-label').attr('x', view.right).attr('y', bottom + 36)
    .attr('text-anchor', 'end').text(shortened(text.label, view.width - 8));
}
