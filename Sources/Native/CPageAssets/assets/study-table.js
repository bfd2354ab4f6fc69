// The table of a study's points, and what is told of the one that is chosen.

/** The most rows that are shown at first. */
const rowsAtFirst = 100;

/** `name` in parts between which a line may break. */
const breakable = (name) => name.split(/(?<=[_.])/).flatMap((part, i) => (i ? [element('wbr'), part] : [part]));

/** The points by chosen figures, sorted by any column. */
class PointTable {
  constructor(study, panel) {
    this.study = study;
    this.panel = panel;
    this.columns = d3.range(study.figures.length).filter((i) => study.figures[i].headline);
    if (!this.columns.length) this.columns = d3.range(Math.min(4, study.figures.length));
    this.judged = study.verdicts.figures;
    this.against = this.judged[0] ?? -1;
    this.reference = -1;
    this.sorted = { key: 'point', isDescending: false };
    this.isWhole = false;
    this.makeControls();
    this.show();
  }

  makeControls() {
    const { study } = this;
    const boxes = study.figures.map((figure, i) => element('label', { title: figure.meaning },
      element('input', {
        type: 'checkbox', value: i, checked: this.columns.includes(i), change: (event) => this.toggle(i, event.target.checked),
      }), ` ${figure.name}`));
    const filter = element('input', {
      type: 'search', placeholder: 'find a figure', 'aria-label': 'find a figure', input: (event) => {
        const sought = event.target.value.trim().toLowerCase();
        for (const box of boxes) box.hidden = !box.textContent.toLowerCase().includes(sought);
      },
    });
    this.referenceWords = element('span', { class: 'quiet', id: 'reference' });
    byId('points-controls').replaceChildren(
      ...(this.judged.length && study.points > 1 ? [element('div', { class: 'controls', role: 'group', 'aria-label': 'Verdicts' },
        chooser('against', 'verdicts in', this.judged.map((i) => [i, study.figures[i].name]), this.against, (value) => {
          this.against = Number(value);
          this.show();
        }),
        this.referenceWords,
        element('button', { type: 'button', id: 'against-best', click: () => this.compareWith(-1) }, 'against the best'))] : []),
      element('details', { id: 'column-choice' }, element('summary', {}, 'Columns'),
        element('div', { class: 'controls' }, filter), element('div', { class: 'choices' }, boxes)));
  }

  toggle(figure, isShown) {
    this.columns = isShown ? [...this.columns, figure].sort((a, b) => a - b) : this.columns.filter((i) => i !== figure);
    // Many at once are one change to the eye.
    cancelAnimationFrame(this.soon);
    this.soon = requestAnimationFrame(() => this.show());
  }

  /** Sets the point that others are held against; −1 for the best in the figure. */
  compareWith(point) {
    this.reference = point;
    this.show();
  }

  get referencePoint() { return this.reference >= 0 ? this.reference : this.study.figures[this.against]?.best ?? -1; }

  /** What rows are ordered by, of a point. */
  key(name) {
    const { study } = this;
    if (name === 'point') return (p) => p;
    if (name === 'runs') return (p) => study.runs[p];
    const [kind, i] = [name[0], Number(name.slice(1))];
    if (kind === 'f') return (p) => study.values[i][p];
    if (kind === 'v') {
      const order = ['better', 'different', 'no difference shown', 'too few runs', 'no value', 'no value at A', 'no value at B', 'replications identical', 'worse'];
      return (p) => {
        const verdict = study.verdict(this.against, this.referencePoint, p);
        return verdict ? order.indexOf(verdict.word) : -1;
      };
    }
    return (p) => study.mean(i, p);
  }

  get order() {
    const key = this.key(this.sorted.key);
    const sign = this.sorted.isDescending ? -1 : 1;
    // What has no value stands last either way.
    return d3.range(this.study.points).sort((p, q) => {
      const [a, b] = [key(p), key(q)];
      if (!Number.isFinite(a) || !Number.isFinite(b)) return (Number.isFinite(b) ? 1 : 0) - (Number.isFinite(a) ? 1 : 0) || p - q;
      return sign * (a - b) || p - q;
    });
  }

  head(key, text, title = null, isNumber = true, unit = '') {
    const isSorted = this.sorted.key === key;
    return element('th', {
      scope: 'col', class: isNumber && 'number', 'aria-sort': isSorted && (this.sorted.isDescending ? 'descending' : 'ascending'),
    }, element('button', {
      type: 'button', class: 'sort', 'data-key': key, title, click: () => {
        this.sorted = { key, isDescending: isSorted && !this.sorted.isDescending };
        this.show();
        byId('points').querySelector(`[data-key="${key}"]`).focus();
      },
    }, ...breakable(text), unit && element('span', { class: 'unit' }, ` ${unit}`), element('span', { 'aria-hidden': true }, isSorted ? (this.sorted.isDescending ? ' ↓' : ' ↑') : '')));
  }

  show() {
    const { study } = this;
    const reference = this.referencePoint;
    const hasVerdicts = this.judged.length > 0 && study.points > 1;
    if (hasVerdicts) {
      const name = this.reference < 0 ? 'the best point' : 'point';
      this.referenceWords.textContent = `of each point against ${name} ${reference + 1} (${study.setting(reference)})`;
      byId('against-best').hidden = this.reference < 0;
    }
    const heads = [
      this.head('point', 'point'), ...study.fields.map((field, i) => this.head(`f${i}`, study.label(i), field.summary)),
      this.head('runs', 'runs'),
      ...(hasVerdicts ? [this.head('v', `${study.figures[this.against].name} is`, 'as `detour compare` says it of B', false)] : []),
      ...this.columns.map((i) => this.head(`c${i}`, study.figures[i].name, study.figures[i].meaning, true, study.figures[i].unitBesideName)),
    ];
    const { order } = this;
    const shown = this.isWhole ? order : order.slice(0, rowsAtFirst);
    const rows = shown.map((p) => element('tr', { 'data-point': p },
      element('td', { class: 'number' }, element('button', {
        type: 'button', class: 'small', 'aria-label': `look at point ${p + 1}`, click: () => this.panel.show(p, true),
      }, String(p + 1))),
      study.fields.map((_, i) => element('td', { class: 'number' }, study.value(i, p))),
      element('td', { class: 'number' }, String(study.runs[p])), hasVerdicts ? this.verdict(p, reference) : null, this.columns.map((i) => this.cell(i, p))));
    const parts = [element('div', { class: 'scroll tall', tabindex: 0, role: 'region', 'aria-label': 'Points' },
      labelled(element('table', { id: 'points', class: 'sortable' }, element('thead', {}, element('tr', {}, heads)), element('tbody', {}, rows))))];
    if (shown.length < order.length) {
      parts.push(element('button', {
        type: 'button', id: 'all-points', click: () => {
          this.isWhole = true;
          this.show();
        },
      }, `show all ${decimal(order.length)} points`));
    }
    byId('points-table').replaceChildren(...parts);
  }

  cell(figure, point) {
    const { study } = this;
    const { text, n } = study.figures[figure];
    if (!n[point]) return element('td', { class: 'number' }, '–');
    const half = study.half(figure, point);
    return element('td', { class: 'number', title: `n = ${n[point]}: ${study.exactly(figure, point)}` }, text(study.mean(figure, point)),
      Number.isFinite(half) ? element('span', { class: 'quiet' }, ` ± ${text(half)}`) : null);
  }

  verdict(point, reference) {
    const { study } = this;
    if (point === reference) return element('td', {}, element('strong', {}, this.reference < 0 ? 'the best' : 'the reference'));
    const found = study.verdict(this.against, reference, point);
    if (!found) return element('td', {}, '–');
    const { text, exact } = study.figures[this.against];
    const half = Number.isFinite(found.half) ? ` ± ${text(found.half)}` : '';
    const sign = found.difference > 0 ? '+' : '';
    const unit = study.figures[this.against].unitOfDifference;
    const p = Number.isFinite(found.p) ? `, p ${found.p < 0.001 ? '<0.001' : decimal(found.p, 3)}` : '';
    const digits = `${sign}${exact(found.difference)}${Number.isFinite(found.half) ? ` ± ${exact(found.half)}` : ''}`;
    return element('td', { class: 'verdict', title: digits },
      element('span', { class: { better: 'good', worse: 'bad' }[found.word] ?? 'quiet' }, found.word),
      element('span', { class: 'quiet' }, ` ${sign}${text(found.difference)}${half}${unit && ` ${unit}`}${p}`));
  }
}

/** What is told of one point: the command that does it again, and every figure. */
class PointPanel {
  constructor(study) {
    this.study = study;
  }

  /** Tells of `point`, and leads there. */
  show(point, isAsked = true) {
    const { study } = this;
    const command = study.commands[point];
    const said = element('span', { class: 'quiet', role: 'status' });
    const line = element('pre', { id: 'command' }, command);
    const canCompare = study.verdicts.all && study.verdicts.figures.length > 0;
    const rows = d3.range(study.figures.length).filter((i) => study.figures[i].n[point]).map((i) => element('tr', {},
      element('th', { scope: 'row' }, element('abbr', { title: study.figures[i].meaning }, study.figures[i].name)),
      element('td', { class: 'number', title: study.exactly(i, point) }, study.said(i, point)),
      element('td', { class: 'number' }, String(study.figures[i].n[point]))));
    const panel = byId('point');
    panel.replaceChildren(element('div', { class: 'panel' },
      element('h3', { tabindex: -1 }, `Point ${point + 1}: ${study.setting(point)}`),
      element('p', {}, 'This does its first run again:'), line,
      element('div', { class: 'controls' },
        element('button', { type: 'button', id: 'copy', click: () => copyText(line, said) }, 'copy the command'), said,
        canCompare ? element('button', { type: 'button', id: 'compare', click: () => this.table.compareWith(point) }, 'hold all others against it') : null),
      element('details', {}, element('summary', {}, 'Every figure at this point'),
        element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Figures' }, labelled(element('table', {},
          element('thead', {}, element('tr', {}, ['figure', 'mean ± half of the 95 % interval', 'n'].map((text, i) => element('th', { scope: 'col', class: i > 0 && 'number' }, text)))),
          element('tbody', {}, rows)))))));
    if (isAsked) panel.querySelector('h3').focus();
  }
}

StudyData.read().then((study) => {
  const panel = new PointPanel(study);
  panel.table = new PointTable(study, panel);
  const choose = (point) => panel.show(point);
  if (study.points > 1) {
    new StudyExplorer(study, choose);
    new StudyFront(study, choose);
    showInfluence();
    return WhatIf.read(study);
  }
  return null;
}).then(() => {
  document.documentElement.dataset.ready = 'true';
});
