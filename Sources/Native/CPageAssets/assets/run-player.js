// The clock of a replay: it plays and is sought, and whoever draws is asked for a frame where something has changed.

/** Plays from `start` to `end` on `map`. Who extends it says what is there anew (`restart`), on from before (`advance`), and `draw`s. */
class Player {
  constructor(map, start, end, speed) {
    Object.assign(this, { map, start, end, speed, time: start, isPlaying: false, whole: [start, end] });
    this.shown = () => {};
    this.spanned = () => {};
    map.changed = () => this.request();
  }

  /** Goes to `time`, wherever that is. */
  seek(time) {
    this.time = Math.min(this.end, Math.max(this.start, time));
    this.restart();
    this.request();
    viewState.changed();
  }

  /** Plays from now on within the window from `from` to `to`, as far as the run goes. */
  within(from, to) {
    const [start, end] = this.whole;
    this.start = Math.min(Math.max(start, from), end - 1);
    this.end = Math.max(Math.min(end, to), this.start + 1);
    this.spanned();
    this.seek(this.time);
  }

  /** Keeps the time in the address, but for the one at which the page opens. */
  keepTime() {
    const first = this.time;
    viewState.add('t', () => (this.time === first ? null : String(Math.round(this.time * 10) / 10)), (text) => {
      const time = Number(text ?? NaN);
      this.pause();
      this.seek(text !== null && Number.isFinite(time) ? time : first);
    });
  }

  /** Draws at the next frame, and goes on where it plays. */
  request() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame((now) => {
      this.pending = false;
      this.frame(now);
    });
  }

  frame(now) {
    if (this.isPlaying) {
      // A page that was out of sight does not jump when it is looked at again.
      const passed = Math.min(0.25, (now - (this.before ?? now)) / 1000);
      this.before = now;
      this.time = Math.min(this.end, this.time + passed * this.speed);
      this.advance();
      if (this.time >= this.end) this.pause();
    }
    this.draw();
    this.shown();
    if (this.isPlaying) this.request();
  }

  play() {
    if (this.time >= this.end) this.seek(this.start);
    this.isPlaying = true;
    this.before = undefined;
    this.request();
  }

  pause() {
    this.isPlaying = false;
    this.request();
    viewState.changed();
  }
}

/** Who is there at the time of a replay, of `count` who come at `from(i)` and go at `to(i)`. */
class Present {
  constructor(count, from, to) {
    Object.assign(this, { from, to, list: new Int32Array(count) });
    this.order = Int32Array.from({ length: count }, (_, i) => i).sort((a, b) => from(a) - from(b));
    this.restart();
  }

  restart() {
    this.seen = 0;
    this.count = 0;
  }

  /** Lets come and go whoever does until `time`, which is not before that of the last call. */
  advance(time) {
    const { from, to, order, list } = this;
    while (this.seen < order.length && from(order[this.seen]) <= time) list[this.count++] = order[this.seen++];
    let kept = 0;
    for (let i = 0; i < this.count; i++) if (to(list[i]) > time) list[kept++] = list[i];
    this.count = kept;
  }
}

/**
 * Wires the controls of `player`: buttons go back and on by `step` seconds, `say(time)` are the words of a time, and `counts()`
 * those of what is seen at the time shown.
 */
function wirePlayer(player, step, say, counts) {
  const { map } = player;
  const [slider, button] = [byId('time'), byId('play')];
  player.spanned = () => {
    slider.min = player.start;
    slider.max = player.end;
    player.drawTimeline?.();
  };
  player.spanned();
  slider.addEventListener('input', () => player.seek(Number(slider.value)));
  const showPlaying = () => {
    const text = player.isPlaying ? 'Pause' : 'Play';
    if (button.textContent !== text) button.textContent = text;
  };
  button.addEventListener('click', () => {
    if (player.isPlaying) player.pause();
    else player.play();
    showPlaying();
  });
  byId('speed').addEventListener('change', (event) => { player.speed = Number(event.target.value); });
  byId('earlier').addEventListener('click', () => player.seek(player.time - step));
  byId('later').addEventListener('click', () => player.seek(player.time + step));
  byId('whole').addEventListener('click', () => map.showAll());
  map.canvas.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    button.click();
  });
  player.shown = () => {
    byId('clock').textContent = say(player.time);
    byId('counts').textContent = counts();
    if (document.activeElement !== slider || player.isPlaying) slider.value = player.time;
    slider.setAttribute('aria-valuetext', say(player.time));
    player.moveCursor?.();
    showPlaying();
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    map.forgetColours();
    player.request();
  });
}

/** Calls `choose(px, py)` for a click on `map`, in its pixels. */
function wireMapClick(map, choose) {
  const { canvas } = map;
  let pressed = null;
  canvas.addEventListener('pointerdown', (event) => { pressed = [event.clientX, event.clientY]; });
  canvas.addEventListener('click', (event) => {
    // A drag moves the map.
    if (pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > 5) return;
    const box = canvas.getBoundingClientRect();
    choose(event.clientX - box.left, event.clientY - box.top);
  });
}

/** Draws the legend of a map: each of `kinds` has a `name`, a `colour` and a `sign`. */
function drawMapLegend(kinds) {
  byId('legend').append(...kinds.map(({ name, colour, sign }) => element('li', {},
    element('span', { class: sign, style: `--colour: var(${colour})`, 'aria-hidden': 'true' }, sign === 'cross' ? '×' : ''), name)));
}

/** Counts the `times` in the intervals that begin at `from`. */
function countsIn(from, times) {
  const counts = new Int32Array(from.length);
  for (const time of times) {
    const place = d3.bisectRight(from, time) - 1;
    if (place >= 0) counts[place]++;
  }
  return counts;
}

/** Draws the time line of `player` over `intervals`: `up` above the line, `down` below it, each `{name, counts, colour}`. */
function drawTimelineOf(host, player, intervals, up, down, axis = { format: clock }) {
  const say = axis.say ?? clock;
  player.drawTimeline = () => {
    const { start, end } = player;
    const width = Math.max(40, host.clientWidth);
    const height = 72;
    // As the thumb of the slider goes, half of it from each end.
    const inset = 9;
    const x = d3.scaleLinear([start, end], [inset, width - inset]);
    const most = Math.max(1, d3.max(up.counts) ?? 1, d3.max(down.counts) ?? 1);
    const y = d3.scaleLinear([-most, most], [height - 16, 2]);
    const bars = ({ name, counts, colour }, isUp) => [...counts].map((count, place) => {
      const left = x(Math.max(start, intervals.from_s[place]));
      const right = x(Math.min(end, intervals.to_s[place]));
      if (!(right > left) || !count) return null;
      return drawing('rect', {
        x: left, width: Math.max(0.5, right - left - 1), y: isUp ? y(count) : y(0),
        height: Math.abs(y(count) - y(0)), fill: `var(${colour})`,
      }, drawing('title', {}, `${say(intervals.from_s[place])} to ${say(intervals.to_s[place])}: ${count} ${name}`));
    });
    const cursor = drawing('line', { y1: 0, y2: height - 16, stroke: 'var(--text)', 'stroke-width': 2 });
    const ticks = drawing('g', { class: 'axis', transform: `translate(0 ${height - 16})` });
    const text = axisText({ label: '', ...axis }, start, end, Math.max(2, Math.round(width / 90)));
    for (const tick of text.ticks) {
      ticks.append(drawing('line', { x1: x(tick), x2: x(tick), y1: 0, y2: 4 }),
        drawing('text', { x: Math.min(x(tick), width - 22), y: 14, 'text-anchor': x(tick) < 20 ? 'start' : 'middle' }, text.tick(tick)));
    }
    const words = `${up.name} above the line, ${down.name} below it, for each interval`;
    const svg = drawing('svg', { width, height, role: 'img', 'aria-label': words[0].toUpperCase() + words.slice(1) },
      bars(up, true), bars(down, false),
      drawing('line', { x1: 0, x2: width, y1: y(0), y2: y(0), stroke: 'var(--line)' }), ticks, cursor,
      drawing('text', { x: 4, y: 10 }, up.name), drawing('text', { x: 4, y: height - 20 }, down.name));
    host.replaceChildren(svg);
    player.moveCursor = () => {
      cursor.setAttribute('x1', x(player.time));
      cursor.setAttribute('x2', x(player.time));
    };
    player.moveCursor();
  };
  redrawing(host, player.drawTimeline);
}

/**
 * Wires the check boxes of layers, `layers` by name to whether each is drawn, and the choice of the causes whose requests are drawn as
 * unmet demand; `redraw()` draws them.
 */
function wireLayersOf(layers, causes, redraw) {
  const names = Object.keys(layers).filter((name) => byId(`layer-${name}`) && !byId(`layer-${name}`).disabled);
  const isOn = { ...layers };
  const show = () => {
    for (const name of names) byId(`layer-${name}`).checked = layers[name];
    byId('heat').value = layers.heat;
    redraw();
    viewState.changed();
  };
  for (const name of names) {
    byId(`layer-${name}`).addEventListener('change', (event) => {
      layers[name] = event.target.checked;
      show();
    });
  }
  const heat = byId('heat');
  for (const { word, meaning } of causes) if (word) heat.append(element('option', { value: word, title: meaning }, inWords(word)));
  heat.addEventListener('change', () => {
    layers.heat = heat.value;
    show();
  });
  const differing = (wanted) => names.filter((name) => layers[name] === wanted && isOn[name] !== wanted).join(',') || null;
  for (const [key, wanted] of [['hide', false], ['show', true]]) {
    viewState.add(key, () => differing(wanted), (text) => {
      const chosen = textSet(text);
      for (const name of names) if (isOn[name] !== wanted) layers[name] = chosen.has(name) ? wanted : isOn[name];
      show();
    });
  }
  viewState.add('heat', () => layers.heat || null, (text) => {
    layers.heat = [...heat.options].some(({ value }) => value === text) ? text : '';
    show();
  });
}
