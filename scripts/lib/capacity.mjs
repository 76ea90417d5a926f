// Capacity of a number of workers, and demand of a number of installs. Every measured figure comes from
// docs/capacity.json, which `npm run bench -- poll --full` writes; `node scripts/capacity.mjs` puts the tables that follow
// from it into docs/capacity.md.

/** Installs of one Drive that are read at a time (MAX_CONCURRENT_PER_DRIVE of libs/platform). */
const PER_DRIVE = 2;
/** Share of cores and places that is planned for; the rest is for peaks and for a replica that is gone. */
const PLANNED = 0.6;
/** Interval between reads of a manifest, seconds. */
const MANIFEST_S = 240;
const PLACES = 24;

/**
 * Installs a second that `workers` workers read: as many as their places allow, each taken for `secondsEach` (s) by a
 * reading, or as the one core does that a worker's own code runs on (`workerMs` of CPU a reading, of what `idle` leaves),
 * whichever is less. Workers share nothing but the database, so they add up.
 */
export function readRate({ workers, places, secondsEach, workerMs, idle }) {
  return workers * Math.min((places * PER_DRIVE) / secondsEach, (1_000 - idle.workerMs) / workerMs);
}

/** Cost of a reading: by the first measured point the time, by the sweep CPU and commits. */
export function perReading({ points, places, idle, sweep }) {
  const { workerMs, databaseMs, commitsEach, bytes, installs } = sweep;
  const secondsEach = (places * PER_DRIVE) / points[0].rate;
  return { secondsEach, workerMs, databaseMs, commitsEach, idle, bytesEach: bytes / installs };
}

/**
 * Demand of `installs` installs of `drives` Drives. mix: of each kind of install its share and the seconds between two
 * polls. Returns numbers: readings a second, workers, cores and commits a second of the database, GiB of its tables.
 */
export function plan({ installs, drives, mix }, each) {
  const perSecond = installs * mix.reduce((sum, { share, everyS }) => sum + share / everyS, 0);
  const worker = readRate({ ...each, workers: 1, places: PLACES }) * PLANNED;
  const workers = Math.max(2, Math.ceil(perSecond / worker));
  const databaseMs = perSecond * each.databaseMs + workers * each.idle.databaseMs;
  return {
    perSecond,
    workers,
    databaseCores: Math.max(2, Math.ceil(databaseMs / 1_000 / PLANNED)),
    commitsPerSecond: perSecond * each.commitsEach + workers * each.idle.commits,
    gibibytes: (installs * each.bytesEach) / 2 ** 30,
    manifestsPerSecond: drives / MANIFEST_S,
  };
}

const mixOf = (busyS, paidS, quietS) => [
  { share: 0.05, everyS: busyS },
  { share: 0.3, everyS: paidS },
  { share: 0.65, everyS: quietS },
];
const SIZES = [
  { installs: 10_000, drives: 500 },
  { installs: 100_000, drives: 5_000 },
  { installs: 1_000_000, drives: 50_000 },
];
const SETTINGS = [
  ['25 / 60 / 300 (usual)', mixOf(25, 60, 300)],
  ['60 / 300 / 300', mixOf(60, 300, 300)],
  ['300 / 900 / 1800', mixOf(300, 900, 1_800)],
];

const whole = (value) => Math.round(value).toLocaleString('en-US');
const short = (value) => String(Number(value.toPrecision(2)));
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The tables of docs/capacity.md, Markdown. */
export function tables(measured) {
  const each = perReading(measured);
  const { points, places, idle, sweep, manifests } = measured;
  const formula = ({ workers }) => readRate({ ...each, workers, places });
  return [
    table(
      ['Workers', 'Installs a minute', 'Of one worker', 'By the formula', 'Load'],
      points.map((point) => [
        point.workers,
        whole(point.rate * 60),
        `${short(point.rate / points[0].rate)}x`,
        whole(formula(point) * 60),
        short(point.load),
      ]),
    ),
    table(
      ['', 'CPU of a worker', 'CPU of PostgreSQL', 'Commits'],
      [
        ['A reading', `${short(sweep.workerMs)} ms`, `${short(sweep.databaseMs)} ms`, short(sweep.commitsEach)],
        [
          'A second of a worker with nothing due',
          `${short(idle.workerMs)} ms`,
          `${short(idle.databaseMs)} ms`,
          short(idle.commits),
        ],
      ],
    ),
    table(
      ['Measured', 'Time', 'For 100,000 installs, 5,000 manifests'],
      [
        [
          `${whole(sweep.installs)} installs of ${whole(sweep.drives)} Drives, 4 workers`,
          `${whole(sweep.seconds)} s`,
          `${whole((sweep.seconds * 100_000) / sweep.installs)} s`,
        ],
        [
          `${whole(manifests.drives)} manifests, 2 workers`,
          `${whole(manifests.seconds)} s`,
          `${whole((manifests.seconds * 5_000) / manifests.drives)} s`,
        ],
      ],
    ),
    table(
      [
        'Installs',
        'Drives',
        'Seconds busy / paid / quiet',
        'Readings a second',
        'Workers',
        'Cores of PostgreSQL',
        'Commits a second',
        'Tables',
        'Manifests a second',
      ],
      SIZES.flatMap((size) =>
        SETTINGS.map(([name, mix]) => {
          const needs = plan({ ...size, mix }, each);
          return [
            whole(size.installs),
            whole(size.drives),
            name,
            whole(needs.perSecond),
            whole(needs.workers),
            whole(needs.databaseCores),
            whole(needs.commitsPerSecond),
            `${short(needs.gibibytes)} GiB`,
            short(needs.manifestsPerSecond),
          ];
        }),
      ),
    ),
  ].join('\n\n');
}

const [BEGIN, END] = ['<!-- tables: made by node scripts/capacity.mjs -->', '<!-- end of tables -->'];

/** The page with the tables of `measured` between its marks. Throws when the marks are gone. */
export function withTables(page, measured) {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error('docs/capacity.md has no marks for its tables');
  return `${page.slice(0, from + BEGIN.length)}\n\n${tables(measured)}\n\n${page.slice(to)}`;
}
