// The map of a run: two canvases, one for the streets, which change only with the view, one for all that moves.

/** Turns places into points of the screen, and draws what lies still. */
class RunMap {
  /** The map of `data` in the element `host`. */
  constructor(data, host = byId('map')) {
    this.data = data;
    this.host = host;
    [this.ground, this.canvas] = host.querySelectorAll('canvas');
    const { box } = data;
    // Metres of a unit; on the globe a degree of longitude is shorter than one of latitude.
    const degree = 6371008.8 * Math.PI / 180;
    this.along = data.isGlobe ? degree : 1;
    this.across = data.isGlobe ? degree * Math.cos((box.south + box.north) / 2 * Math.PI / 180) : 1;
    this.changed = () => {};
    // Maps of the same size and box that show the same part.
    this.peers = [];
    this.transform = d3.zoomIdentity;
    this.colours = new Map();
    this.fit();
    this.zoom = d3.zoom().scaleExtent([0.8, 400]).on('zoom', () => {
      for (const map of [this, ...this.peers]) {
        map.transform = d3.event.transform;
        map.canvas.__zoom = d3.event.transform;
        map.isStale = true;
        map.drawScale();
      }
      this.changed();
      viewState.changed();
    });
    d3.select(this.canvas).call(this.zoom).on('dblclick.zoom', null);
    redrawing(this.host, () => {
      this.fit();
      this.changed();
    }, true);
    this.canvas.addEventListener('keydown', (event) => this.steer(event));
  }

  /** Sizes the canvases to the screen's pixels, and the whole box to the canvas. */
  fit() {
    const ratio = window.devicePixelRatio || 1;
    this.width = Math.max(1, this.host.clientWidth);
    this.height = Math.max(1, this.host.clientHeight);
    for (const canvas of [this.ground, this.canvas]) {
      canvas.width = Math.round(this.width * ratio);
      canvas.height = Math.round(this.height * ratio);
    }
    this.ratio = ratio;
    const { box } = this.data;
    const [wide, high] = [(box.east - box.west) * this.across || 1, (box.north - box.south) * this.along || 1];
    const margin = 16;
    this.base = Math.min((this.width - 2 * margin) / wide, (this.height - 2 * margin) / high);
    this.left = (this.width - this.base * wide) / 2;
    this.top = (this.height - this.base * high) / 2;
    this.isStale = true;
    this.drawScale();
  }

  /** The scale bar: a round length of at most a quarter of the map, and 140 pixels. */
  drawScale() {
    const bar = this.host.querySelector('.scale-bar');
    if (!bar) return;
    const most = Math.min(140, this.width / 4) / this.scale;
    const power = 10 ** Math.floor(Math.log10(most));
    const metres = power * ([5, 2].find((factor) => factor * power <= most) ?? 1);
    bar.textContent = metres >= 1000 ? `${decimal(metres / 1000)} km` : `${decimal(metres, metres < 1 ? 2 : 0)} m`;
    bar.dataset.metres = metres;
    bar.style.width = `${metres * this.scale}px`;
  }

  /** Keeps the view in the address: how many times the whole map, and the place in the middle. */
  keepView() {
    const middle = () => {
      const { timesX, plusX, timesY, plusY } = this.projection;
      return [(this.width / 2 - plusX) / timesX, (this.height / 2 - plusY) / timesY];
    };
    viewState.add('map', () => {
      const { k, x, y } = this.transform;
      if (k === 1 && x === 0 && y === 0) return null;
      return [k.toFixed(3), ...middle().map((at) => at.toFixed(this.data.isGlobe ? 6 : 1))].join(',');
    }, (text) => {
      const [k, x, y] = (text ?? '').split(',').map(Number);
      if (!(k >= 0.8 && k <= 400 && Number.isFinite(x) && Number.isFinite(y))) return this.showAll();
      const { box } = this.data;
      const baseX = this.left + (x - box.west) * this.across * this.base;
      const baseY = this.top + (box.north - y) * this.along * this.base;
      d3.select(this.canvas).call(this.zoom.transform, d3.zoomIdentity.translate(this.width / 2 - k * baseX, this.height / 2 - k * baseY).scale(k));
    });
  }

  /** Pixels of a metre. */
  get scale() {
    return this.base * this.transform.k;
  }

  pixelX(x) {
    return this.transform.applyX(this.left + (x - this.data.box.west) * this.across * this.base);
  }

  pixelY(y) {
    return this.transform.applyY(this.top + (this.data.box.north - y) * this.along * this.base);
  }

  /** The same as factors and summands, for loops over all cars. */
  get projection() {
    const [atX, atY] = [this.pixelX(0), this.pixelY(0)];
    return { timesX: this.across * this.scale, plusX: atX, timesY: -this.along * this.scale, plusY: atY };
  }

  /** The whole map again. */
  showAll() {
    d3.select(this.canvas).call(this.zoom.transform, d3.zoomIdentity);
  }

  /** Moves the view so that a place stands in the middle, unless it is well in sight. */
  show(x, y) {
    const [px, py] = [this.pixelX(x), this.pixelY(y)];
    const [marginX, marginY] = [this.width / 8, this.height / 8];
    if (px > marginX && px < this.width - marginX && py > marginY && py < this.height - marginY) return;
    const { k } = this.transform;
    d3.select(this.canvas).call(this.zoom.translateBy, (this.width / 2 - px) / k, (this.height / 2 - py) / k);
  }

  steer(event) {
    const step = 60 / this.transform.k;
    const selection = d3.select(this.canvas);
    const moves = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    if (moves[event.key]) selection.call(this.zoom.translateBy, ...moves[event.key]);
    else if (event.key === '+' || event.key === '=') selection.call(this.zoom.scaleBy, 1.4);
    else if (event.key === '-') selection.call(this.zoom.scaleBy, 1 / 1.4);
    else if (event.key === '0') this.showAll();
    else return;
    event.preventDefault();
  }

  /** Draws the streets, where the view has changed since. */
  drawGround(isShown) {
    if (!this.isStale && this.isShown === isShown) return;
    this.isStale = false;
    this.isShown = isShown;
    const context = this.ground.getContext('2d');
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    const { streets } = this.data;
    if (!streets || !isShown) return;
    const lines = [new Path2D(), new Path2D()];
    for (let line = 0; line + 1 < streets.first.length; line++) {
      const path = lines[streets.isFast[line]];
      for (let place = streets.first[line]; place < streets.first[line + 1]; place++) {
        const [x, y] = [this.pixelX(streets.x[place]), this.pixelY(streets.y[place])];
        if (place === streets.first[line]) path.moveTo(x, y);
        else path.lineTo(x, y);
      }
    }
    const width = Math.min(6, Math.max(0.6, 7 * this.scale));
    for (const [kind, colour] of [[0, '--street'], [1, '--street-major']]) {
      context.strokeStyle = styled(colour);
      context.lineWidth = kind ? width * 1.6 : width;
      context.stroke(lines[kind]);
    }
  }

  // What all replays draw with.

  /** The context of the canvas, empty, over the streets where they are shown. */
  begin(showsStreets) {
    this.drawGround(showsStreets);
    const context = this.canvas.getContext('2d');
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    return context;
  }

  /** The colour of the style's variable `name`; asked for once until the reader's setting changes. */
  colour(name) {
    if (!this.colours.has(name)) this.colours.set(name, styled(name));
    return this.colours.get(name);
  }

  /** Asks for all colours anew. */
  forgetColours() {
    this.colours.clear();
    this.isStale = true;
  }

  /** A sign of the kind `{colour, sign}`, drawn once: to copy it is faster than to draw thousands of circles. */
  sign({ colour: name, sign }, radius) {
    const key = `${sign} ${name} ${radius}`;
    if (this.colours.has(key)) return this.colours.get(key);
    const canvas = document.createElement('canvas');
    const size = 2 * radius + 4;
    canvas.width = canvas.height = Math.ceil(size * this.ratio);
    const context = canvas.getContext('2d');
    context.scale(canvas.width / size, canvas.height / size);
    context.translate(size / 2, size / 2);
    const colour = this.colour(name);
    context.beginPath();
    if (sign === 'cross') {
      context.moveTo(-radius, -radius);
      context.lineTo(radius, radius);
      context.moveTo(-radius, radius);
      context.lineTo(radius, -radius);
      context.strokeStyle = colour;
      context.lineWidth = 2;
      context.stroke();
    } else if (sign === 'ring') {
      context.arc(0, 0, radius, 0, 2 * Math.PI);
      context.fillStyle = this.colour('--ground');
      context.fill();
      context.strokeStyle = colour;
      context.lineWidth = 1.5;
      context.stroke();
    } else {
      context.arc(0, 0, radius, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.fill();
    }
    if (this.colours.size > 200) this.colours.clear();
    this.colours.set(key, canvas);
    return canvas;
  }

  /** Squares of the kind `{colour, share, sign}` in the `middles`, x and y by turns, in pixels: the colour is set once for all. */
  drawSquares(context, { colour, share, sign }, middles, size) {
    const squares = (side) => {
      for (let i = 0; i < middles.length; i += 2) {
        context.fillRect(middles[i] - side / 2, middles[i + 1] - side / 2, side, side);
      }
    };
    context.fillStyle = this.colour(colour);
    squares(size * share);
    if (sign !== 'square hollow') return;
    context.fillStyle = this.colour('--ground');
    squares(size * share * 0.4);
  }

  /** Squares of the map by how many of `places`, x and y by turns, lie in them. */
  drawHeat(context, places) {
    const cells = 40;
    const { box } = this.data;
    const side = Math.max((box.east - box.west) * this.across, (box.north - box.south) * this.along) / cells || 1;
    const [wide, high] = [side / this.across, side / this.along];
    const counts = new Map();
    let most = 0;
    for (let i = 0; i < places.length; i += 2) {
      const key = Math.floor((places[i] - box.west) / wide) * 4096 + Math.floor((places[i + 1] - box.south) / high);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      most = Math.max(most, count);
    }
    context.fillStyle = this.colour('--bad');
    for (const [key, count] of counts) {
      const x = box.west + Math.floor(key / 4096) * wide;
      const y = box.south + (key % 4096) * high;
      context.globalAlpha = 0.12 + 0.68 * count / most;
      context.fillRect(this.pixelX(x), this.pixelY(y + high), side * this.scale + 0.5, side * this.scale + 0.5);
    }
    context.globalAlpha = 1;
  }

  /** Draws by `draw()`; what goes over the edge of a torus comes in on the other side. */
  withinEdges(context, draw) {
    const { side } = this.data;
    context.save();
    if (side) {
      context.beginPath();
      context.rect(this.pixelX(0), this.pixelY(side), side * this.scale, side * this.scale);
      context.clip();
    }
    draw();
    context.restore();
  }

  /** How far a disc of `reach` around a place is to be moved so that all of it is seen: on a torus it comes out behind. */
  images(x, y, reach) {
    const { side } = this.data;
    const moves = (at) => [0, ...(side && at < reach ? [side] : []), ...(side && at > side - reach ? [-side] : [])];
    return moves(x).flatMap((dx) => moves(y).map((dy) => [dx, dy]));
  }

  /** Adds the straight line between two places; on a torus the shortest, which may go over the edge and come back. */
  traceLine(context, ax, ay, bx, by) {
    const { side } = this.data;
    const segment = (fromX, fromY, toX, toY) => {
      context.moveTo(this.pixelX(fromX), this.pixelY(fromY));
      context.lineTo(this.pixelX(toX), this.pixelY(toY));
    };
    const [overX, overY] = side ? [-side * Math.round((bx - ax) / side), -side * Math.round((by - ay) / side)] : [0, 0];
    segment(ax, ay, bx + overX, by + overY);
    if (overX || overY) segment(ax - overX, ay - overY, bx, by);
  }

  /**
   * Rings around `points`, `{x, y, text, colour}`, each joined with its text, which stands to the left or to the right of what lies
   * within `reach` pixels of a place. No two texts cover each other; what finds no room is counted in one more.
   */
  drawLabels(context, x, y, reach, points) {
    context.font = '600 12px system-ui, sans-serif';
    const line = 17;
    const [px, py] = [this.pixelX(x), this.pixelY(y)];
    const away = Math.min(reach, this.width / 4) + 14;
    const room = Math.max(1, Math.floor((this.height - 16) / line) - 3);
    const widest = Math.min(this.width / 2 - 12, Math.max(0, ...points.map(({ text }) => context.measureText(text).width)));
    // Each on its side of the place, unless there is room on one side alone.
    const hasLeft = px - away - widest > 8;
    const hasRight = px + away + widest < this.width - 8;
    const isLeft = (point) => (hasLeft && hasRight ? this.pixelX(point.x) < px : hasLeft);
    this.labels = [];
    for (const side of [true, false]) {
      const all = points.filter((point) => isLeft(point) === side).sort((a, b) => b.y - a.y || a.x - b.x);
      const shown = all.length > room ? all.slice(0, room - 1) : all;
      const rest = all.length - shown.length;
      const items = shown.map((point) => ({ ...point, at: this.pixelY(point.y) }));
      if (rest > 0) items.push({ text: `and ${decimal(rest)} more`, at: Infinity });
      // Below the clock, as near to their rings as those above leave room; then up again from the lower edge.
      let least = 62;
      for (const item of items) {
        item.below = Math.max(least, Math.min(item.at, py + line * items.length));
        least = item.below + line;
      }
      let most = this.height - 34;
      for (const item of [...items].reverse()) {
        item.below = Math.min(item.below, most);
        most = item.below - line;
      }
      for (const { x: atX, y: atY, text, colour, below } of items) {
        const words = this.shortened(context, text, widest);
        const width = context.measureText(words).width;
        const edge = Math.min(this.width - 8 - width, Math.max(8 + width, side ? px - away : px + away));
        const left = side ? edge - width : Math.min(edge, this.width - 8 - width);
        if (colour) {
          const [ringX, ringY] = [this.pixelX(atX), this.pixelY(atY)];
          context.strokeStyle = this.colour(colour);
          context.lineWidth = 2.5;
          context.beginPath();
          context.arc(ringX, ringY, 8, 0, 2 * Math.PI);
          context.stroke();
          context.lineWidth = 1;
          context.beginPath();
          context.moveTo(ringX + (side ? -8 : 8), ringY);
          context.lineTo(side ? left + width + 3 : left - 3, below);
          context.stroke();
        }
        context.fillStyle = this.colour('--ground');
        context.fillRect(left - 2, below - 8, width + 4, 16);
        context.fillStyle = this.colour('--text');
        context.fillText(words, left, below + 4);
        this.labels.push({ text, x: left, y: below - 8, width, height: 16 });
      }
    }
  }

  /** `text`, or its beginning and … where it is wider than `width` pixels. */
  shortened(context, text, width) {
    if (context.measureText(text).width <= width) return text;
    let end = text.length;
    while (end > 1 && context.measureText(`${text.slice(0, end)}…`).width > width) end--;
    return `${text.slice(0, end)}…`;
  }
}

/** The box around the places of `columns`, pairs of x and y; of a torus with the side `side`, all of it. */
function boxAround(side, ...columns) {
  if (side) return { west: 0, south: 0, east: side, north: side };
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  for (const [xs, ys] of columns) {
    for (let i = 0; i < xs.length; i++) {
      if (!(xs[i] > ABSENT && ys[i] > ABSENT)) continue;
      box.west = Math.min(box.west, xs[i]);
      box.east = Math.max(box.east, xs[i]);
      box.south = Math.min(box.south, ys[i]);
      box.north = Math.max(box.north, ys[i]);
    }
  }
  return Number.isFinite(box.west) ? box : { west: 0, south: 0, east: 1, north: 1 };
}

/** The place that lies `share` of the straight line from one place to another, on a torus of `side` or on the globe too. */
function placeBetween({ side, isGlobe }, ax, ay, bx, by, share, place) {
  let dx = bx - ax;
  let dy = by - ay;
  if (side) {
    dx -= side * Math.round(dx / side);
    dy -= side * Math.round(dy / side);
    place.x = (ax + share * dx + side) % side;
    place.y = (ay + share * dy + side) % side;
  } else if (isGlobe && Math.abs(dx) + Math.abs(dy) > 0.02) {
    alongGreatCircle(ax, ay, bx, by, share, place);
  } else {
    place.x = ax + share * dx;
    place.y = ay + share * dy;
  }
  return place;
}

/** The place that lies `share` of the way along the great circle between two places in degrees. */
function alongGreatCircle(lonA, latA, lonB, latB, share, place) {
  const radian = Math.PI / 180;
  const vector = (lon, lat) => [
    Math.cos(lat * radian) * Math.cos(lon * radian), Math.cos(lat * radian) * Math.sin(lon * radian),
    Math.sin(lat * radian),
  ];
  const a = vector(lonA, latA);
  const b = vector(lonB, latB);
  const chord = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  const angle = 2 * Math.asin(Math.min(1, chord / 2));
  const scale = angle > 0 ? 1 / Math.sin(angle) : 0;
  const [p, q] = scale ? [Math.sin((1 - share) * angle) * scale, Math.sin(share * angle) * scale] : [1, 0];
  const v = [0, 1, 2].map((i) => p * a[i] + q * b[i]);
  place.x = Math.atan2(v[1], v[0]) / radian;
  place.y = Math.atan2(v[2], Math.hypot(v[0], v[1])) / radian;
  return place;
}
