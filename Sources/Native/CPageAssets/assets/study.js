// The page of a study: its numbers, any figure over any field, and the front of two figures.

/** The points, fields and figures of the study; nothing is reckoned here but places on the screen. */
class StudyData {
  /** Reads the blocks of the page. */
  static async read() {
    const study = Object.assign(new StudyData(), readJSON('study'));
    const [values, numbers, fronts, verdicts] = (await Promise.all(
      ['values', 'numbers', 'front-points', 'verdicts'].map(readBytes))).map((bytes) => new Columns(bytes));
    study.values = study.fields.map((field, place) => values.get(`${place}`, Int32Array));
    for (const [place, figure] of study.figures.entries()) {
      // As they are read: shares in per cent.
      const scale = 10 ** figure.decimals / figure.scale;
      figure.n = numbers.get(`${place}.n`, Int32Array);
      figure.means = numbers.get(`${place}.mean`, Float64Array, scale);
      figure.halves = numbers.get(`${place}.half`, Float64Array, scale);
      figure.text = (value) => decimal(value, figure.shownDecimals).replaceAll(',', '');
      figure.exact = (value) => decimal(value / figure.scale, figure.decimals).replaceAll(',', '');
    }
    study.readFronts(fronts);
    study.readVerdicts(verdicts);
    study.commands = byId('command-lines').textContent.split('\n');
    return study;
  }

  readFronts(columns) {
    const counts = columns.get('counts', Int32Array);
    const members = columns.get('points', Int32Array);
    const knees = columns.get('knees', Int32Array);
    const starts = [0, ...d3.cumsum ? d3.cumsum(counts) : running(counts)];
    /** The front in two of the judged figures, by their places among these, in the order of the first. */
    this.front = (a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const pair = (high * (high - 1)) / 2 + low;
      return { points: members.slice(starts[pair], starts[pair] + counts[pair]), knee: knees[pair] };
    };
  }

  readVerdicts(columns) {
    const { figures, all, words } = this.verdicts;
    const { points } = this;
    const found = new Map(figures.map((figure) => {
      const { decimals, scale, best } = this.figures[figure];
      const references = all ? d3.range(points) : [best];
      const column = (reference, name, ...reading) => columns.get(`${figure}.${reference ?? 0}.${name}`, ...reading);
      return [figure, new Map(references.map((reference) => [reference, {
        words: column(reference, 'word', Int32Array),
        differences: column(reference, 'difference', Float64Array, 10 ** decimals / scale),
        halves: column(reference, 'half', Float64Array, 10 ** decimals / scale),
        p: column(reference, 'p', Float64Array, 1e5),
      }]))];
    }));
    /** What is said in a figure of a point against another; null where nothing is. */
    this.verdict = (figure, reference, point) => {
      const row = found.get(figure)?.get(reference);
      if (!row || point === reference || row.words[point] < 0) return null;
      return {
        word: words[row.words[point]], difference: row.differences[point],
        half: row.halves[point] < 0 ? NaN : row.halves[point], p: row.p[point] < 0 ? NaN : row.p[point],
      };
    };
  }

  /** The value of a field at a point, as the study has it. */
  value(field, point) { return this.fields[field].values[this.values[field][point]]; }

  mean(figure, point) { return this.figures[figure].n[point] ? this.figures[figure].means[point] : NaN; }

  half(figure, point) {
    const half = this.figures[figure].halves[point];
    return half < 0 ? NaN : half;
  }

  /** `79.6 ± 0.2 %`. */
  said(figure, point) {
    const { text, unitBesideName } = this.figures[figure];
    return this.measured(figure, point, text) + (unitBesideName && this.figures[figure].n[point] ? ` ${unitBesideName}` : '');
  }

  /** `0.796492 ± 0.002435`, with the digits of summary.csv. */
  exactly(figure, point) { return this.measured(figure, point, this.figures[figure].exact); }

  measured(figure, point, text) {
    if (!this.figures[figure].n[point]) return '–';
    const half = this.half(figure, point);
    return text(this.mean(figure, point)) + (Number.isFinite(half) ? ` ± ${text(half)}` : '');
  }

  /** `radius_m = 800, policy = best`. */
  setting(point) {
    return this.fields.map((field, i) => `${this.shortName(i)} = ${this.value(i, point)}`).join(', ');
  }

  /** The last part of a field's path, where no other ends alike. */
  shortName(field) {
    const { path } = this.fields[field];
    const last = path.split('.').pop();
    return this.fields.filter((other) => other.path.split('.').pop() === last).length > 1 ? path : last;
  }

  /** The field's path with its unit, where it does not say it itself. */
  label(field) {
    const { path, unit } = this.fields[field];
    return withUnit(path, unit);
  }

  /** Likewise the name of a figure. */
  figureLabel(figure) {
    const { name, unitBesideName } = this.figures[figure];
    return withUnit(name, unitBesideName);
  }
}

/** `name`, and `unit` where it stands nowhere in it. */
const withUnit = (name, unit) => (!unit || name.split('.').some((part) => part.endsWith(`_${unit}`)) ? name : `${name} (${unit})`);

function running(counts) {
  let sum = 0;
  return Array.from(counts, (count) => (sum += count));
}

/** Copies the text of `line`, and notes in `said` how it went. */
async function copyText(line, said) {
  try {
    await navigator.clipboard.writeText(line.textContent);
    said.textContent = 'copied';
  } catch {
    // Where the clipboard is closed to pages, the reader copies what is marked.
    getSelection().selectAllChildren(line);
    said.textContent = 'marked: copy it with Ctrl+C';
  }
}

/** A `select` of `options`, which are `[value, text]` or `[group, options]`. */
function chooser(id, label, options, chosen, changed) {
  const list = options.map(([value, text]) => (Array.isArray(text)
    ? element('optgroup', { label: value }, text.map(([v, t]) => element('option', { value: v }, t)))
    : element('option', { value }, text)));
  const select = element('select', { id, change: (event) => changed(event.target.value) }, list);
  select.value = String(chosen);
  return element('label', {}, `${label} `, select);
}

/** The figures of `study` at `places` as options, the main ones first. */
function figureOptions(study, places) {
  const option = (i) => [i, study.figures[i].name];
  const [main, others] = [places.filter((i) => study.figures[i].headline), places.filter((i) => !study.figures[i].headline)];
  return [['main figures', main.map(option)], ['all others', others.map(option)]].filter(([, list]) => list.length);
}

/** Enough decimals that three digits of the greatest of `values` show, and no more than `most`. */
function shortDecimals(values, most) {
  const greatest = d3.max(values, Math.abs) || 1;
  return Math.min(most, Math.max(0, 2 - Math.floor(Math.log10(greatest))));
}

/** A figure over one or two fields, the others held. */
class StudyExplorer {
  constructor(study, choose) {
    this.study = study;
    this.choose = choose;
    const varied = d3.range(study.fields.length).filter((i) => study.fields[i].values.length > 1);
    this.varied = varied;
    const cells = varied.reduce((product, i) => product * study.fields[i].values.length, 1);
    // Designs that draw their points have hardly two with a value in common.
    this.isGrid = study.points * 2 >= cells && varied.every((i) => study.fields[i].values.length <= 60);
    this.figure = 0;
    [this.x = -1, this.y = -1] = varied;
    this.held = study.fields.map(() => 0);
    this.reset();
    this.show();
  }

  /** Offers what can be chosen now: fields that are not along an axis are held. */
  reset() {
    const { study, varied } = this;
    const again = (name) => (value) => {
      this[name] = Number(value);
      if (this.x === this.y) this[name === 'x' ? 'y' : 'x'] = this.isGrid ? varied.find((i) => i !== this.x) ?? -1 : -1;
      const { id } = document.activeElement;
      this.reset();
      byId(id)?.focus();
      this.show();
    };
    const fields = varied.map((i) => [i, study.label(i)]);
    const controls = [
      chooser('figure', 'figure', figureOptions(study, d3.range(study.figures.length)), this.figure, again('figure')),
    ];
    if (varied.length) controls.push(chooser('x', 'along', fields, this.x, again('x')));
    if (this.isGrid && varied.length > 1) {
      controls.push(chooser('y', 'and', [...fields, [-1, 'no second field']], this.y, again('y')));
      for (const i of varied.filter((field) => field !== this.x && field !== this.y)) {
        controls.push(chooser(`held-${i}`, study.label(i), study.fields[i].values.map((v, k) => [k, v]), this.held[i], (value) => {
          this.held[i] = Number(value);
          this.show();
        }));
      }
    }
    byId('explore-controls').replaceChildren(...controls);
  }

  /** The points with the values that are held. */
  get shown() {
    const { study, varied, x, y } = this;
    const held = varied.filter((i) => i !== x && i !== y);
    return d3.range(study.points).filter((p) => held.every((i) => study.values[i][p] === this.held[i]));
  }

  show() {
    const { study } = this;
    const { name, meaning, direction } = study.figures[this.figure];
    byId('figure-meaning').textContent = `${name}: ${meaning}${direction ? ` (${direction})` : ''}`;
    const hasMap = this.isGrid && this.y >= 0;
    byId('heat').hidden = !hasMap;
    if (hasMap) this.drawMap();
    if (this.x < 0) return;
    if (this.isGrid) this.drawCurves();
    else this.drawCloud();
  }

  get heldWords() {
    const { study, varied, x, y } = this;
    const held = varied.filter((i) => i !== x && i !== y)
      .map((i) => `${study.shortName(i)} = ${study.fields[i].values[this.held[i]]}`);
    return held.length && this.isGrid ? ` at ${held.join(', ')}` : '';
  }

  drawMap() {
    const { study, figure, x, y } = this;
    const { shownDecimals, direction } = study.figures[figure];
    const places = new Map(this.shown.map((p) => [`${study.values[x][p]} ${study.values[y][p]}`, p]));
    const at = (i, j) => places.get(`${i} ${j}`);
    const means = [...places.values()].map((p) => study.mean(figure, p)).filter(Number.isFinite);
    const short = shortDecimals(means, shownDecimals);
    const best = direction && means.length
      ? [...places.values()].find((p) => study.mean(figure, p) === (direction.startsWith('higher') ? d3.max : d3.min)(means)) : undefined;
    heatMap(byId('heat'), {
      title: `${study.figureLabel(figure)} by ${study.shortName(x)} and ${study.shortName(y)}${this.heldWords}`,
      x: { label: study.label(x), values: study.fields[x].values },
      y: { label: study.label(y), values: study.fields[y].values },
      cell: (i, j) => (at(i, j) === undefined ? null : study.mean(figure, at(i, j))),
      format: (value) => decimal(value, short),
      marked: best === undefined ? [] : [{ i: study.values[x][best], j: study.values[y][best], name: 'best mean shown' }],
      choose: (i, j) => at(i, j) !== undefined && this.choose(at(i, j)),
      describe: (i, j) => [
        [study.shortName(x), study.fields[x].values[i]], [study.shortName(y), study.fields[y].values[j]],
        [study.figures[figure].name, at(i, j) === undefined ? 'not in the study' : study.said(figure, at(i, j))],
      ],
    });
  }

  drawCurves() {
    const { study, figure, x, y } = this;
    const field = study.fields[x];
    const isScale = field.isNumeric && !isLogarithmic(field.values.map(Number));
    const place = (p) => (isScale ? Number(study.value(x, p)) : study.values[x][p]);
    const groups = y < 0 ? [[null, this.shown]]
      : study.fields[y].values.map((value, k) => [value, this.shown.filter((p) => study.values[y][p] === k)]);
    const { name } = study.figures[figure];
    lineChart(byId('curves'), {
      title: `${name} over ${study.shortName(x)}${this.heldWords}`,
      note: 'Means with the 95 % intervals of Student’s t.',
      x: isScale ? { label: study.label(x), say: (value) => `${study.shortName(x)} = ${value}` }
        : { label: study.label(x), names: field.values },
      y: { label: study.figureLabel(figure), say: study.figures[figure].text },
      markers: true, bars: !isScale,
      series: groups.filter(([, points]) => points.length).map(([value, points]) => {
        const sorted = [...points].sort((a, b) => place(a) - place(b));
        return {
          name: value === null ? '' : `${study.shortName(y)} = ${value}`,
          points: sorted.map((p) => [place(p), study.mean(figure, p)]),
          band: sorted.filter((p) => Number.isFinite(study.half(figure, p)))
            .map((p) => [place(p), study.mean(figure, p) - study.half(figure, p), study.mean(figure, p) + study.half(figure, p)]),
        };
      }),
    });
  }

  /** Designs that draw their points are shown as a cloud: each point where its value is. */
  drawCloud() {
    const { study, figure, x } = this;
    const { isNumeric } = study.fields[x];
    const { name, text } = study.figures[figure];
    scatter(byId('curves'), {
      title: `${name} over ${study.shortName(x)}`,
      note: 'Each point of the study with its 95 % interval; all other fields vary too.',
      x: isNumeric ? { label: study.label(x), say: (value) => String(value) } : { label: study.label(x), names: study.fields[x].values },
      y: { label: study.figureLabel(figure), say: text },
      points: d3.range(study.points).map((p) => ({
        x: isNumeric ? Number(study.value(x, p)) : study.values[x][p], y: study.mean(figure, p), dy: study.half(figure, p) || 0,
        name: `point ${p + 1}`, choose: () => this.choose(p),
        rows: [...study.fields.map((_, i) => [study.shortName(i), study.value(i, p)]), [name, study.said(figure, p)]],
      })),
    });
  }
}

/** Whether `numbers` lie evenly on a logarithmic axis, and not on a linear one. */
function isLogarithmic(numbers) {
  if (numbers.length < 3 || numbers[0] <= 0) return false;
  const steps = d3.pairs(numbers, (a, b) => b - a);
  const ratios = d3.pairs(numbers, (a, b) => Math.log(b / a));
  return d3.max(steps) / d3.min(steps) > 2.5 && d3.max(ratios) / d3.min(ratios) < 1.6;
}

/** The points in two figures, the front that none beats, and its knee. */
class StudyFront {
  constructor(study, choose) {
    this.study = study;
    this.choose = choose;
    const { fronts } = study;
    byId('front-section').hidden = fronts.length < 2;
    if (fronts.length < 2) return;
    const place = (name) => fronts.findIndex((figure) => study.figures[figure].name === name);
    // How many find a seat, against what it costs the drivers.
    [this.a, this.b] = [Math.max(0, place('driver_detour_s.mean')), Math.max(0, place('match_rate'))];
    if (this.a === this.b) this.b = this.a === 0 ? 1 : 0;
    const options = figureOptions(study, fronts);
    const chosen = (name, other) => (value) => {
      this[name] = fronts.indexOf(Number(value));
      if (this[name] === this[other]) {
        this[other] = this[name] === 0 ? 1 : 0;
        byId(`front-${other}`).value = fronts[this[other]];
      }
      this.show();
    };
    byId('front-controls').replaceChildren(
      chooser('front-a', 'along', options, fronts[this.a], chosen('a', 'b')),
      chooser('front-b', 'against', options, fronts[this.b], chosen('b', 'a')));
    this.show();
  }

  show() {
    const { study } = this;
    const [x, y] = [study.fronts[this.a], study.fronts[this.b]];
    const { points, knee } = study.front(this.a, this.b);
    const members = new Set(points);
    const known = d3.range(study.points).filter((p) => study.figures[x].n[p] && study.figures[y].n[p]);
    const way = (figure) => `${study.figures[figure].name} (${study.figures[figure].direction})`;
    byId('front-words').textContent = `${points.length} of ${known.length} points are beaten by none in ${way(x)} and ${way(y)}, by their means. `
      + (knee < 0 ? 'The front has no knee: it bulges nowhere.'
        : `Its knee, where giving up a little of one stops winning much of the other, is ${study.setting(knee)}.`);
    const text = (figure) => study.figures[figure].text;
    const front = Array.from(points).sort((p, q) => study.mean(x, p) - study.mean(x, q));
    const line = front.map((p) => [study.mean(x, p), study.mean(y, p)]);
    byId('front-members').replaceChildren(...front.map((p) => element('li', {}, `${p + 1}: ${study.setting(p)}`)));
    // More labels than these would cover each other, and more lines push the page away.
    const named = front.length <= 12;
    byId('front-details').open = named;
    scatter(byId('front'), {
      title: `${study.figures[y].name} against ${study.figures[x].name}`,
      x: { label: study.figureLabel(x), say: text(x) },
      y: { label: study.figureLabel(y), say: text(y) },
      kinds: {
        beaten: { name: 'beaten by another', colour: 'var(--c8)', size: 26 },
        front: { name: 'on the front', colour: 'var(--c1)', symbol: d3.symbolDiamond, size: 62 },
        ...(knee < 0 ? {} : { knee: { name: 'knee', colour: 'var(--c2)', symbol: d3.symbolStar, size: 170 } }),
      },
      line,
      points: known.map((p) => ({
        x: study.mean(x, p), y: study.mean(y, p), kind: p === knee ? 'knee' : members.has(p) ? 'front' : 'beaten',
        name: `point ${p + 1}`, label: p === knee ? `${p + 1}, the knee` : named && members.has(p) ? `${p + 1}` : null,
        choose: () => this.choose(p),
        rows: [
          ...study.fields.map((_, i) => [study.shortName(i), study.value(i, p)]),
          [study.figures[x].name, study.said(x, p)], [study.figures[y].name, study.said(y, p)],
        ],
      })),
    });
  }
}
