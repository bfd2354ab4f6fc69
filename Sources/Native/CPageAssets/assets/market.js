// The page of a run of services, shifts or orders: its times, its stories, and the sections that all markets have.

/** Seconds of a day. */
const DAY = 86400;

/** Times of a run over days: with weekday and date where the scenario says when it begins, else with the number of the day. */
class Calendar {
  constructor(start) {
    this.start = start;
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
    return date.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).replace(',', '');
  }

  hour(seconds) {
    const whole = Math.floor((seconds + this.offset) / 60 + 1e-6);
    const two = (number) => String(number).padStart(2, '0');
    return `${two(Math.floor(whole / 60) % 24)}:${two(whole % 60)}`;
  }

  say(seconds) {
    return `${this.day(seconds)} ${this.hour(seconds)}`;
  }

  /** How times stand at an axis of a chart. */
  axis(label = 'time') {
    return {
      label, format: clock, offset: this.offset, say: (seconds) => this.say(seconds),
      tick: (seconds, step) => (step >= DAY ? this.day(seconds) : this.hour(seconds) === '00:00' ? this.day(seconds) : this.hour(seconds)),
    };
  }
}

/** The page of the run whose data the page holds; `own` draws what only its market has. */
class MarketPage {
  constructor(facts) {
    this.facts = facts;
    this.calendar = new Calendar(facts.start);
    this.places = new Map(facts.ids.map((id, place) => [id, place]));
    this.toldPlace = new Map(facts.told.map((request, place) => [request, place]));
    this.chunks = readJSON('stories');
    this.unpacked = new Map();
    this.at = -1;
    // Who is told of is shown by the market's own section too, which may add elements to what is told.
    this.chosen = () => [];
    this.drawSections();
    this.wireStories();
  }

  drawSections() {
    const { facts } = this;
    const words = { whom: facts.many, head: 'cause', nobody: 'None came to nothing.', title: `By the time of submission` };
    drawFunnelOf(byId('funnel'), facts.funnel, facts.attempts, facts.candidates);
    drawCausesOf({ table: byId('causes'), byTime: byId('causes-by-time') }, facts.causes.list, facts.causes, words, this.calendar.axis());
    drawSpreadsOf(byId('spread'), facts.spread);
    drawCourseOf(byId('course'), facts.course,
      facts.charts.filter(({ series }) => series.some(([, column]) => facts.course[column])), this.calendar.axis());
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
    const step = (by) => {
      const count = facts.ids.length;
      if (count > 0) this.choose((Math.max(this.at, by > 0 ? -1 : 0) + by + count) % count);
    };
    byId('previous').addEventListener('click', () => step(-1));
    byId('next').addEventListener('click', () => step(1));
  }

  tell(...content) {
    byId('story-text').replaceChildren(...content.flat().filter(Boolean));
  }

  async choose(request) {
    const { facts } = this;
    this.at = request;
    byId('request').value = facts.ids[request];
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
    this.tell(element('h3', { role: 'status' }, title), more, element('pre', { class: 'told' }, lines.join('\n').replace(/\n+$/, '')),
      facts.start === null ? null : element('p', { class: 'quiet small' }, `Times are hours from the beginning, ${this.calendar.say(0)}.`));
  }
}

/** Draws the page, then `own(page)`, and says that it is ready. */
function startMarket(own) {
  const page = new MarketPage(readJSON('run'));
  Promise.resolve(own(page)).then(() => {
    document.documentElement.dataset.ready = 'true';
  });
}
