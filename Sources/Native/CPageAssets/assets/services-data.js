// The tables of a run of services, as `ServicesDesign.swift` writes them: typed arrays, jobs and providers by their places in the tables.

/** What a provider does. */
const [FREE, ON_THE_WAY, AT_WORK] = [0, 1, 2];
/** How long a job that came to nothing is shown, seconds. */
const LOSING = 1800;

/** Jobs, attempts, providers and their ways; times in seconds, places in the tables' coordinates. */
class RoundData {
  static async read(page) {
    const { facts } = page;
    const blocks = ['jobs', 'attempts', 'providers', 'appointments', 'ways', 'streets'];
    const [jobs, attempts, providers, appointments, ways, streets] = (
      await Promise.all(blocks.map((id) => readBytes(id)))).map((bytes) => bytes && new Columns(bytes));
    const seconds = (columns, name) => columns.get(name, Float64Array, 1000);
    const places = (columns, name, scale = facts.tableScale) => columns.get(name, Float64Array, scale);
    const whole = (columns, name) => columns.get(name, Int32Array);
    const data = new RoundData();
    Object.assign(data, { facts, isGlobe: facts.geometry.kind === 'globe', side: facts.geometry.side_m ?? 0 });
    data.jobs = {
      submit: seconds(jobs, 'submit_s'), earliest: seconds(jobs, 'earliest_s'), arrive: seconds(jobs, 'arrive_s'), end: seconds(jobs, 'end_s'),
      x: places(jobs, 'place_x'), y: places(jobs, 'place_y'), category: whole(jobs, 'category'), outcome: whole(jobs, 'outcome'), cause: whole(jobs, 'cause'),
      attempts: sums(whole(jobs, 'attempts')),
    };
    data.attempts = {
      time: seconds(attempts, 'time_s'), answered: seconds(attempts, 'answered_s'),
      provider: whole(attempts, 'provider'), outcome: whole(attempts, 'outcome'),
    };
    data.providers = {
      x: places(providers, 'base_x'), y: places(providers, 'base_y'), radius: places(providers, 'radius_m', 10),
      found: seconds(providers, 'found_s'), gone: seconds(providers, 'gone_s'),
      offers: whole(providers, 'offers'), declines: whole(providers, 'declines'), impressions: whole(providers, 'impressions'),
    };
    data.appointments = {
      job: whole(appointments, 'job'), provider: whole(appointments, 'provider'), start: seconds(appointments, 'start_s'),
      arrive: seconds(appointments, 'arrive_s'), end: seconds(appointments, 'end_s'), depart: seconds(appointments, 'depart_s'),
      finish: seconds(appointments, 'finish_s'), outcome: whole(appointments, 'outcome'),
    };
    data.ways = {
      provider: whole(ways, 'provider'), job: whole(ways, 'job'), from: whole(ways, 'from'), depart: seconds(ways, 'depart_s'),
      arrive: seconds(ways, 'arrive_s'), leave: seconds(ways, 'leave_s'),
    };
    // A way begins at the job before, or at the base.
    const beginning = (base, job) => Float64Array.from(data.ways.from, (from, row) => (from < 0 ? base[data.ways.provider[row]] : job[from]));
    data.ways.x = beginning(data.providers.x, data.jobs.x);
    data.ways.y = beginning(data.providers.y, data.jobs.y);
    data.waysOf = data.byProvider(data.ways.provider);
    data.bisect = d3.bisector((row) => data.ways.depart[row]).right;
    data.appointmentsOf = data.byProvider(data.appointments.provider);
    if (streets) {
      data.streets = {
        first: sums(whole(streets, 'places')), isFast: whole(streets, 'is_fast'), x: places(streets, 'x', facts.scale), y: places(streets, 'y', facts.scale),
      };
    }
    data.measure();
    return data;
  }

  /** For each provider the rows in which it stands, in their order. */
  byProvider(column) {
    const rows = this.facts.providers.map(() => []);
    column.forEach((provider, row) => rows[provider].push(row));
    return rows;
  }

  /** The times and the box that all lies in. */
  measure() {
    const { jobs, providers, ways, facts } = this;
    this.part = Array.from(jobs.outcome, (outcome) => facts.jobOutcomes[outcome].word);
    const known = (times) => times.filter((time) => time > ABSENT);
    const here = jobs.submit.filter((_, job) => this.isThere(job));
    this.start = Math.floor(d3.min(here) ?? 0);
    const last = Math.max(...[jobs.end, ways.leave].map((times) => d3.max(known(times)) ?? 0));
    this.end = Math.max(this.start + 1, Math.ceil(Math.min(last, facts.horizon ?? Infinity)));
    this.box = boxAround(this.side, [providers.x, providers.y], [jobs.x, jobs.y]);
  }

  /** Whether `job` takes part: no probe, no refused row, and submitted before the run was cut off. */
  isThere(job) {
    const { submit, attempts } = this.jobs;
    if (['refused_input', 'not_submitted', 'probe_hit', 'probe_miss'].includes(this.part[job]) || !(submit[job] > ABSENT)) return false;
    return this.part[job] !== 'in_progress' || attempts[job + 1] > attempts[job];
  }

  /** Whether `job` came to nothing. */
  isLost(job) {
    return this.isThere(job) && this.part[job] !== 'done' && this.part[job] !== 'in_progress';
  }

  cause(job) {
    return this.facts.jobCauses[this.jobs.cause[job]].word;
  }

  /** Until when `job` is on the map. */
  gone(job) {
    if (!this.isThere(job)) return -Infinity;
    const end = this.jobs.end[job];
    return end > ABSENT ? end + (this.isLost(job) ? LOSING : 0) : Infinity;
  }

  /** The state of a job at `time`: before, searching, agreed, work, done or lost; none for what takes no part. */
  state(job, time) {
    const { submit, arrive, end, attempts } = this.jobs;
    if (!this.isThere(job)) return 'none';
    if (time < submit[job]) return 'before';
    if (end[job] > ABSENT && time >= end[job]) return this.isLost(job) ? 'lost' : 'done';
    if (arrive[job] > ABSENT && time >= arrive[job]) return 'work';
    // Whoever cancelled made room for another attempt.
    let attempt = attempts[job + 1] - 1;
    while (attempt >= attempts[job] && this.attempts.time[attempt] > time) attempt--;
    const isAgreed = attempt >= attempts[job] && this.attempts.answered[attempt] > ABSENT && this.attempts.answered[attempt] <= time
      && this.facts.attemptOutcomes[this.attempts.outcome[attempt]].word === 'accepted';
    return isAgreed ? 'agreed' : 'searching';
  }

  /**
   * What `provider` does at `time`, and where: into `place` as x, y, `kind` and the `row` of the last way. Null where searches do
   * not find the provider, and nothing is left to do.
   */
  positionOf(provider, time, place) {
    const { ways, jobs, providers } = this;
    const rows = this.waysOf[provider];
    const at = this.bisect(rows, time) - 1;
    const row = at < 0 ? -1 : rows[at];
    Object.assign(place, { x: providers.x[provider], y: providers.y[provider], kind: FREE, row });
    if (row >= 0 && time < ways.leave[row]) {
      const job = ways.job[row];
      if (time >= ways.arrive[row]) return Object.assign(place, { x: jobs.x[job], y: jobs.y[job], kind: AT_WORK });
      place.kind = ON_THE_WAY;
      const share = (time - ways.depart[row]) / (ways.arrive[row] - ways.depart[row]);
      return placeBetween(this, ways.x[row], ways.y[row], jobs.x[job], jobs.y[job], share, place);
    }
    const isFound = providers.found[provider] > ABSENT && time >= providers.found[provider]
      && !(providers.gone[provider] > ABSENT && time >= providers.gone[provider]);
    if (!isFound) return null;
    // Whoever goes on from the job waits there; a new stretch of hours begins at the base.
    const next = rows[at + 1];
    if (row >= 0 && next !== undefined && ways.from[next] === ways.job[row]) Object.assign(place, { x: ways.x[next], y: ways.y[next] });
    return place;
  }

  /** The attempts for `job` in which somebody was asked. */
  asked(job) {
    const { jobs, attempts } = this;
    return d3.range(jobs.attempts[job], jobs.attempts[job + 1]).filter((attempt) => attempts.provider[attempt] >= 0);
  }

  /** The end of the interval in which most work is done at once. */
  busiest() {
    const { course } = this.facts;
    const place = d3.scan(course.jobs_at_work, (a, b) => b - a);
    return place === undefined ? this.start : course.to_s[place];
  }
}
