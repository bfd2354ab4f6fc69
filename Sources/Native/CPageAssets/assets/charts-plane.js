// Two fields against each other: a heat map of a third, and points with a line through some.

/**
 * `heatMap(host, {title, x: {label, values}, y: {label, values}, cell: (i, j) => value or null, format, describe})`: a
 * value for each pair of `x.values[i]` and `y.values[j]`, the latter upwards. `describe(i, j)` is a text, or lines of
 * `[text, value]`; `marked` has `{i, j, name}`; `choose(i, j)` is what a click or Enter does.
 */
function heatMap(host, options) {
  chart(host, options, (view) => {
    const { x, y, cell, format = (value) => decimal(value, 2), marked = [] } = options;
    const [columns, rows] = [x.values.map(String), y.values.map(String)];
    const cells = columns.flatMap((_, i) => rows.map((__, j) => ({ i, j, value: cell(i, j) })));
    const known = cells.filter((one) => Number.isFinite(one.value));
    if (!known.length) return view.addNothing();
    const longest = Math.max(...rows.map((row) => textWidth(row)));
    view.margin.left = Math.ceil(Math.min(longest, view.width * 0.28)) + 14;
    view.margin.top = 26;
    view.margin.right = 1;
    const width = view.innerWidth / columns.length;
    const side = Math.min(Math.max(view.innerWidth / columns.length * 0.6, 22), 46);
    const isTight = Math.max(...columns.map((column) => textWidth(column))) > width - 6;
    const isNumeric = columns.every((column) => Number.isFinite(Number(column)));
    const isSlanted = isTight && !isNumeric;
    const slant = isSlanted ? Math.min(90, Math.max(...columns.map((c) => Math.min(textWidth(c), 120))) * 0.6) : 0;
    view.margin.bottom = 44 + slant;
    view.height = view.margin.top + view.margin.bottom + side * rows.length;
    const svg = view.open();
    const [low, high] = d3.extent(known, (one) => one.value);
    const shade = d3.scaleSequential(d3.interpolateViridis).domain(high > low ? [low, high] : [low - 1, low + 1]);
    const hasText = Math.max(...known.map((one) => textWidth(format(one.value)))) < width - 6;
    const left = (i) => view.left + i * width;
    const top = (j) => view.bottom - (j + 1) * side;
    for (const { i, j, value } of cells) {
      const box = svg.append('rect').attr('data-ground', '').attr('x', left(i) + 0.5).attr('y', top(j) + 0.5)
        .attr('width', Math.max(1, width - 1)).attr('height', side - 1);
      if (!Number.isFinite(value)) {
        box.style('fill', 'var(--panel)').style('stroke', 'var(--line)');
        continue;
      }
      box.style('fill', shade(value));
      if (!hasText) continue;
      svg.append('text').attr('x', left(i) + width / 2).attr('y', top(j) + side / 2).attr('dy', '0.35em')
        .attr('text-anchor', 'middle').style('fill', inkOn(shade(value))).text(format(value));
    }
    for (const { i, j, name } of marked) {
      const frame = svg.append('g').attr('class', 'marked');
      frame.append('rect').attr('x', left(i) + 1.5).attr('y', top(j) + 1.5).attr('width', width - 3).attr('height', side - 3);
      frame.append('title').text(name);
    }
    rows.forEach((row, j) => {
      svg.append('text').attr('x', view.left - 8).attr('y', top(j) + side / 2).attr('dy', '0.35em')
        .attr('text-anchor', 'end').text(shortened(row, view.margin.left - 10));
    });
    let end = -Infinity;
    columns.forEach((column, i) => {
      const middle = left(i) + width / 2;
      if (isSlanted) {
        svg.append('text').attr('transform', `translate(${middle + 4} ${view.bottom + 14}) rotate(-35)`)
          .attr('text-anchor', 'end').text(shortened(column, 120));
        return;
      }
      const half = textWidth(column) / 2;
      if (middle - half < end + 6) return;
      end = middle + half;
      svg.append('text').attr('x', middle).attr('y', view.bottom + 17).attr('text-anchor', 'middle').text(column);
    });
    svg.append('text').attr('class', 'axis-label').attr('x', 0).attr('y', 12).text(shortened(y.label, view.width));
    svg.append('text').attr('class', 'axis-label').attr('x', view.right).attr('y', view.height - 8)
      .attr('text-anchor', 'end').text(shortened(x.label, view.width));
    view.legend = shadeLegend(format(low), format(high), marked);
    const lines = (i, j) => {
      const told = options.describe?.(i, j) ?? format(cell(i, j));
      return Array.isArray(told) ? told : [[told]];
    };
    view.addCursor(cells.map(({ i, j }) => ({
      x: left(i) + width / 2, y: top(j) + side / 2, box: [left(i), top(j), width, side],
      head: options.describe ? null : `${columns[i]}, ${rows[j]}`, rows: lines(i, j),
      choose: options.choose && (() => options.choose(i, j)),
    })), {
      nearest: 'both',
      step: (at, key) => {
        const [i, j] = [Math.floor(at / rows.length), at % rows.length];
        const [right, up] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
        const [ni, nj] = [i + right, j + up];
        return ni < 0 || nj < 0 || ni >= columns.length || nj >= rows.length ? -1 : ni * rows.length + nj;
      },
    });
    view.table = {
      head: [`${y.label} \\ ${x.label}`, ...columns],
      rows: () => rows.map((row, j) => [row, ...columns.map((_, i) => {
        const value = cell(i, j);
        return Number.isFinite(value) ? format(value) : '–';
      })]),
    };
  });
}

/** Black or white, whichever is told apart better on `colour`; one of them always has a contrast of 4.5 or more. */
function inkOn(colour) {
  const { r, g, b } = d3.rgb(colour);
  const [red, green, blue] = [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
}

/** The colours of a heat map from the least to the greatest value. */
function shadeLegend(low, high, marked) {
  const stops = d3.range(0, 1.01, 0.1).map((t) => d3.interpolateViridis(t)).join(', ');
  return element('div', { class: 'legend shades' }, element('span', {}, low),
    element('span', { class: 'bar', style: `background: linear-gradient(to right, ${stops})` }), element('span', {}, high),
    marked.length ? element('span', { class: 'frame' }, marked[0].name) : null);
}

/**
 * `scatter(host, {title, x, y, points: [{x, y, name, kind}], line: [[x, y]…]})`: points of the kinds `kinds`, an object of
 * `{name, colour, symbol, size}`; a point may have a `label`, `rows` for its tip, and the reach `dx`, `dy` of its
 * intervals; `choose()` is what a click or Enter on it does.
 */
function scatter(host, options) {
  chart(host, options, (view) => {
    const { x, y, line = [] } = options;
    const points = options.points.filter((p) => Number.isFinite(p.x) && Number.isFinite(p.y));
    if (!points.length) return view.addNothing();
    const reach = (axis, delta) => points.flatMap((p) => [p[axis] - (p[delta] ?? 0), p[axis] + (p[delta] ?? 0)]);
    const scaleX = linearScale(x, reach('x', 'dx'));
    const scaleY = linearScale(y, reach('y', 'dy'));
    const textY = makeRoomForY(view, y, scaleY);
    const textX = makeRoomForX(view, x, scaleX);
    const svg = view.open();
    scaleX.range([view.left, view.right]);
    scaleY.range([view.bottom, view.top]);
    drawY(view, scaleY, textY);
    drawX(view, scaleX, textX);
    const kinds = options.kinds ?? { '': { colour: seriesColour(0) } };
    const kindOf = (p) => kinds[p.kind ?? ''] ?? { colour: seriesColour(0) };
    if (line.length) {
      svg.append('path').attr('d', d3.line().x((p) => scaleX(p[0])).y((p) => scaleY(p[1]))(line)).attr('class', 'front');
    }
    const order = Object.keys(kinds);
    const drawn = [...points].sort((a, b) => order.indexOf(a.kind ?? '') - order.indexOf(b.kind ?? ''));
    for (const p of drawn) {
      const { colour, symbol = d3.symbolCircle, size = 38 } = kindOf(p);
      const [px, py] = [scaleX(p.x), scaleY(p.y)];
      if (p.dx || p.dy) {
        const [rx, ry] = [scaleX(p.x + (p.dx ?? 0)) - px, py - scaleY(p.y + (p.dy ?? 0))];
        svg.append('path').attr('d', `M${px - rx} ${py}h${2 * rx}M${px} ${py - ry}v${2 * ry}`)
          .style('stroke', colour).style('stroke-opacity', 0.55);
      }
      svg.append('path').attr('d', d3.symbol().type(symbol).size(size)()).attr('transform', `translate(${px} ${py})`)
        .style('fill', colour).style('fill-opacity', 0.9);
      if (p.label) {
        const width = textWidth(p.label);
        const isLeft = px + 12 + width > view.right;
        svg.append('text').attr('class', 'strong').attr('x', isLeft ? px - 10 : px + 10).attr('y', py - 8)
          .attr('text-anchor', isLeft ? 'end' : 'start').text(p.label);
      }
    }
    const named = Object.values(kinds).filter((kind) => kind.name);
    view.addLegend(named.map((kind) => ({ symbol: d3.symbolCircle, ...kind })));
    const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
    view.addCursor(sorted.map((p) => ({
      x: scaleX(p.x), y: scaleY(p.y), head: p.name, dots: [{ x: scaleX(p.x), y: scaleY(p.y), r: 6, colour: kindOf(p).colour }],
      choose: p.choose, rows: p.rows ?? [[x.label, textX.say(p.x)], [y.label, textY.say(p.y)]],
    })), { nearest: 'both' });
    view.table = {
      head: ['', x.label, y.label],
      rows: () => sorted.map((p) => [p.name, textX.say(p.x), textY.say(p.y)]),
    };
  });
}
