// The surfaces of a study, as `detour analyse` fits them: predictions, intervals and probabilities between its points.
// Names and formulas are those of StochasticKriging.swift, KrigingSystem.swift, SharedReplications.swift and SurfaceFinding.swift.

/** The logarithm of the gamma function of a positive number (Lanczos 1964, with the coefficients of Godfrey for g = 607/128). */
function logGamma(x) {
  const coefficients = [
    0.99999999999999709182, 57.156235665862923517, -59.597960355475491248, 14.136097974741747174, -0.49191381609762019978,
    0.33994649984811888699e-4, 0.46523628927048575665e-4, -0.98374475304879564677e-4, 0.15808870322491248884e-3,
    -0.21026444172410488319e-3, 0.21743961811521264320e-3, -0.16431810653676389022e-3, 0.84418223983852743293e-4,
    -0.26190838401581408670e-4, 0.36899182659531622704e-5,
  ];
  const sum = coefficients.reduce((total, c, i) => total + (i ? c / (x + i - 1) : c), 0);
  const t = x + 607 / 128 - 0.5;
  return (x - 0.5) * Math.log(t) - t + Math.log(2.5066282746310005 * sum);
}

/** The regularised incomplete beta function, by Lentz's continued fraction. */
function incompleteBeta(a, b, x) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, 1 - x);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / (1 - (a + b) * x / (a + 1) || tiny);
  let fraction = d;
  for (let m = 1; m < 10000; m++) {
    for (const step of [
      m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / (1 + step * d || tiny);
      c = 1 + step / c || tiny;
      fraction *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return front * fraction;
}

/** The probability that a normal variable lies above `z`. */
function normalUpper(z) {
  if (z < 0) return 1 - normalUpper(-z);
  const density = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  if (z > 3) {
    let fraction = z;
    for (let k = 200; k > 0; k--) fraction = z + k / fraction;
    return density / fraction;
  }
  let [term, sum] = [z, z];
  for (let k = 1; k < 200; k++) {
    term *= z * z / (2 * k + 1);
    sum += term;
  }
  return 0.5 - density * sum;
}

/** The probability that Student's t lies above `t`; a normal variable with infinite `freedom`. */
function upperTail(t, freedom) {
  if (!Number.isFinite(freedom)) return normalUpper(t);
  const tail = incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2;
  return t >= 0 ? tail : 1 - tail;
}

/** The half-width of a 95 % interval in standard errors: the 97.5 % quantile of Student's t. */
function studentReach(freedom) {
  if (!Number.isFinite(freedom)) return 1.959963984540054;
  const norm = Math.exp(logGamma((freedom + 1) / 2) - logGamma(freedom / 2)) / Math.sqrt(freedom * Math.PI);
  let [low, high] = [0, 2];
  while (upperTail(high, freedom) > 0.025) high *= 2;
  let t = Math.min(high, 2 + 3 / freedom);
  for (let k = 0; k < 200; k++) {
    const excess = upperTail(t, freedom) - 0.025;
    if (excess > 0) low = t;
    else high = t;
    let next = t + excess / (norm * (1 + t * t / freedom) ** (-(freedom + 1) / 2));
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (Math.abs(next - t) <= 1e-15 * t) break;
    t = next;
  }
  return t;
}

/** The lower factor of the symmetric positive `matrix` of `n` rows, and the solution of `matrix` · x = `right` by it. */
class Cholesky {
  constructor(matrix, n) {
    this.n = n;
    const lower = Float64Array.from(matrix);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = lower[i * n + j];
        for (let k = 0; k < j; k++) sum -= lower[i * n + k] * lower[j * n + k];
        lower[i * n + j] = i === j ? Math.sqrt(sum) : sum / lower[j * n + j];
      }
    }
    this.lower = lower;
  }

  solve(right) {
    const { lower, n } = this;
    const x = Float64Array.from(right);
    for (let i = 0; i < n; i++) {
      let sum = x[i];
      for (let k = 0; k < i; k++) sum -= lower[i * n + k] * x[k];
      x[i] = sum / lower[i * n + i];
    }
    for (let i = n - 1; i >= 0; i--) {
      x[i] /= lower[i * n + i];
      for (let k = 0; k < i; k++) x[k] -= lower[i * n + k] * x[i];
    }
    return x;
  }
}

const dot = (a, b) => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
};

/** Observations of points that share replications: the variance of weighted sums of their means. */
class SharedReplications {
  /** `values` has a row per point and a column per replication; NaN where one is missing. */
  constructor(values) {
    this.values = values;
    this.counts = values.map((row) => row.filter((v) => !Number.isNaN(v)).length);
    this.means = values.map((row, i) => row.reduce((sum, v) => (Number.isNaN(v) ? sum : sum + v), 0) / this.counts[i]);
    this.repeats = d3.sum(this.counts, (count) => count - 1);
    const patterns = new Map();
    const patternOf = d3.range(values[0].length).map((k) => {
      const points = d3.range(values.length).filter((i) => !Number.isNaN(values[i][k]));
      if (!points.length) return null;
      const key = points.join();
      if (!patterns.has(key)) patterns.set(key, { points, count: 0, set: new Set(points) });
      const pattern = patterns.get(key);
      pattern.count += 1;
      return pattern;
    });
    this.patterns = [...patterns.values()];
    for (const pattern of this.patterns) {
      pattern.wider = d3.range(patternOf.length)
        .filter((k) => patternOf[k] && pattern.points.every((point) => patternOf[k].set.has(point)));
    }
  }

  /** The standard error of the weighted sum of means, and its degrees of freedom; null where a spread is unknown. */
  estimate(weights) {
    const { values, counts, means, patterns } = this;
    if (!patterns.length || patterns.some((pattern) => pattern.wider.length < 2)) return null;
    const sums = patterns.map(({ points, wider }) => new Map(wider.map((k) => [k, points.reduce(
      (sum, i) => sum + weights[i] / counts[i] * (values[i][k] - means[i]), 0)])));
    let [variance, spread] = [0, 0];
    patterns.forEach((a, first) => {
      variance += a.count * covariance(sums[first], sums[first]).value;
      patterns.forEach((b, second) => {
        const { value, common } = covariance(sums[first], sums[second]);
        if (common > 1) {
          spread += a.count * b.count * value * value * (common - 1) / ((a.wider.length - 1) * (b.wider.length - 1));
        }
      });
    });
    const most = (d3.min(counts.filter((count) => count > 1)) ?? 2) - 1;
    return { variance, freedom: spread > 0 ? Math.min(most, variance * variance / spread) : most };
  }
}

/** The sample covariance of two sums over the replications that they have in common. */
function covariance(a, b) {
  const pairs = [...a].filter(([k]) => b.has(k)).map(([k, value]) => [value, b.get(k)]);
  if (pairs.length < 2) return { value: 0, common: pairs.length };
  const [x, y] = [0, 1].map((i) => d3.sum(pairs, (pair) => pair[i]) / pairs.length);
  return { value: pairs.reduce((sum, pair) => sum + (pair[0] - x) * (pair[1] - y), 0) / (pairs.length - 1), common: pairs.length };
}

/** One figure over the fields that are numbers. */
class FittedSurface {
  /** `description` and the numbers that `take(count)` gives are those of StudySurfaces.swift. */
  constructor(description, take) {
    Object.assign(this, description);
    const { points, replications, isLogarithmic } = this;
    const dimensions = isLogarithmic.length;
    const rows = (count) => d3.range(points).map(() => Array.from(take(count)));
    this.settings = rows(dimensions);
    this.shared = new SharedReplications(rows(replications));
    this.noise = Array.from(take(points));
    const places = this.settings.map((setting) => this.place(setting));
    this.ranges = d3.range(dimensions).map((i) => d3.extent(places, (place) => place[i]));
    this.limits = d3.range(dimensions).map((i) => d3.extent(this.settings, (setting) => setting[i]));
    this.places = places.map((place) => this.coded(place));
    const squared = d3.range(dimensions).filter((i) => new Set(places.map((place) => place[i])).size > 2);
    const products = d3.cross(d3.range(dimensions), d3.range(dimensions)).filter(([i, j]) => j > i);
    const quadratic = [[], ...d3.range(dimensions).map((i) => [i]), ...squared.map((i) => [i, i]), ...products];
    this.terms = this.isQuadratic || this.hasTrend ? quadratic : [[]];
    this.trends = this.places.map((place) => this.trend(place));
    this.coefficients = Array.from(take(this.terms.length));
    if (this.isQuadratic) {
      this.gram = this.gramOf(this.trends, this.trends);
    } else {
      this.solved = Array.from(take(points));
      this.factorProcess();
    }
  }

  place(setting) { return setting.map((value, i) => (this.isLogarithmic[i] ? Math.log(value) : value)); }

  coded(place) {
    return place.map((value, i) => {
      const [low, high] = this.ranges[i];
      return high > low ? 2 * (value - low) / (high - low) - 1 : 0;
    });
  }

  trend(coded) { return this.terms.map((term) => term.reduce((product, i) => product * coded[i], 1)); }

  /** The inverse of Σ aᵢ bᵢᵀ over the points, by columns. */
  gramOf(a, b) {
    const p = this.terms.length;
    const normal = new Float64Array(p * p);
    a.forEach((row, i) => {
      for (let k = 0; k < p; k++) for (let l = 0; l < p; l++) normal[k * p + l] += row[k] * b[i][l];
    });
    return new Cholesky(normal, p);
  }

  /** Factors the covariances of the means, of which the variance at a point consists. */
  factorProcess() {
    const { points, variance, places } = this;
    const matrix = new Float64Array(points * points);
    for (let i = 0; i < points; i++) {
      const row = this.covariances(places[i]);
      for (let j = 0; j < points; j++) matrix[i * points + j] = row[j];
      matrix[i * points + i] = variance + this.noise[i];
    }
    this.factor = new Cholesky(matrix, points);
    const columns = this.terms.map((_, k) => this.factor.solve(this.trends.map((row) => row[k])));
    this.solvedTrend = d3.range(points).map((i) => columns.map((column) => column[i]));
    this.gram = this.gramOf(this.trends, this.solvedTrend);
  }

  covariances(coded) {
    const { places, lengths, variance, smoothness } = this;
    const scales = lengths.map((length) => 1 / length);
    return places.map((place) => {
      let square = 0;
      for (let k = 0; k < coded.length; k++) square += ((place[k] - coded[k]) * scales[k]) ** 2;
      const s = Math.sqrt(2 * smoothness * square);
      return variance * (1 + s + (smoothness > 2 ? s * s / 3 : 0)) * Math.exp(-s);
    });
  }

  /** The value at `setting`, in the fields' own units. */
  value(setting) {
    const coded = this.coded(this.place(setting));
    const level = dot(this.trend(coded), this.coefficients);
    return this.isQuadratic ? level : level + dot(this.solved, this.covariances(coded));
  }

  /** The value at `setting` with its standard error and degrees of freedom, null where they are unknown. */
  estimate(setting) {
    const coded = this.coded(this.place(setting));
    const value = this.value(setting);
    const trend = this.trend(coded);
    if (this.isQuadratic) {
      const solved = this.gram.solve(trend);
      const chance = this.shared.estimate(this.trends.map((row) => dot(row, solved)));
      if (!chance && this.quadraticError === null) return { value, error: null };
      const own = chance?.variance ?? 0;
      const whole = own + (chance ? this.shapeVariance : this.quadraticError ** 2);
      const share = whole > 0 ? own / whole : 1;
      const freedom = chance && share > 0 ? Math.min(chance.freedom / (share * share), 1e6) : Infinity;
      return { value, error: Math.sqrt(whole), freedom, hasChance: chance !== null };
    }
    const covariances = this.covariances(coded);
    const solved = this.factor.solve(covariances);
    const rest = trend.map((term, k) => term - d3.sum(this.trends, (row, i) => row[k] * solved[i]));
    const lean = this.gram.solve(rest);
    const weights = Array.from(solved, (weight, i) => weight + dot(this.solvedTrend[i], lean));
    const noise = d3.sum(weights, (weight, i) => weight * weight * this.noise[i]);
    const whole = this.variance - dot(covariances, solved) + dot(rest, lean);
    const open = this.inflation * Math.max(0, whole - noise);
    const widened = open + (this.widening - 1) * (open + this.noiseShare * noise);
    const freedom = this.shared.repeats || Math.max(1, this.points - this.terms.length);
    const chance = this.shared.estimate(weights) ?? { variance: noise, freedom };
    const total = widened + chance.variance;
    const share = chance.variance / total;
    return {
      value, error: Math.sqrt(total), hasChance: true,
      freedom: share > 0 ? Math.min(chance.freedom / (share * share), 1e6) : Infinity,
    };
  }

  /** The 95 % interval around `estimate`; null where too few runs tell the error. */
  interval(estimate) {
    if (estimate.error === null || !estimate.hasChance) return null;
    const reach = estimate.error * studentReach(estimate.freedom);
    return [estimate.value - reach, estimate.value + reach];
  }

  /** The probability that the figure at `estimate` is at most `limit`, or at least. */
  probability(estimate, limit, isUpper) {
    if (estimate.error === null) return NaN;
    const slack = isUpper ? limit - estimate.value : estimate.value - limit;
    if (!(estimate.error > 0)) return slack >= 0 ? 1 : 0;
    return 1 - upperTail(slack / estimate.error, estimate.freedom);
  }
}
