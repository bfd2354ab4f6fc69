// What every page uses: reading its data, numbers as the tables have them, elements whose text is text.

/** The element with the id `id`; null where there is none. */
const byId = (id) => document.getElementById(id);

/** The data of the block `id`; null where the page has none. */
function readJSON(id) {
  const block = byId(id);
  return block ? JSON.parse(block.textContent) : null;
}

/** The bytes of the packed block `id`; null where the page has none. */
async function readBytes(id) {
  const block = byId(id);
  if (!block) return null;
  return inflate(block.textContent, Number(block.dataset.bytes));
}

/** `count` bytes out of what was deflated and written in base 64. */
async function inflate(base64, count) {
  const binary = atob(base64);
  const packed = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) packed[i] = binary.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (bytes.length !== count) throw new Error('a block of the page is damaged');
  return bytes;
}

/** The columns of a block, which `PageBlock.swift` writes: taken by their names, and read when they are. */
class Columns {
  constructor(bytes) {
    const head = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    this.bytes = bytes;
    this.places = new Map();
    let start = head;
    for (const [name, count, length] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, head)))) {
      this.places.set(name, { start, count });
      start += length;
    }
  }

  /** The numbers of the column `name`, each divided by `scale`, in an array of `Type`. */
  get(name, Type = Float64Array, scale = 1) {
    const column = this.places.get(name);
    if (!column) throw new Error(`a block of the page lacks the column ${name}`);
    const { bytes } = this;
    const { start, count } = column;
    const numbers = new Type(count);
    let place = start;
    let value = 0;
    for (let i = 0; i < count; i++) {
      let byte = bytes[place++];
      let rest = byte & 0x7f;
      // Beyond 31 bits only multiplication is exact.
      let factor = 128;
      while (byte & 0x80) {
        byte = bytes[place++];
        rest += (byte & 0x7f) * factor;
        factor *= 128;
      }
      value += rest % 2 ? -(rest + 1) / 2 : rest / 2;
      numbers[i] = value / scale;
    }
    return numbers;
  }
}

/** Before all times and outside all places: what stands for an empty field. */
const ABSENT = -1e8;

/** Where each run of `counts` begins, and where the last one ends. */
function sums(counts) {
  const first = new Int32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) first[i + 1] = first[i] + counts[i];
  return first;
}

/**
 * An element: `element('td', {class: 'number'}, 'text', other)`. Texts never become markup; a function stands for a
 * listener, and what is null or false is left out.
 */
function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Likewise an element of a drawing. */
function drawing(tag, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== false) node.append(child);
  return node;
}

/** Gives each cell of `table` the head of its column, which stands before it on narrow screens. */
function labelled(table) {
  const heads = [...table.querySelectorAll('thead th')].map((head) => head.textContent.replace(/ [↓↑]$/, ''));
  for (const row of table.querySelectorAll('tbody tr')) {
    [...row.cells].forEach((cell, place) => { if (cell.tagName === 'TD') cell.dataset.label = heads[place] ?? ''; });
  }
  table.classList.add('stack', 'labelled');
  return table;
}
for (const table of document.querySelectorAll('table.stack')) labelled(table);

/** The formats of numbers by their decimals: making one takes longer than using it a hundred times. */
const numberFormats = new Map();

/** `value` with `decimals` decimals, thousands apart by a comma as in summaries; – for what is not known. */
function decimal(value, decimals = 0) {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  let format = numberFormats.get(decimals);
  if (!format) {
    format = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    numberFormats.set(decimals, format);
  }
  return format.format(value);
}

/** The time of day at which the run begins, in seconds: 0 where the scenario names no start. */
const day = { begin: 0 };

/** Seconds since the scenario's start as h:mm:ss, as explanations have them: times of the day where it names one. */
function clock(seconds) {
  const whole = Math.round(seconds + day.begin);
  const two = (number) => String(number).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** A word of the tables as words: `no driver in radius`. */
const inWords = (word) => word.replaceAll('_', ' ');

/** A span of time as summaries have it: `42 s`, `3 min 29 s`, `2 h 05 min`. */
function span(seconds) {
  const whole = Math.round(Math.abs(seconds));
  const sign = seconds < 0 && whole > 0 ? '-' : '';
  const two = (number) => String(number).padStart(2, '0');
  if (whole < 60) return `${sign}${whole} s`;
  if (whole < 3600) return `${sign}${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${sign}${decimal(Math.floor(whole / 3600))} h ${two(Math.floor(whole / 60) % 60)} min`;
}

/** A share as a percentage. */
const percent = (share, decimals = 1) => (Number.isFinite(share) ? `${decimal(100 * share, decimals)} %` : '–');

/** The value of the style's variable `name`: colours follow the reader's setting. */
const styled = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * Calls `draw` now, and again when the width of `host` or the reader's setting changes; where it `hasHeight` of its own,
 * when that changes too.
 */
function redrawing(host, draw, hasHeight = false) {
  const size = () => `${Math.round(host.clientWidth)} ${hasHeight ? Math.round(host.clientHeight) : ''}`;
  let before = size();
  if (host.clientWidth > 0) draw();
  new ResizeObserver(() => {
    if (host.clientWidth > 0 && size() !== before) {
      before = size();
      draw();
    }
  }).observe(host);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}
