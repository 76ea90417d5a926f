const LEVELS = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
const COLOURS = { trace: 90, debug: 90, info: 32, warn: 33, error: 31, fatal: 31 };
const PREFIXES = [36, 35, 34, 33, 32, 96, 95, 94];
const WIDTH = 7;
/** Every line has them, or they are shown in another way. */
const NOT_SHOWN = new Set(['level', 'time', 'name', 'pid', 'hostname', 'msg', 'v']);
/** Messages of a debugger's server at every start; its address is printed once. */
const NOISE = /^(Debugger (listening on|ending on|attached)|For help, see: |Waiting for the debugger to disconnect)/;

/**
 * One log line of a process for people, or undefined when it is empty. JSON lines of pino become time, level,
 * message and fields; anything else stays as it is.
 */
export function readable(line, { colour = false } = {}) {
  if (NOISE.test(line)) return undefined;
  const entry = parse(line);
  if (!entry) return line;
  const level = LEVELS[entry.level] ?? String(entry.level);
  const shown = colour ? `\x1b[${COLOURS[level] ?? 0}m${level.padEnd(5)}\x1b[0m` : level.padEnd(5);
  const { text, fields, stack } = entry.msg === 'request' && entry.method ? requestOf(entry) : messageOf(entry);
  const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${valueOf(value)}`);
  const head = [timeOf(entry.time), shown, text].filter(Boolean).join(' ');
  return `${head}${colour && rest.length > 0 ? `\x1b[90m${rest.join('')}\x1b[0m` : rest.join('')}${stack ? `\n${stack}` : ''}`;
}

/** `print(name, text)` puts the process's name before each line of the text. */
export function createPrinter({
  stream = process.stdout,
  colour = stream.isTTY === true && !process.env.NO_COLOR,
} = {}) {
  const known = new Map();
  const prefixOf = (name) => {
    if (!known.has(name)) known.set(name, PREFIXES[known.size % PREFIXES.length]);
    const label = `${name.padEnd(WIDTH)}|`;
    return colour ? `\x1b[${known.get(name)}m${label}\x1b[0m` : label;
  };
  return {
    colour,
    print: (name, text) =>
      stream.write(
        `${text
          .replace(/\n+$/, '')
          .split('\n')
          .map((line) => `${prefixOf(name)} ${line}\n`)
          .join('')}`,
      ),
  };
}

function parse(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line);
    return entry.level !== undefined && (entry.msg ?? entry.message) !== undefined ? entry : undefined;
  } catch {
    return undefined;
  }
}

function requestOf({ method, path, status, ms }) {
  return { text: `${method} ${path} ${status} ${ms} ms`, fields: {} };
}

function messageOf(entry) {
  const { err, stack: given, message, ...rest } = entry;
  const fields = Object.fromEntries(Object.entries(rest).filter(([key]) => !NOT_SHOWN.has(key)));
  const text = String(entry.msg ?? message);
  const stack = err?.stack ?? given;
  if (err && !err.stack) fields.err = err;
  return { text, fields, stack };
}

function timeOf(time) {
  const at = new Date(time ?? NaN);
  if (Number.isNaN(at.getTime())) return undefined;
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

function valueOf(value) {
  if (typeof value === 'string') return /^[\w.:/@+-]+$/.test(value) ? value : JSON.stringify(value);
  return JSON.stringify(value) ?? 'undefined';
}
