// Differences with their intervals, one below the other, around nothing.

/**
 * `forestPlot(host, {title, x: {label, format}, rows: [{name, value, low, high, colour, symbol, tip}]})`: each row a
 * difference with its interval; what reaches across 0 shows no difference.
 */
function forestPlot(host, options) {
  chart(host, options, (view) => {
    const { x, kinds = [] } = options;
    const rows = options.rows.filter((row) => Number.isFinite(row.value));
    if (!rows.length) return view.addNothing();
    const scale = linearScale(x, [0, ...rows.flatMap((row) => [row.value, row.low, row.high])]);
    const side = 26;
    view.margin.left = Math.ceil(Math.min(Math.max(...rows.map((row) => textWidth(row.name))), view.width * 0.4)) + 14;
    view.margin.top = 6;
    const text = makeRoomForX(view, x, scale);
    view.height = view.margin.top + view.margin.bottom + side * rows.length;
    const svg = view.open();
    scale.range([view.left, view.right]);
    const grid = svg.append('g').attr('class', 'grid');
    for (const tick of text.ticks) {
      grid.append('line').attr('x1', scale(tick)).attr('x2', scale(tick)).attr('y1', view.top).attr('y2', view.bottom);
    }
    drawX(view, scale, text);
    svg.append('line').attr('class', 'mark').attr('x1', scale(0)).attr('x2', scale(0)).attr('y1', view.top)
      .attr('y2', view.bottom);
    const stops = rows.map((row, i) => {
      const y = view.top + (i + 0.5) * side;
      svg.append('text').attr('x', view.left - 10).attr('y', y).attr('dy', '0.35em').attr('text-anchor', 'end')
        .text(shortened(row.name, view.margin.left - 12));
      if (Number.isFinite(row.low)) {
        svg.append('path').attr('d', `M${scale(row.low)} ${y - 5}v10m0 -5H${scale(row.high)}m0 -5v10`)
          .style('stroke', row.colour).style('stroke-width', 2).style('fill', 'none');
      }
      svg.append('path').attr('d', d3.symbol().type(row.symbol ?? d3.symbolCircle).size(60)())
        .attr('transform', `translate(${scale(row.value)} ${y})`).style('fill', row.colour);
      return { x: scale(row.value), y, box: [1, y - side / 2 + 1, view.width - 2, side - 2], head: row.name, rows: row.tip };
    });
    view.addLegend(kinds);
    view.addCursor(stops.map((stop) => ({ ...stop })), {
      nearest: 'both', step: (at, key) => (key === 'ArrowDown' || key === 'ArrowRight' ? at + 1 : at - 1),
    });
  });
}
