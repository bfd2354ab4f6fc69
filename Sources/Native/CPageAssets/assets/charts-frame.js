// What all charts share: a caption, a legend, the drawing, what is read off it by mouse, finger or arrow keys, and its
// numbers as a table. A chart is drawn anew when its width changes, and narrower for paper.

/** The options and the drawing of the chart in each host. */
const chartsOf = new WeakMap();

/** The width that charts are drawn with on paper, in pixels: a column of A4 shows their letters at about 8 points. */
const paperWidth = 420;
let isOnPaper = false;
for (const [event, state] of [['beforeprint', true], ['afterprint', false]]) {
  addEventListener(event, () => {
    isOnPaper = state;
    for (const host of document.querySelectorAll('.chart')) drawChart(host);
  });
}

/** The colour of the place `i` among the series of a chart. */
const seriesColour = (i) => `var(--c${(i % 8) + 1})`;

/** Draws a chart into `host` by `draw(view)`, in place of the one that is there. */
function chart(host, options, draw) {
  const isNew = !chartsOf.has(host);
  chartsOf.set(host, { options, draw });
  host.classList.add('chart');
  if (isNew) redrawing(host, () => drawChart(host));
  else drawChart(host);
}

function drawChart(host) {
  const known = chartsOf.get(host);
  // Large windows have larger letters, in charts as elsewhere.
  const factor = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const width = isOnPaper ? paperWidth : Math.floor(host.clientWidth / factor);
  if (!known || width < 1) return;
  const hadFocus = host.querySelector('svg.drawing') === document.activeElement && document.activeElement;
  const wasOpen = host.querySelector('details.numbers')?.open;
  const view = new ChartView(known.options, width);
  known.draw(view);
  const figure = host.tagName === 'FIGURE' ? host : element('figure');
  const { title, note } = known.options;
  figure.replaceChildren(...[
    title ? element('figcaption', {}, title) : null,
    view.legend, view.plot,
    note ? element('p', { class: 'quiet small' }, note) : null,
    view.numbers(wasOpen),
  ].filter(Boolean));
  if (figure !== host) host.replaceChildren(figure);
  if (hadFocus) view.svg.node().focus({ preventScroll: true });
}

const measuring = document.createElement('canvas').getContext('2d');

/** The width of `text` in a chart, in pixels. */
function textWidth(text, size = 12) {
  measuring.font = `${size}px system-ui, "Liberation Sans", "DejaVu Sans", sans-serif`;
  return measuring.measureText(text).width;
}

/** `text`, or its beginning and … where it is wider than `width` pixels. */
function shortened(text, width) {
  if (textWidth(text) <= width) return text;
  let end = text.length;
  while (end > 1 && textWidth(text.slice(0, end) + '…') > width) end--;
  return text.slice(0, end) + '…';
}

/** A chart as it is being drawn. */
class ChartView {
  constructor(options, width) {
    this.options = options;
    this.width = width;
    this.height = options.height ?? Math.round(Math.min(Math.max(width * 0.5, 220), 400));
    this.margin = { top: 14, right: 14, bottom: 30, left: 40 };
    this.svg = d3.select(drawing('svg', { class: 'drawing', role: 'img', 'aria-label': options.title ?? 'chart' }));
    this.tip = element('div', { class: 'tip', role: 'status', hidden: true });
    this.plot = element('div', { class: 'plot' }, this.svg.node(), this.tip);
    this.legend = null;
    this.table = null;
  }

  get innerWidth() { return Math.max(10, this.width - this.margin.left - this.margin.right); }
  get innerHeight() { return Math.max(10, this.height - this.margin.top - this.margin.bottom); }
  get left() { return this.margin.left; }
  get right() { return this.margin.left + this.innerWidth; }
  get top() { return this.margin.top; }
  get bottom() { return this.margin.top + this.innerHeight; }

  /** Fixes the size, which margins and height have to stand for. */
  open() {
    this.svg.attr('viewBox', `0 0 ${this.width} ${this.height}`);
    return this.svg;
  }

  /** A legend of `entries`: `{name, colour, symbol, line}`. */
  addLegend(entries) {
    if (!entries.length) return;
    const items = entries.map(({ name, colour, symbol, line }) => {
      const key = drawing('svg', { width: 18, height: 12, 'aria-hidden': true });
      if (line) key.append(drawing('path', { d: 'M0 6H18', style: `stroke: ${colour}; stroke-width: 2.5` }));
      if (symbol) {
        key.append(drawing('path', {
          d: d3.symbol().type(symbol).size(45)(), transform: 'translate(9 6)', style: `fill: ${colour}`,
        }));
      }
      if (!line && !symbol) key.append(drawing('rect', { x: 2, width: 14, height: 12, rx: 2, style: `fill: ${colour}` }));
      return element('li', {}, key, name);
    });
    this.legend = element('ul', { class: 'legend' }, items);
  }

  /** An empty chart says so. */
  addNothing(text = 'nothing to show') {
    this.height = 60;
    this.open().append('text').attr('x', 8).attr('y', 34).style('fill', 'var(--quiet)').text(text);
  }

  /** The numbers of the chart as a table on request; its rows are made when it is opened. */
  numbers(isOpen) {
    if (!this.table) return null;
    const details = element('details', { class: 'numbers' }, element('summary', {}, 'numbers'));
    const filled = () => {
      if (details.childElementCount > 1) return;
      const { head, rows } = this.table;
      const cells = (tag, row) => row.map((cell, i) => element(tag, { class: i > 0 && 'number' }, cell ?? '–'));
      details.append(element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'numbers' },
        element('table', {},
          element('thead', {}, element('tr', {}, cells('th', head))),
          element('tbody', {}, rows().map((row) => element('tr', {}, cells('td', row)))))));
    };
    details.addEventListener('toggle', () => details.open && filled());
    if (isOpen) {
      filled();
      details.open = true;
    }
    return details;
  }

  /**
   * Lets readers walk over `stops` with mouse, finger and arrow keys. A stop has its place `x`, `y`, a `head`, `rows` of
   * `[text, value, colour]`, and shows itself by `dots`, a `rule` or a `box`; `choose()` is what a click or Enter does. `nearest` is `x` or `both`; `step(i, key)`
   * says where an arrow key leads, from one to the next unless given.
   */
  addCursor(stops, { nearest = 'x', step = null } = {}) {
    if (!stops.length) return;
    const { svg, tip } = this;
    const layer = svg.append('g').attr('class', 'cursor').attr('pointer-events', 'none');
    let at = -1;
    const show = (i) => {
      at = i;
      const stop = stops[i];
      layer.selectAll('*').remove();
      if (stop.rule) {
        layer.append('line').attr('x1', stop.x).attr('x2', stop.x).attr('y1', this.top).attr('y2', this.bottom);
      }
      if (stop.box) {
        const [x, y, width, height] = stop.box;
        layer.append('rect').attr('x', x).attr('y', y).attr('width', width).attr('height', height);
      }
      for (const dot of stop.dots ?? []) {
        layer.append('circle').attr('cx', dot.x).attr('cy', dot.y).attr('r', dot.r ?? 4.5).style('fill', dot.colour);
      }
      tip.replaceChildren(
        ...(stop.head ? [element('strong', {}, stop.head)] : []),
        ...(stop.rows ?? []).map(([text, value, colour]) => element('div', {},
          colour ? element('span', { class: 'swatch', style: `background: ${colour}` }) : null,
          element('span', { class: 'name' }, text), value === undefined ? null : element('span', { class: 'value' }, value))));
      tip.hidden = false;
      // Paper and old windows may show the drawing smaller than it was drawn.
      const factor = svg.node().clientWidth / this.width || 1;
      const [x, y] = [stop.x * factor, (stop.y ?? this.top) * factor];
      const room = this.plot.clientWidth;
      const isLeft = x + 14 + tip.offsetWidth > room;
      tip.style.left = `${Math.max(0, isLeft ? x - 14 - tip.offsetWidth : x + 14)}px`;
      tip.style.top = `${Math.max(0, y - tip.offsetHeight / 2)}px`;
    };
    const hide = () => {
      at = -1;
      tip.hidden = true;
      layer.selectAll('*').remove();
    };
    const find = (event) => {
      const box = svg.node().getBoundingClientRect();
      const x = ((event.clientX - box.x) / box.width) * this.width;
      const y = ((event.clientY - box.y) / box.height) * this.height;
      let best = 0;
      let least = Infinity;
      stops.forEach((stop, i) => {
        const far = nearest === 'x' ? Math.abs(stop.x - x) : Math.hypot(stop.x - x, stop.y - y);
        if (far < least) [best, least] = [i, far];
      });
      if (least < Infinity) show(best);
    };
    const ahead = (i, key) => (key === 'ArrowRight' || key === 'ArrowUp' ? i + 1 : i - 1);
    const act = () => at >= 0 && stops[at].choose?.();
    if (stops.some((stop) => stop.choose)) svg.style('cursor', 'pointer');
    svg.attr('tabindex', 0).attr('aria-roledescription', 'chart; arrow keys read its values')
      .on('pointermove', () => find(d3.event)).on('pointerdown', () => find(d3.event))
      .on('click', act).on('pointerleave', hide).on('blur', hide)
      .on('focus', () => svg.node().matches(':focus-visible') && show(at < 0 ? 0 : at))
      .on('keydown', () => {
        const { key } = d3.event;
        if (key === 'Escape') return hide();
        if (key === 'Enter' || key === ' ') {
          d3.event.preventDefault();
          return act();
        }
        const to = key === 'Home' ? 0 : key === 'End' ? stops.length - 1
          : key.startsWith('Arrow') ? (at < 0 ? 0 : (step ?? ahead)(at, key)) : null;
        if (to === null) return;
        d3.event.preventDefault();
        if (to >= 0 && to < stops.length) show(to);
      });
  }
}
