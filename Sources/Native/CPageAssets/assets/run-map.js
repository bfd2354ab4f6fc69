// The map of a run: two canvases, one for the streets, which change only with the view, one for all that moves.

/** Turns places into points of the screen, and draws what lies still. */
class RunMap {
  constructor(data) {
    this.data = data;
    this.host = byId('map');
    this.ground = byId('streets-canvas');
    this.canvas = byId('map-canvas');
    const { box } = data;
    // Metres of a unit; on the globe a degree of longitude is shorter than one of latitude.
    const degree = 6371008.8 * Math.PI / 180;
    this.along = data.isGlobe ? degree : 1;
    this.across = data.isGlobe ? degree * Math.cos((box.south + box.north) / 2 * Math.PI / 180) : 1;
    this.changed = () => {};
    this.transform = d3.zoomIdentity;
    this.fit();
    this.zoom = d3.zoom().scaleExtent([0.8, 400]).on('zoom', () => {
      this.transform = d3.event.transform;
      this.isStale = true;
      this.changed();
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
}
