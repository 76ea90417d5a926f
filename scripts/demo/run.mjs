import { randomBytes } from 'node:crypto';
import { demoPerson, eventually, Refused } from './client.mjs';
import { startDrive } from './drive.mjs';
import { STORY } from './story.mjs';

const LEASE_MS = 120_000;
/** Later than this day of the month the clock first moves to the next month, so that a whole month lies ahead. */
const LATEST_DAY = 20;

/** Distinguishes the Drives of stories. */
export const newSuffix = () => randomBytes(4).toString('hex');

/** Id and name of a story's Drive. */
export const driveOf = (suffix) => ({ id: `story-${suffix}`, name: `Story ${suffix}` });

const namesOf = (suffix) => ({
  company: `Story Works ${suffix}`,
  website: 'https://story-works.example.com',
  drive: `Story Drive ${suffix}`,
  slug: driveOf(suffix).id,
  tenants: [`Alder ${suffix}`, `Birch ${suffix}`],
});

/**
 * Runs the story at `base` and prints it: lines for people, or with `json` one object per step and a last line
 * `{"story":"passed","steps":N,"ms":N}` (`"failed"` with the step and the reason when a step fails).
 * Returns whether every step succeeded. May be run any number of times on the same data.
 *
 * given: `{ suffix, drive, authorPerson, names }` of a running Drive (see `attachDrive`) that keeps running, of the demo
 * person who is its author, and of what is called how. Without it the story has an author and a Drive of its own.
 */
export async function runStory({ base, json, say, given }) {
  const started = performance.now();
  const suffix = given?.suffix ?? newSuffix();
  const clock = await takeClock(base);
  const drive = given?.drive ?? (await startDrive(driveOf(suffix)));
  const names = given?.names ?? namesOf(suffix);
  const world = {
    base,
    drive,
    suffix,
    names,
    slug: names.slug,
    authorPerson: given?.authorPerson,
    advance: clock.advance,
  };
  let step = 0;
  try {
    await clock.toEarlyInMonth();
    for (const [title, work] of Object.entries(STORY)) {
      step += 1;
      const from = performance.now();
      const facts = await work(world).catch((error) => {
        throw Object.assign(error, { title });
      });
      await clock.renew();
      const ms = Math.round(performance.now() - from);
      say(
        json
          ? JSON.stringify({ step, title, ms, ...facts })
          : `${String(step).padStart(2)}. ${title}  (${ms} ms)\n${describe(facts)}`,
      );
    }
  } catch (error) {
    const ms = Math.round(performance.now() - started);
    say(
      json
        ? JSON.stringify({ story: 'failed', step, title: error.title, reason: error.message, ms })
        : `\n${step}. ${error.title ?? ''} failed: ${error.message}`,
    );
    return false;
  } finally {
    await drive.stop();
    await clock.release();
  }
  const ms = Math.round(performance.now() - started);
  say(
    json
      ? JSON.stringify({ story: 'passed', steps: step, ms })
      : `\nThe story passed: ${step} steps in ${(ms / 1000).toFixed(1)} s.`,
  );
  return true;
}

function describe(facts) {
  return Object.entries(facts)
    .map(
      ([key, value]) =>
        `      ${key.replaceAll('_', ' ')}: ${Array.isArray(value) ? (value.some((v) => String(v).length > 30) ? `\n        ${value.join('\n        ')}` : value.join(', ')) : typeof value === 'object' && value !== null ? JSON.stringify(value) : value}`,
    )
    .join('\n');
}

/** The test clock for ourselves alone: stories that run at the same time wait for each other. */
export async function takeClock(base, leaseMs = LEASE_MS) {
  const admin = await demoPerson(base, 'admin');
  const { lease } = await eventually(
    'the test clock to be free',
    () =>
      admin
        .post('/sandbox/clock/lease', { ttl_ms: leaseMs })
        .catch((error) =>
          error instanceof Refused && error.code === 'clock_leased' ? undefined : Promise.reject(error),
        ),
    (taken) => taken !== undefined,
    300_000,
  );
  const advance = (to) => admin.post('/sandbox/clock', { ...to, lease });
  return {
    advance,
    sandbox: () => admin.get('/sandbox'),
    renew: () => admin.post('/sandbox/clock/lease', { ttl_ms: leaseMs, lease }),
    release: () => admin.del(`/sandbox/clock/lease/${lease}`),
    async toEarlyInMonth() {
      const now = new Date((await admin.get('/sandbox')).clock_now);
      if (now.getUTCDate() <= LATEST_DAY) return;
      await advance({ to: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2)).toISOString() });
    },
  };
}
