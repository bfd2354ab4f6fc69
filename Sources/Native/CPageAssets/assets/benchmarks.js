// The page of benchmarks: curves over the commits at which they were measured.

/** What is shown of which machine. */
const benchmarkChoice = { machine: 0, figure: 0, isRelative: true, cases: new Set() };
const measuredMachines = readJSON('benchmarks');

function chooseMachine(place) {
  const { cases } = measuredMachines[place];
  benchmarkChoice.machine = place;
  // More curves than colours tell nothing apart.
  const usual = cases.filter((one) => one.small);
  benchmarkChoice.cases = new Set((usual.length ? usual : cases).slice(0, 8).map((one) => one.name));
  byId('cases').replaceChildren(...cases.map((one) => element('label', {}, element('input', {
    type: 'checkbox', checked: benchmarkChoice.cases.has(one.name), change: (event) => {
      benchmarkChoice.cases[event.target.checked ? 'add' : 'delete'](one.name);
      drawBenchmarks();
    },
  }), ` ${one.name}`)));
}

function drawBenchmarks() {
  const { machine, figure, isRelative, cases } = benchmarkChoice;
  const { kind, labels, figures, cases: all } = measuredMachines[machine];
  const { title, unit } = figures[figure];
  const shown = all.filter((one) => cases.has(one.name) && one.values[figure].some((value) => value > 0));
  lineChart(byId('curves'), {
    title: `${title}, ${kind}`,
    note: isRelative ? 'Each curve as a multiple of its first value.' : null,
    markers: true, height: 420,
    x: { label: 'measured at', names: labels },
    y: isRelative ? { label: 'multiple of the first', say: (value) => `${decimal(value, 3)} ×` }
      : { label: title + (unit ? ` (${unit})` : ''), say: (value) => `${value.toPrecision(4)} ${unit}` },
    series: shown.map((one) => {
      const values = one.values[figure];
      const first = isRelative ? values.find((value) => value > 0) : 1;
      return { name: one.name, points: values.map((value, i) => [i, value === null ? null : value / first]) };
    }),
  });
}

function makeBenchmarkControls() {
  const select = (id, label, texts, changed) => element('label', {}, `${label} `, element('select', { id, change: (event) => {
    changed(Number(event.target.value));
    drawBenchmarks();
  } }, texts.map((text, i) => element('option', { value: i }, text))));
  byId('benchmark-controls').append(
    select('machine', 'machine', measuredMachines.map((one) => one.kind), chooseMachine),
    select('benchmark-figure', 'figure', measuredMachines[0].figures.map((one) => one.title), (i) => { benchmarkChoice.figure = i; }),
    select('scale', 'as', ['multiples of the first value', 'they were measured'], (i) => { benchmarkChoice.isRelative = i === 0; }));
}

makeBenchmarkControls();
chooseMachine(0);
drawBenchmarks();
document.documentElement.dataset.ready = 'true';
