// Layers of the map over a span of time: how many cars took each street, and from where to where passengers asked.

/** The streets as a graph, and which of them each car took when: worked out from the tracks when it is first asked for. */
class Flows {
  constructor(data) {
    this.data = data;
    this.isReady = false;
  }

  /** Whether the run has streets, and the ways of its cars along them. */
  get isKnown() {
    return Boolean(this.data.streets) && this.data.facts.hasTracks;
  }

  /** The vertices of the streets, each with its neighbours: the vertex, the street and the direction, by turns. */
  prepare() {
    const { streets, facts } = this.data;
    const unit = facts.scale;
    this.x = Float64Array.from(streets.x, (x) => Math.round(x * unit));
    this.y = Float64Array.from(streets.y, (y) => Math.round(y * unit));
    [this.west, this.south] = [d3.min(this.x) - 8, d3.min(this.y) - 8];
    this.vertices = new Map();
    this.places = [];
    const vertexOf = Int32Array.from(this.x, (x, place) => {
      const key = this.key(x, this.y[place]);
      if (!this.vertices.has(key)) {
        this.vertices.set(key, this.places.length);
        this.places.push([x, this.y[place], []]);
      }
      return this.vertices.get(key);
    });
    for (let line = 0; line + 1 < streets.first.length; line++) {
      for (let place = streets.first[line]; place + 1 < streets.first[line + 1]; place++) {
        const [a, b] = [vertexOf[place], vertexOf[place + 1]];
        if (a === b) continue;
        this.places[a][2].push(b, line, 1);
        this.places[b][2].push(a, line, -1);
      }
    }
    this.follow();
    this.isReady = true;
  }

  key(x, y) {
    return (x - this.west) * 2 ** 26 + (y - this.south);
  }

  /** The vertex at a place; -1 where there is none. Tables and streets are rounded apart. */
  vertexAt(x, y) {
    for (const dx of [0, 1, -1]) {
      for (const dy of [0, 1, -1]) {
        const vertex = this.vertices.get(this.key(x + dx, y + dy));
        if (vertex !== undefined) return vertex;
      }
    }
    return -1;
  }

  /** Lists the streets that the cars enter, with the times; `missed` counts steps that follow no street, as of a sample of streets. */
  follow() {
    const { tracks, facts } = this.data;
    const unit = facts.scale;
    const [lines, times] = [[], []];
    // Bends were left out within a quarter of a metre, and places are rounded.
    const reach = 6;
    this.missed = 0;
    for (let car = 0; car + 1 < tracks.first.length; car++) {
      let [last, direction] = [-1, 0];
      for (let bend = tracks.first[car]; bend + 1 < tracks.first[car + 1]; bend++) {
        const [ax, ay] = [Math.round(tracks.x[bend] * unit), Math.round(tracks.y[bend] * unit)];
        const [dx, dy] = [Math.round(tracks.x[bend + 1] * unit) - ax, Math.round(tracks.y[bend + 1] * unit) - ay];
        const length = Math.hypot(dx, dy);
        if (length <= 2) continue;
        const spell = tracks.time[bend + 1] - tracks.time[bend];
        let at = this.vertexAt(ax, ay);
        let along = 0;
        while (at >= 0 && along < length - reach) {
          const neighbours = this.places[at][2];
          let [next, least, found] = [-1, Infinity, 0];
          for (let i = 0; i < neighbours.length; i += 3) {
            const [px, py] = [this.places[neighbours[i]][0] - ax, this.places[neighbours[i]][1] - ay];
            const t = (px * dx + py * dy) / length;
            if (t <= along || t > length + reach || t >= least || Math.abs(px * dy - py * dx) / length > reach) continue;
            [next, least, found] = [neighbours[i], t, i];
          }
          if (next >= 0) {
            const [line, way] = [neighbours[found + 1], neighbours[found + 2]];
            if (line !== last || way !== direction) {
              lines.push(line);
              times.push(tracks.time[bend] + spell * Math.min(1, along / length));
            }
            [last, direction, along] = [line, way, least];
          }
          at = next;
        }
        if (at < 0) {
          this.missed++;
          last = -1;
        }
      }
    }
    this.lines = Int32Array.from(lines);
    this.times = Float64Array.from(times);
  }

  /** How many cars entered each street from `from` to `to`, either way. */
  counts(from, to) {
    if (!this.isReady) this.prepare();
    const counts = new Int32Array(this.data.streets.first.length - 1);
    for (let pass = 0; pass < this.lines.length; pass++) if (this.times[pass] >= from && this.times[pass] < to) counts[this.lines[pass]]++;
    return counts;
  }

  /** Draws the streets taken, the wider the more cars took them. */
  draw(context, map, from, to) {
    const span = `${from} ${to}`;
    if (this.span !== span) {
      this.span = span;
      this.shown = this.counts(from, to);
      this.most = d3.max(this.shown) ?? 0;
    }
    if (this.most === 0) return;
    const { streets } = this.data;
    const classes = d3.range(8).map(() => new Path2D());
    const { timesX, plusX, timesY, plusY } = map.projection;
    this.shown.forEach((count, line) => {
      if (count === 0) return;
      const path = classes[Math.ceil(8 * count / this.most) - 1];
      for (let place = streets.first[line]; place < streets.first[line + 1]; place++) {
        const [x, y] = [streets.x[place] * timesX + plusX, streets.y[place] * timesY + plusY];
        if (place === streets.first[line]) path.moveTo(x, y);
        else path.lineTo(x, y);
      }
    });
    context.strokeStyle = map.colour('--c1');
    context.lineCap = 'round';
    classes.forEach((path, rank) => {
      context.lineWidth = 0.8 + 1.4 * rank;
      context.stroke(path);
    });
    context.lineCap = 'butt';
  }
}

/** How many cells the longer side of the map has for origins and destinations. */
const arcCells = 8;
/** How many pairs of cells are drawn, those with most requests. */
const mostArcs = 120;

/** From where to where the passengers of `mask` asked, by cells of the map: `{ax, ay, bx, by, count}`, most first. */
function arcsOf(data, mask) {
  const { requests, box, part } = data;
  const side = Math.max(box.east - box.west, box.north - box.south) / arcCells || 1;
  const cell = (x, y) => Math.min(arcCells - 1, Math.floor((x - box.west) / side)) * arcCells + Math.min(arcCells - 1, Math.floor((y - box.south) / side));
  const counts = new Map();
  for (let request = 0; request < requests.x.length; request++) {
    if (part[request] === ABSENTEE || mask && !mask[request] || !(requests.x[request] > ABSENT && requests.toX[request] > ABSENT)) continue;
    const key = cell(requests.x[request], requests.y[request]) * arcCells ** 2 + cell(requests.toX[request], requests.toY[request]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const middle = (at) => [box.west + (Math.floor(at / arcCells) + 0.5) * side, box.south + (at % arcCells + 0.5) * side];
  return [...counts].map(([key, count]) => {
    const [ax, ay] = middle(Math.floor(key / arcCells ** 2));
    const [bx, by] = middle(key % arcCells ** 2);
    return { ax, ay, bx, by, count };
  }).sort((a, b) => b.count - a.count || a.ax - b.ax || a.ay - b.ay || a.bx - b.bx || a.by - b.by);
}

/** Draws `arcs` to the left of their ways, so that both directions are seen; within a cell a ring. */
function drawArcs(context, map, arcs) {
  const most = arcs[0]?.count ?? 1;
  context.strokeStyle = map.colour('--c4');
  context.fillStyle = map.colour('--c4');
  for (const { ax, ay, bx, by, count } of arcs.slice(0, mostArcs)) {
    const [x, y, toX, toY] = [map.pixelX(ax), map.pixelY(ay), map.pixelX(bx), map.pixelY(by)];
    context.lineWidth = 0.8 + 6 * count / most;
    context.globalAlpha = 0.35 + 0.5 * count / most;
    context.beginPath();
    if (x === toX && y === toY) context.arc(x, y, 6 + context.lineWidth, 0, 2 * Math.PI);
    else {
      context.moveTo(x, y);
      context.quadraticCurveTo((x + toX) / 2 + (toY - y) * 0.2, (y + toY) / 2 - (toX - x) * 0.2, toX, toY);
    }
    context.stroke();
    if (x === toX && y === toY) continue;
    // A head at the destination, along the end of the curve.
    const angle = Math.atan2(toY - (y + toY) / 2 + (toX - x) * 0.2, toX - (x + toX) / 2 - (toY - y) * 0.2);
    const size = 4 + context.lineWidth;
    context.beginPath();
    context.moveTo(toX, toY);
    for (const turn of [2.7, -2.7]) context.lineTo(toX + size * Math.cos(angle + turn), toY + size * Math.sin(angle + turn));
    context.fill();
  }
  context.globalAlpha = 1;
}
