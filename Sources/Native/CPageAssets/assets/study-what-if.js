// Predictions between the points of a study, for a setting that the reader moves.

/** A step of 1, 2 or 5 times a power of ten that cuts `range` into about `parts`. */
function roundStep(range, parts) {
  const power = 10 ** Math.floor(Math.log10(range / parts));
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => range / step <= parts);
}

/** `number` as users write it: without the digits that binary arithmetic adds. */
const plain = (number) => String(Number(number.toPrecision(12)));

/** `word` as an operand of a shell's command. */
const shellWord = (word) => (/^[\w.=,+:/-]+$/.test(word) ? word : `'${word.replaceAll('\'', '\'\\\'\'')}'`);

class WhatIf {
  static async read(study) {
    const description = readJSON('what-if');
    if (!description) return null;
    const bytes = await readBytes('what-if-numbers');
    const numbers = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
    let place = 0;
    const take = (count) => numbers.subarray(place, (place += count));
    // Surfaces are solved when they are first looked at.
    for (const slice of description.slices) {
      slice.surfaces = slice.surfaces.map((surface) => {
        const own = take(surface.numbers);
        let [from, fitted] = [0, null];
        return { ...surface, fitted: () => (fitted ??= new FittedSurface(surface, (count) => own.subarray(from, (from += count)))) };
      });
    }
    return new WhatIf(study, description);
  }

  constructor(study, { command, words, slices }) {
    Object.assign(this, { study, command, words, slices });
    this.varied = d3.range(study.fields.length).filter((i) => study.fields[i].values.length > 1);
    this.numeric = this.varied.filter((i) => study.fields[i].isNumeric);
    this.numbers = study.fields.map((field) => (field.isNumeric ? field.values.map(Number).sort(d3.ascending) : []));
    [this.x, this.y = -1] = this.numeric;
    this.where = '';
    this.figure = null;
    this.start();
    this.readLink();
    this.makeControls();
    byId('what-if-copy').addEventListener('click', () => copyText(byId('what-if-command'), byId('what-if-copied')));
    const where = byId('what-if-where');
    const [first] = this.slice.surfaces;
    if (first) where.placeholder = `${study.figures[first.figure].name}>=0.5, several by commas`;
    where.value = this.where;
    where.addEventListener('input', () => {
      this.where = where.value;
      this.show();
    });
    addEventListener('hashchange', () => {
      if (!this.readLink()) return;
      where.value = this.where;
      this.makeControls();
      this.show();
    });
    this.show();
  }

  /** Begins in the middle of the study. */
  start() {
    const { study } = this;
    this.setting = study.fields.map((field, i) => {
      if (!field.isNumeric) return 0;
      const values = this.numbers[i];
      return values[Math.floor((values.length - 1) / 2)];
    });
  }

  /** Takes the setting from the address, and says whether it has one. */
  readLink() {
    const text = location.hash.startsWith('#what-if=') ? decodeURIComponent(location.hash.slice(9)) : null;
    if (text === null) return false;
    const [setting, where = ''] = text.split('&where=');
    for (const part of setting.split(',')) {
      const [path, value = ''] = part.split('=');
      const i = this.study.fields.findIndex((field) => field.path === path);
      if (i < 0) continue;
      const { isNumeric, values } = this.study.fields[i];
      const taken = isNumeric ? Number(value) : values.indexOf(value);
      if (isNumeric ? value !== '' && Number.isFinite(taken) : taken >= 0) this.setting[i] = taken;
    }
    this.where = where;
    return true;
  }

  writeLink() {
    const setting = this.varied.map((i) => `${this.study.fields[i].path}=${this.text(i)}`).join(',');
    const link = `#what-if=${encodeURIComponent(setting + (this.where ? `&where=${this.where}` : ''))}`;
    try {
      history.replaceState(null, '', link);
    } catch {
      // A page that may not change its address has no link to a setting.
    }
  }

  /** The value of a field in the setting, as commands and tables have it. */
  text(i) {
    const { isNumeric, values } = this.study.fields[i];
    return isNumeric ? plain(this.setting[i]) : values[this.setting[i]];
  }

  /** The slice of the words that are chosen. */
  get slice() {
    return this.slices.find(({ held }) => held.every((value, i) => value === null || value === this.setting[i]));
  }

  makeControls() {
    const { study } = this;
    byId('what-if-controls').replaceChildren(...this.varied.map((i) => {
      const { path, summary, isNumeric, values } = study.fields[i];
      if (!isNumeric) {
        const buttons = values.map((value, k) => element('button', {
          type: 'button', 'aria-pressed': String(this.setting[i] === k), click: () => {
            buttons.forEach((button, other) => button.setAttribute('aria-pressed', String(other === k)));
            this.set(i, k);
          },
        }, value));
        return element('fieldset', {}, element('legend', { title: summary }, study.label(i)), buttons);
      }
      const own = this.numbers[i];
      const [low, high] = d3.extent(own);
      const isScaled = isLogarithmic(own);
      const isWhole = own.every(Number.isInteger);
      const least = isWhole ? 1 : 0;
      const step = Math.max(least, roundStep(high - low, 200));
      // Positions of the slider: in steps of the field, or evenly on a logarithmic scale.
      const count = isScaled ? 200 : Math.ceil((high - low) / step - 1e-9);
      const valueAt = (k) => {
        if (k >= count) return high;
        const value = isScaled ? low * (high / low) ** (k / count) : low + k * step;
        return isScaled && k > 0 ? (isWhole ? Math.round(value) : Number(value.toPrecision(3))) : Number(value.toPrecision(12));
      };
      const positionOf = (value) => (isScaled ? count * Math.log(value / low) / Math.log(high / low) : (value - low) / step);
      const slider = element('input', {
        type: 'range', id: `what-if-slider-${i}`, min: 0, max: count, step: 1, class: 'wide', 'aria-label': path,
        input: (event) => {
          this.set(i, valueAt(Number(event.target.value)));
          box.value = this.text(i);
        },
      });
      const box = element('input', {
        type: 'number', id: `what-if-value-${i}`, step: 'any', 'aria-label': `${path}, exactly`,
        input: (event) => {
          const value = Number(event.target.value);
          if (event.target.value === '' || !Number.isFinite(value)) return;
          this.set(i, value);
          slider.value = positionOf(value);
          slider.setAttribute('aria-valuetext', this.text(i));
        },
      });
      box.value = this.text(i);
      slider.value = positionOf(this.setting[i]);
      slider.setAttribute('aria-valuetext', this.text(i));
      return element('div', { class: 'slider' }, element('label', { for: `what-if-value-${i}`, title: summary }, ...breakable(study.label(i))), slider, box);
    }));
  }

  set(i, value) {
    this.setting[i] = value;
    byId(`what-if-slider-${i}`)?.setAttribute('aria-valuetext', this.text(i));
    cancelAnimationFrame(this.soon);
    this.soon = requestAnimationFrame(() => this.show());
  }

  /** The setting in the fields of a surface. */
  at(surface, changes = {}) { return surface.fields.map((i) => changes[i] ?? this.setting[i]); }

  show() {
    const begun = performance.now();
    const { slice } = this;
    this.predictions = slice.surfaces.filter(({ fields, isLogarithmic: logs }) => fields.every((i, k) => !logs[k] || this.setting[i] > 0))
      .map((surface) => {
        const fitted = surface.fitted();
        const estimate = fitted.estimate(this.at(surface));
        return { surface, fitted, estimate, interval: fitted.interval(estimate) };
      });
    this.showStatus();
    this.showFigures();
    this.showBounds();
    this.showAxes();
    this.drawSoon();
    const words = this.varied.map((i) => {
      const { path, isNumeric } = this.study.fields[i];
      return ` --set ${shellWord(`${path}=${isNumeric ? this.text(i) : this.words[i][this.setting[i]]}`)}`;
    });
    byId('what-if-command').textContent = this.command + words.join('');
    this.writeLink();
    byId('what-if-section').dataset.milliseconds = String(performance.now() - begun);
  }

  /** Draws the map and the curve: at once where only the cross moves in them, else when the setting rests. */
  drawSoon() {
    const draw = () => {
      this.showMap();
      this.showCurve();
    };
    clearTimeout(this.drawing);
    if (this.painted && this.mapKey === this.painted.key && this.curveKey === this.sliced?.key) draw();
    else this.drawing = setTimeout(draw, this.painted ? 60 : 0);
  }

  /** What the colours of the map depend on, and what the curve does. */
  get mapKey() {
    const { x, y, shownSurface: shown } = this;
    return shown && JSON.stringify([this.figure, x, y, this.at(shown.surface, { [x]: 0, [y]: 0 }), this.slices.indexOf(this.slice)]);
  }

  get curveKey() {
    const { x, shownSurface: shown } = this;
    return shown && JSON.stringify([this.figure, x, this.at(shown.surface, { [x]: 0 }), this.slices.indexOf(this.slice)]);
  }

  /** The two points with the same words that lie nearest, by shares of the ranges. */
  get nearest() {
    const { study, varied } = this;
    const far = (p) => varied.reduce((sum, i) => {
      if (!study.fields[i].isNumeric) return study.values[i][p] === this.setting[i] ? sum : Infinity;
      const own = this.numbers[i];
      const [low, high] = d3.extent(own);
      const place = isLogarithmic(own) ? (v) => Math.log(Math.max(v, low / 1e9) / low) / Math.log(high / low) : (v) => (v - low) / (high - low);
      return sum + (place(Number(study.value(i, p))) - place(this.setting[i])) ** 2;
    }, 0);
    return d3.range(study.points).map((p) => ({ point: p, distance: far(p) })).filter(({ distance }) => Number.isFinite(distance))
      .sort((a, b) => a.distance - b.distance || a.point - b.point).slice(0, 2);
  }

  showStatus() {
    const { study } = this;
    const [first] = this.nearest;
    const beyond = this.numeric.map((i) => [i, d3.extent(this.numbers[i])])
      .filter(([i, [low, high]]) => this.setting[i] < low || this.setting[i] > high)
      .map(([i, [low, high]]) => `${study.fields[i].path} lies outside of ${plain(low)} to ${plain(high)}`);
    const guesses = this.predictions.filter(({ surface }) => surface.isGuess).map(({ surface }) => study.figures[surface.figure].name);
    const sentences = [
      first?.distance === 0 ? `Simulated: point ${first.point + 1}.` : 'Predicted, not simulated.',
      ...(beyond.length ? [`Extrapolated: ${beyond.join(', ')}.`] : []),
      ...(guesses.length ? [`A guess for ${guesses.join(', ')}: points that are left out do not lie on these surfaces.`] : []),
      ...(this.predictions.length ? [] : ['No surface could be fitted here: too few points, or a value that a logarithm does not have.']),
    ];
    byId('what-if-status').textContent = sentences.join(' ');
  }

  showFigures() {
    const { study, nearest } = this;
    const rows = this.predictions.map(({ surface, estimate, interval }) => {
      const { name, meaning, scale, text, unitBesideName } = study.figures[surface.figure];
      const shown = `${text(estimate.value * scale)}${interval ? ` (${text(interval[0] * scale)} to ${text(interval[1] * scale)})` : ''}`;
      return element('tr', {},
        element('th', { scope: 'row' }, element('abbr', { title: meaning }, ...breakable(name)),
          unitBesideName && element('span', { class: 'unit' }, ` ${unitBesideName}`)),
        element('td', {
          class: 'number', 'data-figure': name, 'data-value': estimate.value, 'data-low': interval?.[0], 'data-high': interval?.[1],
        }, element('strong', {}, shown)),
        nearest.map(({ point }) => element('td', { class: 'number' }, study.measured(surface.figure, point, text))));
    });
    const heads = nearest.map(({ point }) => element('th', { scope: 'col', class: 'number wrapped', title: study.setting(point) }, `point ${point + 1}`));
    byId('what-if-figures').replaceChildren(
      element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Predicted figures' }, labelled(element('table', {},
        element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'figure'),
          element('th', { scope: 'col', class: 'number' }, 'predicted (95 % interval)'), heads)),
        element('tbody', {}, rows)))),
      element('p', { class: 'quiet small' }, nearest.map(({ point }) => `Point ${point + 1}: ${study.setting(point)}.`).join(' ')));
  }

  showBounds() {
    const { study } = this;
    const lines = this.where.split(',').map((part) => part.trim()).filter(Boolean).map((part) => {
      const [, name, sign, number] = part.match(/^(\S+?)\s*(<=|>=)\s*(-?[\d.]+(?:e-?\d+)?)$/i) ?? [];
      if (!name) return `${part}: give a bound such as match_rate>=0.5`;
      const found = this.predictions.find(({ surface }) => study.figures[surface.figure].name === name);
      if (!found) return `${name} has no surface here; these have: ${this.predictions.map(({ surface }) => study.figures[surface.figure].name).join(', ')}`;
      const probability = found.fitted.probability(found.estimate, Number(number), sign === '<=');
      return element('span', { 'data-probability': probability }, Number.isNaN(probability)
        ? `${name} ${sign} ${number}: too few runs to say` : `${name} ${sign} ${number} holds with a probability of ${percent(probability)}`);
    });
    byId('what-if-bounds').replaceChildren(...lines.map((line) => element('li', {}, line)));
  }

  showAxes() {
    const { study } = this;
    const known = this.predictions.map(({ surface }) => surface.figure);
    const shown = known.includes(this.figure) ? this.figure : known[0] ?? null;
    const key = JSON.stringify([known, shown, this.x, this.y]);
    this.figure = shown;
    if (key === this.axes) return;
    this.axes = key;
    const again = (name) => (value) => {
      this[name] = Number(value);
      if (this.x === this.y) this[name === 'x' ? 'y' : 'x'] = this.numeric.find((i) => i !== this[name]) ?? -1;
      const { id } = document.activeElement;
      this.show();
      byId(id)?.focus();
    };
    const fields = this.numeric.map((i) => [i, study.label(i)]);
    byId('what-if-axes').replaceChildren(...[
      known.length ? chooser('what-if-figure', 'figure', known.map((i) => [i, study.figures[i].name]), shown, again('figure')) : null,
      chooser('what-if-x', 'along', fields, this.x, again('x')),
      this.y >= 0 ? chooser('what-if-y', 'and', fields, this.y, again('y')) : null,
    ].filter(Boolean));
  }

  get shownSurface() { return this.predictions.find(({ surface }) => surface.figure === this.figure) ?? null; }

  /** Two fields, the others held: the surface as colours, and the setting as a cross. */
  showMap() {
    const { study, x, y, shownSurface: shown } = this;
    byId('what-if-map').hidden = y < 0 || !shown;
    if (y < 0 || !shown) return;
    const { surface, fitted } = shown;
    const { scale, text, name } = study.figures[surface.figure];
    const [[left, right], [low, high]] = [x, y].map((i) => d3.extent(this.numbers[i]));
    const key = this.mapKey;
    if (this.painted?.key !== key) {
      const side = 48;
      const values = d3.range(side * side).map((k) => fitted.value(this.at(surface, {
        [x]: left + (right - left) * (k % side + 0.5) / side, [y]: high - (high - low) * (Math.floor(k / side) + 0.5) / side,
      })));
      const [least, most] = d3.extent(values);
      const shade = d3.scaleSequential(d3.interpolateViridis).domain(most > least ? [least, most] : [least - 1, least + 1]);
      const canvas = element('canvas', { width: side, height: side });
      const context = canvas.getContext('2d');
      values.forEach((value, k) => {
        context.fillStyle = shade(value);
        context.fillRect(k % side, Math.floor(k / side), 1, 1);
      });
      this.painted = { key, least, most, picture: canvas.toDataURL() };
    }
    const { least, most, picture } = this.painted;
    const others = this.varied.filter((i) => i !== x && i !== y).map((i) => `${study.shortName(i)} = ${this.text(i)}`);
    chart(byId('what-if-map'), {
      title: `${study.figureLabel(surface.figure)}${others.length ? ` at ${others.join(', ')}` : ''}`,
    }, (view) => {
      const scaleX = d3.scaleLinear().domain([left, right]);
      const scaleY = d3.scaleLinear().domain([low, high]);
      const textY = makeRoomForY(view, { label: study.label(y), say: plain }, scaleY);
      const textX = makeRoomForX(view, { label: study.label(x), say: plain }, scaleX);
      const svg = view.open();
      scaleX.range([view.left, view.right]);
      scaleY.range([view.bottom, view.top]);
      svg.append('image').attr('href', picture).attr('x', view.left).attr('y', view.top).attr('width', view.innerWidth)
        .attr('height', view.innerHeight).attr('preserveAspectRatio', 'none');
      drawY(view, scaleY, textY);
      drawX(view, scaleX, textX);
      for (const p of d3.range(study.points)) {
        if (this.varied.some((i) => !study.fields[i].isNumeric && study.values[i][p] !== this.setting[i])) continue;
        svg.append('circle').attr('class', 'simulated').attr('cx', scaleX(Number(study.value(x, p)))).attr('cy', scaleY(Number(study.value(y, p)))).attr('r', 2);
      }
      const [px, py] = [scaleX(this.setting[x]), scaleY(this.setting[y])];
      svg.append('path').attr('class', 'slice').attr('d', `M${px} ${view.top}V${view.bottom}M${view.left} ${py}H${view.right}`);
      view.legend = shadeLegend(text(least * scale), text(most * scale), []);
      svg.on('click', () => {
        const box = svg.node().getBoundingClientRect();
        const clamped = (range, value) => Math.min(range[1], Math.max(range[0], value));
        const picked = (s, i, place, limits) => Number(clamped(limits, s.invert(place)).toPrecision(3));
        this.setting[x] = picked(scaleX, x, ((d3.event.clientX - box.x) / box.width) * view.width, [left, right]);
        this.setting[y] = picked(scaleY, y, ((d3.event.clientY - box.y) / box.height) * view.height, [low, high]);
        this.makeControls();
        this.show();
      });
      view.table = {
        head: [`${study.label(y)} \\ ${study.label(x)}`, ...this.numbers[x].map(plain)],
        rows: () => [...this.numbers[y]].reverse().map((b) => [plain(b), ...this.numbers[x].map((a) => text(scale * fitted.value(this.at(surface, { [x]: a, [y]: b }))))]),
      };
    });
    byId('what-if-map').setAttribute('aria-label', name);
  }

  /** One field, the others held: the surface with its intervals, and the setting. */
  showCurve() {
    const { study, x, shownSurface: shown } = this;
    byId('what-if-curve').hidden = !shown;
    if (!shown) return;
    const { surface, fitted } = shown;
    const { scale, text, name } = study.figures[surface.figure];
    const [left, right] = d3.extent(this.numbers[x]);
    const key = this.curveKey;
    if (this.sliced?.key !== key) {
      const points = d3.range(41).map((k) => {
        const value = left + (right - left) * k / 40;
        const estimate = fitted.estimate(this.at(surface, { [x]: value }));
        const [low = NaN, high = NaN] = fitted.interval(estimate) ?? [];
        return [value, estimate.value * scale, low * scale, high * scale];
      });
      this.sliced = { key, points };
    }
    const { points } = this.sliced;
    const here = shown.estimate.value * scale;
    lineChart(byId('what-if-curve'), {
      title: `${name} over ${study.shortName(x)}`, note: 'The surface with its 95 % intervals, all other fields as set above.',
      x: { label: study.label(x), say: (value) => `${study.shortName(x)} = ${plain(value)}` },
      y: { label: study.figureLabel(surface.figure), say: text },
      series: [
        { name: 'surface', points: points.map(([value, mean]) => [value, mean]), band: points.map(([value, , low, high]) => [value, low, high]) },
        { name: 'the setting', points: [[this.setting[x], d3.min(points, (p) => p[2] || p[1])], [this.setting[x], here]] },
      ],
    });
  }
}
