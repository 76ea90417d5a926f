import fs from 'node:fs';
import path from 'node:path';
import { fileProblem } from './problem.mjs';

/**
 * Takes a lock that ends with its holder: a file with the holder's process id, start mark and whatever `about` says.
 * Returns { release, update } or { heldBy } with what the living holder wrote. One whose process is gone is taken over.
 */
export function takeLock(file, about = {}) {
  const mine = { pid: process.pid, mark: startOf(process.pid), ...about };
  // Written to another file and linked into place: nobody ever reads a lock file that is half written.
  const draft = `${file}.${process.pid}`;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  } catch (error) {
    throw fileProblem(error, path.dirname(file));
  }
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      try {
        fs.linkSync(draft, file);
        return { release: () => releaseLock(file, mine), update: (more) => updateLock(file, mine, more) };
      } catch (error) {
        if (error.code !== 'EEXIST') throw fileProblem(error, path.dirname(file));
      }
      const holder = readLock(file);
      if (holder && isHolding(holder)) return { heldBy: holder };
      dropStale(file, holder);
    }
    throw new Error(`the lock ${file} cannot be taken`);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** Content written by the living holder of a lock, or undefined when it is free to take. */
export function lockHolder(file) {
  const holder = readLock(file);
  return holder && isHolding(holder) ? holder : undefined;
}

/** Takes the lock, waiting for its holder; `onWait(holder)` is called once when it has to. */
export async function waitForLock(file, onWait = () => {}) {
  for (let isReported = false; ; isReported = true) {
    const lock = takeLock(file);
    if (lock.release) return lock;
    if (!isReported) onWait(lock.heldBy);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

/**
 * When a living process was started, in the words of the system, '' where it does not report that, or undefined when there
 * is none. Containers use process ids again quickly, so a lock file that names only an id would often look held.
 */
function startOf(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return undefined;
  }
  if (process.platform !== 'linux') return '';
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything: the state, of which Z has ended, and as the 20th field the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function isHolding({ pid, mark }) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  const start = startOf(pid);
  return start !== undefined && (!start || !mark || start === mark);
}

// Two starts may find the same dead lock at once. Each moves it to a name of its own and looks at what it moved: whoever
// got the other's new lock by mistake puts it back.
function dropStale(file, expected) {
  const aside = `${file}.stale-${process.pid}`;
  try {
    fs.renameSync(file, aside);
  } catch {
    return;
  }
  const moved = readLock(aside);
  if (moved && JSON.stringify(moved) !== JSON.stringify(expected) && isHolding(moved)) {
    try {
      fs.linkSync(aside, file);
    } catch {
      // a third one has it by now
    }
  }
  fs.rmSync(aside, { force: true });
}

function updateLock(file, mine, more) {
  Object.assign(mine, more);
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  fs.renameSync(draft, file);
}

function releaseLock(file, mine) {
  if (readLock(file)?.pid === mine.pid) fs.rmSync(file, { force: true });
}

function readLock(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
