import { changedBetween, planFor } from './plan.mjs';

/**
 * Brings the running processes up to date with the sources. `changed()` is called whenever a file may have changed.
 *
 * build(): resolves with { files, errors } of the server's build. built: `files` of the build that runs. services(): the
 * running ones. migrate(): resolves with the names of the migrations that ran. say(text): progress, for people.
 * Nothing is restarted while a file does not compile or a migration fails; earlier changes are remembered.
 * Returns { changed, settled, close }: `settled(name)` resolves when no restart of that process is under way.
 */
export function createChanges({ build, built, services, migrate, say, restartLimitMs = 1_000 }) {
  let current = built;
  const pending = new Set();
  let notCompiling = '';
  let closed = false;
  let working;
  let again = false;
  const restarts = new Map();

  async function round() {
    const { files, errors } = await build();
    changedBetween(current, files).forEach((file) => pending.add(file));
    current = files;
    if (closed) return;
    const problems = errors.join('\n');
    if (problems) {
      if (problems !== notCompiling) say(`Not compiled; nothing is restarted.\n${problems}`);
      notCompiling = problems;
      return;
    }
    if (notCompiling) say('Everything compiles again.');
    notCompiling = '';
    if (pending.size === 0) return;
    const plan = planFor([...pending]);
    const named = pending.size > 3 ? `${pending.size} files` : [...pending].join(', ');
    if (plan.migrate) {
      try {
        const ran = await migrate();
        say(
          ran.length > 0
            ? `Migrated: ${ran.join(', ')}`
            : 'Nothing to migrate: changed tables reach this database by a numbered migration (db/README.md).',
        );
      } catch (error) {
        return say(`${error.message}\nNothing is restarted; the next change tries again.`);
      }
      if (closed) return;
    }
    pending.clear();
    const running = services().filter(({ name }) => plan.restart.includes(name));
    if (running.length > 0) say(`Changed: ${named}. Restarting ${running.map(({ name }) => name).join(' and ')} ...`);
    for (const service of running) restart(service);
  }

  // Not waited for: a change while it starts, or hangs in its start, starts it again.
  function restart(service) {
    const startedAt = performance.now();
    const done = service.restart({ limitMs: restartLimitMs }).then(
      (ready) =>
        ready && say(`${service.name} is up again after ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`),
      (error) => say(`${error.brief ?? error.message}\n${service.name} waits for the next change.`),
    );
    restarts.set(service.name, done);
  }

  async function work() {
    do {
      again = false;
      await round().catch((error) => say(error.message));
    } while (again && !closed);
    working = undefined;
  }

  return {
    changed() {
      again = true;
      if (!closed) working ??= work();
    },
    async settled(name) {
      for (let known; known !== restarts.get(name);) await (known = restarts.get(name));
    },
    /** Resolves when nothing is begun any more. */
    async close() {
      closed = true;
      await working;
    },
  };
}
