// The page of a comparison: its differences around nothing.

/** How a verdict is drawn: its colour and its sign. */
const verdictLooks = {
  better: { colour: 'var(--good)', symbol: d3.symbolTriangle },
  worse: { colour: 'var(--bad)', symbol: d3.symbolSquare },
  different: { colour: 'var(--c1)', symbol: d3.symbolDiamond },
};
const quietLook = { colour: 'var(--quiet)', symbol: d3.symbolCircle };

/** Draws the rows of one point. */
function drawComparison(block) {
  const names = [...new Set(block.rows.map((row) => row.verdict))];
  forestPlot(byId('forest'), {
    title: `B − A in percent of A, with 95 % intervals${block.at ? `, at ${block.at}` : ''}`,
    note: 'What reaches across 0 shows no difference. Figures whose mean of A is 0 have no percentage, and stand in the table alone.',
    x: { label: 'B − A, % of A' },
    kinds: names.map((name) => ({ name, ...(verdictLooks[name] ?? quietLook) })),
    rows: block.rows.map((row) => ({
      ...row, low: row.low ?? NaN, high: row.high ?? NaN, ...(verdictLooks[row.verdict] ?? quietLook),
      tip: ['A', 'B', 'B − A', 'interval', 'p (Holm)', 'pairs', 'B is'].map((name, i) => [name, row.cells[i + 1]]),
    })),
  });
}

const comparedPoints = readJSON('comparison');
if (comparedPoints.length > 1) {
  const select = element('select', { id: 'compared-point', change: (event) => drawComparison(comparedPoints[event.target.value]) },
    comparedPoints.map((block, i) => element('option', { value: i }, block.at)));
  byId('point-controls').append(element('label', {}, 'at ', select));
}
drawComparison(comparedPoints[0]);
document.documentElement.dataset.ready = 'true';
