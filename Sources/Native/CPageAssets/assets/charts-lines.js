// Curves over a number, with bands or bars of their intervals.

const lineSymbols = [
  d3.symbolCircle, d3.symbolSquare, d3.symbolTriangle, d3.symbolDiamond, d3.symbolCross, d3.symbolStar, d3.symbolWye,
];

/**
 * `lineChart(host, {title, x: {label, format}, y: {label, format, min, max}, series, steps})`, where each of `series` has
 * a `name`, a `colour`, `points` of `[x, y]` (null leaves a gap) and perhaps a `band` of `[x, low, high]`. With `steps` a
 * value holds until the next one. With `markers` each point is drawn, by a sign of its series; `x.names` stand for the
 * places 0, 1, … and `bars` draws the bands as bars. `shades` are spans `[from, to]` that are shaded, called `shadesName`.
 */
function lineChart(host, options) {
  chart(host, options, (view) => {
    const { x, y, series, steps } = options;
    const points = series.flatMap((one) => one.points);
    if (!points.some((point) => Number.isFinite(point[1]))) return view.addNothing();
    const bands = series.flatMap((one) => one.band ?? []);
    const scaleY = linearScale(y, [...points.map((p) => p[1]), ...bands.flatMap((b) => [b[1], b[2]])], { zero: y.zero });
    const scaleX = x.names ? d3.scaleLinear().domain([-0.5, x.names.length - 0.5])
      : linearScale(x, points.map((p) => p[0]), { pad: options.markers ? 0.03 : 0 });
    const textY = makeRoomForY(view, y, scaleY);
    const textX = makeRoomForX(view, x, scaleX);
    const svg = view.open();
    scaleX.range([view.left, view.right]);
    scaleY.range([view.bottom, view.top]);
    for (const [from, to] of options.shades ?? []) {
      svg.append('rect').attr('class', 'shade').attr('x', scaleX(from)).attr('width', Math.max(0, scaleX(to) - scaleX(from)))
        .attr('y', view.top).attr('height', view.innerHeight);
    }
    drawY(view, scaleY, textY);
    drawX(view, scaleX, textX);
    const curve = steps ? d3.curveStepAfter : d3.curveLinear;
    const colourOf = (one, i) => one.colour ?? seriesColour(i);
    const markers = options.markers ?? false;
    series.forEach((one, i) => {
      const band = (one.band ?? []).filter((b) => Number.isFinite(b[1]) && Number.isFinite(b[2]));
      if (options.bars) {
        for (const [at, low, high] of band) {
          const px = scaleX(at) + shift(i);
          svg.append('path').attr('d', `M${px - 4} ${scaleY(low)}h8m-4 0V${scaleY(high)}m-4 0h8`)
            .style('stroke', colourOf(one, i)).style('fill', 'none').style('stroke-width', 1.5);
        }
      } else {
        svg.append('path').style('fill', colourOf(one, i)).style('fill-opacity', 0.18).attr('d', d3.area().curve(curve)
          .x((b) => scaleX(b[0])).y0((b) => scaleY(b[1])).y1((b) => scaleY(b[2]))(band));
      }
    });
    // Bars of several series at one place stand beside each other.
    function shift(i) {
      return options.bars ? (i - (series.length - 1) / 2) * Math.min(10, view.innerWidth / (x.names?.length ?? 8) / 2 / series.length) : 0;
    }
    const line = d3.line().defined((p) => Number.isFinite(p[1])).curve(curve).y((p) => scaleY(p[1]));
    series.forEach((one, i) => {
      const place = (p) => scaleX(p[0]) + shift(i);
      svg.append('path').attr('d', line.x(place)(one.points)).style('stroke', colourOf(one, i)).style('fill', 'none')
        .style('stroke-width', 2).style('stroke-linejoin', 'round')
        .style('stroke-dasharray', i >= 8 ? '6 3' : null).style('stroke-opacity', x.names ? 0.45 : 1);
      if (!markers) return;
      const sign = d3.symbol().type(lineSymbols[i % lineSymbols.length]).size(42)();
      for (const p of one.points.filter((q) => Number.isFinite(q[1]))) {
        svg.append('path').attr('d', sign).attr('transform', `translate(${place(p)} ${scaleY(p[1])})`)
          .style('fill', colourOf(one, i));
      }
    });
    if (series.length > 1 || series[0].name) {
      view.addLegend(series.map((one, i) => ({
        name: one.name, colour: colourOf(one, i), line: true, symbol: markers && lineSymbols[i % lineSymbols.length],
      })).concat(options.shades ? [{ name: options.shadesName, colour: 'var(--shade)' }] : []));
    }
    // Where a value holds until the next one, whoever points between two means the earlier.
    const places = [...new Set(points.map((p) => p[0]))].sort((a, b) => a - b);
    const at = series.map((one) => new Map(one.points.map((p) => [p[0], p[1]])));
    const reach = series.map((one) => new Map((one.band ?? []).map((b) => [b[0], (b[2] - b[1]) / 2])));
    const said = (i, place) => {
      const value = at[i].get(place);
      if (!Number.isFinite(value)) return '–';
      const half = reach[i].get(place);
      return textY.say(value) + (Number.isFinite(half) ? ` ± ${textY.say(half)}` : '');
    };
    view.addCursor(places.map((place) => {
      const known = series.map((one, i) => i).filter((i) => at[i].has(place));
      const dots = known.filter((i) => Number.isFinite(at[i].get(place))).map((i) => ({
        x: scaleX(place) + shift(i), y: scaleY(at[i].get(place)), colour: colourOf(series[i], i),
      }));
      return {
        x: scaleX(place), y: dots.length ? d3.mean(dots, (dot) => dot.y) : view.top, rule: true, dots,
        head: `${x.names ? '' : (x.short ?? '')}${textX.say(place)}`,
        rows: known.map((i) => [series[i].name ?? y.label, said(i, place), colourOf(series[i], i)]),
      };
    }));
    view.table = {
      head: [x.label, ...series.map((one) => one.name ?? y.label)],
      rows: () => places.map((place) => [textX.say(place), ...series.map((one, i) => said(i, place))]),
    };
  });
}
