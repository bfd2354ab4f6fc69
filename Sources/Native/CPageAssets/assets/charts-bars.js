// Bars over a number: stacked ones, and histograms with their quantiles.

/**
 * `barChart(host, {title, x: {label, format}, y: {label, format}, keys, bars})`: each bar stands from `from` to `to` and
 * has a number per key, which are `{name, colour}`, stacked from the first up.
 */
function barChart(host, options) {
  const { keys } = options;
  drawBars(host, options, keys.map((key, i) => ({ ...key, colour: key.colour ?? seriesColour(i) })), options.bars, []);
}

/**
 * `histogram(host, {title, x: {label, format}, bins: [{from, to, count}], marks: [{name, value}]})`: how many there are of
 * what; marks are lines with a label, as of quantiles.
 */
function histogram(host, options) {
  const keys = [{ name: options.y?.label ?? 'count', colour: options.colour ?? seriesColour(0) }];
  const bars = options.bins.map(({ from, to, count }) => ({ from, to, values: [count] }));
  drawBars(host, { y: { label: 'count' }, ...options }, keys, bars, options.marks ?? []);
}

function drawBars(host, options, keys, bars, marks) {
  chart(host, options, (view) => {
    const { x, y } = options;
    const totals = bars.map((bar) => d3.sum(bar.values));
    if (!bars.length || !totals.some((total) => total > 0)) return view.addNothing();
    const shownMarks = marks.filter((mark) => Number.isFinite(mark.value)).sort((a, b) => a.value - b.value);
    const scaleX = linearScale(x, bars.flatMap((bar) => [bar.from, bar.to]), { pad: 0 });
    const scaleY = linearScale({ min: 0, ...y }, totals, { zero: true });
    const textY = makeRoomForY(view, y, scaleY);
    const textX = makeRoomForX(view, x, scaleX);
    scaleX.range([view.left, view.right]);
    const labels = placeMarks(view, shownMarks, scaleX, textX);
    const svg = view.open();
    scaleY.range([view.bottom, view.top]);
    drawY(view, scaleY, textY);
    const gap = bars.length > 1 && view.innerWidth / bars.length > 6 ? 1 : 0;
    const stops = bars.map((bar, b) => {
      const left = scaleX(bar.from);
      const width = Math.max(0.5, scaleX(bar.to) - left - gap);
      let below = 0;
      bar.values.forEach((value, k) => {
        const top = scaleY(below + value);
        svg.append('rect').attr('x', left).attr('width', width).attr('y', top)
          .attr('height', Math.max(0, scaleY(below) - top)).style('fill', keys[k].colour);
        below += value;
      });
      const said = (value) => (y.format ?? y.say ?? ((v) => decimal(v)))(value);
      return {
        x: left + width / 2, y: scaleY(totals[b]), box: [left, scaleY(totals[b]), width, view.bottom - scaleY(totals[b])],
        head: bar.head ?? `${textX.say(bar.from)} – ${textX.say(bar.to)}`,
        rows: keys.map((key, k) => [key.name, said(bar.values[k]), key.colour]),
      };
    });
    drawX(view, scaleX, textX);
    for (const label of labels) {
      svg.append('line').attr('class', 'mark').attr('x1', label.x).attr('x2', label.x).attr('y1', label.y - 9)
        .attr('y2', view.bottom);
      svg.append('text').attr('x', label.left).attr('y', label.y).text(label.text);
    }
    if (keys.length > 1) view.addLegend(keys);
    view.addCursor(stops);
    view.table = {
      head: [x.label ?? '', ...keys.map((key) => key.name)],
      rows: () => stops.map((stop) => [stop.head, ...stop.rows.map((row) => row[1])])
        .concat(shownMarks.map((mark) => [mark.name, textX.say(mark.value)])),
    };
  });
}

/** Places for the labels of `marks` above the chart, in as many rows as keep them apart; makes room for these. */
function placeMarks(view, marks, scale, text) {
  if (!marks.length) return [];
  const labels = marks.map((mark) => {
    const words = `${mark.name} ${text.say(mark.value)}`;
    const width = textWidth(words);
    const x = scale(mark.value);
    const left = Math.max(0, Math.min(x + 3, view.width - width - 2));
    return { text: words, x, left, right: left + width, row: 0 };
  });
  // A line begins at its label's row and goes down: labels that it would cross stand above it.
  const covers = (a, b) => a.left - 4 < b.x && b.x < a.right + 4;
  for (let round = 0; round < labels.length; round++) {
    labels.forEach((a, i) => labels.forEach((b, j) => {
      const isAbove = covers(a, b) && (!covers(b, a) || i < j);
      const isBeside = a.row === b.row && i < j && a.right + 8 > b.left;
      if (i !== j && (isAbove ? b.row <= a.row : isBeside)) b.row = a.row + 1;
    }));
  }
  const rows = 1 + Math.max(...labels.map((label) => label.row));
  const first = view.margin.top + 4;
  view.margin.top = first + 16 * rows + 2;
  view.height += 16 * rows;
  return labels.map((label) => ({ ...label, y: first + 16 * label.row + 8 }));
}
