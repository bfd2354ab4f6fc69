// Which fields matter, where the design of a study tells it.

/** Shares of the variance with their intervals, or elementary effects: their size over their spread. */
function drawInfluence(found, place) {
  const { name, rows } = found.figures[place];
  const host = byId('influence');
  if (!found.isShares) {
    scatter(host, {
      title: `Elementary effects of ${name}`,
      x: { label: 'μ*, mean magnitude', min: 0 }, y: { label: 'σ, spread', min: 0 },
      points: rows.map(({ field, numbers }) => ({ x: numbers[0][0], y: numbers[1][0], name: field, label: field })),
    });
    return;
  }
  const looks = [{ colour: 'var(--c1)', symbol: d3.symbolCircle, what: 'alone' }, { colour: 'var(--c2)', symbol: d3.symbolSquare, what: 'in total' }];
  forestPlot(host, {
    title: `Shares of the variance of ${name}, with 95 % intervals`,
    x: { label: 'share of the variance' },
    kinds: looks.map((look) => ({ ...look, name: look.what })),
    rows: rows.flatMap(({ field, numbers }) => numbers.map(([value, low = NaN, high = NaN], i) => ({
      ...looks[i], name: `${field}, ${looks[i].what}`, value, low, high,
      tip: [['share', decimal(value, 3)], ['interval', `${decimal(low, 3)} … ${decimal(high, 3)}`]],
    }))),
  });
}

/** Draws what the page holds of it; nothing where it holds nothing. */
function showInfluence() {
  const found = readJSON('influence-data');
  if (!found) return;
  const options = found.figures.map(({ name }, i) => [i, name]);
  byId('influence-controls').append(chooser('influence-figure', 'figure', options, 0, (i) => drawInfluence(found, Number(i))));
  drawInfluence(found, 0);
}
