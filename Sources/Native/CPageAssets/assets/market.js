// The page of a run of services, shifts or orders: its times, its stories, and the sections that all markets have.

/** Seconds of a day. */
const DAY = 86400;

/** Times of a run over days: with weekday and date where the scenario says when it begins, else with the number of the day. */
class Calendar {
  constructor(start) {
    this.start = start;
    this.days = start === null ? null
      : new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  }

  /** The date at `seconds` of the run, as UTC counts it; null where the run has none. */
  date(seconds) {
    return this.start === null ? null : new Date((this.start + seconds) * 1000);
  }

  /** The seconds from midnight to the beginning of the run. */
  get offset() {
    return this.start === null ? 0 : ((this.start % DAY) + DAY) % DAY;
  }

  day(seconds) {
    const date = this.date(seconds);
    if (!date) return `day ${Math.floor(seconds / DAY) + 1}`;
    return this.days.format(date).replace(',', '');
  }

  hour(seconds) {
    const whole = Math.floor((seconds + this.offset) / 60 + 1e-6);
    const two = (number) => String(number).padStart(2, '0');
    return `${two(Math.floor(whole / 60) % 24)}:${two(whole % 60)}`;
  }

  say(seconds) {
    return `${this.day(seconds)} ${this.hour(seconds)}`;
  }

  /** `text` with its times since the start, `8:15:31`, as dates and times of day where the run has dates. */
  inText(text) {
    if (this.start === null) return text;
    return text.replace(/(?<![\d:.])(\d+):([0-5]\d):([0-5]\d)(?![\d:.])/g, (_, hours, minutes, seconds) => {
      const time = 3600 * hours + 60 * minutes + Number(seconds);
      return `${this.say(time)}:${String((time + this.offset) % 60).padStart(2, '0')}`;
    });
  }

  /** How times stand at an axis of a chart. */
  axis(label = 'time') {
    return {
      label, format: clock, offset: this.offset, say: (seconds) => this.say(seconds),
      tick: (seconds, step) => (step >= DAY ? this.day(seconds) : this.hour(seconds) === '00:00' ? this.day(seconds) : this.hour(seconds)),
    };
  }
}

/** The curves over which the window is chosen: the first two of what is counted by interval. */
const curvesOf = (charts) => (charts.find(({ isFlow }) => isFlow) ?? charts[0]).series.slice(0, 2);

/** Draws the sections that all markets have, of the requests in `scope`. */
function drawMarketSections(scope, axis) {
  const words = { head: 'cause', nobody: 'None came to nothing.', title: 'By the time of submission' };
  drawFunnelOf(byId('funnel'), scope);
  drawCausesOf({ table: byId('causes'), byTime: byId('causes-by-time') }, scope, words, axis);
  drawSpreadsOf(byId('spread'), scope);
  drawCourseOf(byId('course'), scope, axis);
}

/** The page of the run whose data the page holds; `own` draws what only its market has. */
class MarketPage {
  constructor(facts, records) {
    this.facts = facts;
    this.records = records;
    this.calendar = new Calendar(facts.start);
    this.scope = new Scope([records]);
    this.scopeSection = new ScopeSection(this.scope, curvesOf(facts.charts), this.calendar.axis());
    this.places = new Map(facts.ids.map((id, place) => [id, place]));
    this.toldPlace = new Map(facts.told.map((request, place) => [request, place]));
    this.chunks = readJSON('stories');
    this.unpacked = new Map();
    this.at = -1;
    // Who is told of is shown by the market's own section too, which may add elements to what is told.
    this.chosen = () => [];
    drawMarketSections(this.scope, this.calendar.axis());
    if (byId('story-section')) byId('story-section').hidden = records.count === 0;
    this.wireStories();
  }

  // Stories.

  /** What `detour explain` tells of the request at a place; null where the page lacks it. */
  async story(request) {
    const place = this.toldPlace.get(request);
    if (place === undefined) return null;
    const size = this.facts.storiesInChunk;
    const chunk = Math.floor(place / size);
    if (!this.unpacked.has(chunk)) {
      const [count, text] = this.chunks[chunk];
      this.unpacked.set(chunk, inflate(text, count).then((bytes) => JSON.parse(new TextDecoder().decode(bytes))));
    }
    return (await this.unpacked.get(chunk))[place % size];
  }

  wireStories() {
    const { facts } = this;
    wireNumber(byId('request'), this.places, facts.one, (place) => this.choose(place), (...content) => this.tell(...content));
    // The next of those in the scope.
    const step = (by) => {
      const count = facts.ids.length;
      const mask = this.scope.mask(this.records);
      let at = Math.max(this.at, by > 0 ? -1 : 0);
      for (let passed = 0; passed < count; passed++) {
        at = (at + by + count) % count;
        if (!mask || mask[at]) return this.choose(at);
      }
    };
    byId('previous').addEventListener('click', () => step(-1));
    byId('next').addEventListener('click', () => step(1));
    const nobody = byId('story-text').firstElementChild;
    viewState.add('request', () => (this.at >= 0 ? facts.ids[this.at] : null), (text) => {
      const place = this.places.get(text);
      if (place !== undefined) return this.choose(place);
      this.at = -1;
      byId('request').value = '';
      this.chosen(-1);
      this.tell(nobody);
    });
  }

  tell(...content) {
    byId('story-text').replaceChildren(...content.flat().filter(Boolean));
  }

  async choose(request) {
    const { facts } = this;
    this.at = request;
    byId('request').value = facts.ids[request];
    viewState.changed();
    const more = this.chosen(request);
    const story = await this.story(request);
    // Another may have been chosen meanwhile.
    if (this.at !== request) return;
    const command = ['detour', 'explain', facts.folder, facts.ids[request]].map(quotedForShell).join(' ');
    if (!story) {
      this.tell(element('h3', { role: 'status' }, `${facts.one} ${facts.ids[request]}`), more,
        element('p', { class: 'quiet' }, 'What happened step by step is told by ', element('code', {}, command), '.'));
      return;
    }
    const [title, ...lines] = story.split('\n');
    this.tell(element('h3', { role: 'status' }, title), more,
      element('pre', { class: 'told' }, this.calendar.inText(lines.join('\n').replace(/\n+$/, ''))));
  }
}

/** Draws the page, then `own(page)`, and says that it is ready. */
async function startMarket(own) {
  const facts = readJSON('run');
  const page = new MarketPage(facts, await readMarketRecords(facts));
  await own(page);
  const { scope, records } = page;
  Object.assign(window.detour, {
    shown: () => Array.from(scope.mask(records) ?? new Uint8Array(records.count).fill(1)), window: () => [scope.from, scope.to],
    spreads: () => records.spreads.map((spread) => [spread.metric, records.values(spread, scope.mask(records))]),
  });
  viewState.start();
  document.documentElement.dataset.ready = 'true';
}
