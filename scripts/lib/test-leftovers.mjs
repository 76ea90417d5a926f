import fs from 'node:fs';
import path from 'node:path';
import { forgetDeadClaims } from './free-port.mjs';
import { lockHolder, takeLock } from './lock-file.mjs';
import { isAlive, startMark, waitUntilGone } from './process-info.mjs';
import { inMemory, runsDirectory } from './shared-temp.mjs';

const END_MS = 10_000;

/**
 * Cleans up leftovers of killed test runs: processes, temporary files, claims of ports. What belongs to a run
 * that lives is left alone, and so is whatever no run of tests has made. Reports it in one line for each such run.
 */
export async function cleanLeftovers(progress) {
  const runs = runsDirectory();
  for (const id of names(runs)) {
    const directory = path.join(runs, id);
    const about = readJson(`${directory}.lock`);
    // Two runs may begin at once: the lock of the dead run goes to one of them.
    const lock = takeLock(`${directory}.lock`);
    if (!lock.release) continue;
    const found = [...(await endProcesses(directory)), ...temporaryFiles(directory)];
    removeRun(directory);
    lock.release();
    const run = about?.what ? ` (${about.what}, ${about.began})` : '';
    progress.note(`Cleaned up after an earlier run${run}: ${found.join(', ') || 'its empty directory'}`);
  }
  const ports = forgetDeadClaims();
  if (ports > 0)
    progress.note(`Cleaned up after processes that are gone: ${ports} claimed port${ports > 1 ? 's' : ''}`);
}

/** Ends processes that are recorded in the directory of a run and still run. Returns names with process ids. */
export async function endProcesses(directory) {
  const ended = [];
  const records = path.join(directory, 'processes');
  for (const name of entries(records)) {
    const record = readJson(path.join(records, name));
    if (!record || !isSame(record)) continue;
    await end(record);
    ended.push(`${record.what} (process ${record.pid})`);
  }
  return ended;
}

// A number goes to another process once its first one has ended; the start mark distinguishes the two.
const isSame = ({ pid, mark }) => Boolean(mark) && isAlive(pid) && startMark(pid) === mark;

async function end({ pid, signal, group }) {
  for (const one of new Set([signal, 'KILL'])) {
    try {
      process.kill(group ? -pid : pid, `SIG${one}`);
    } catch {
      return; // ended by itself in this moment
    }
    if (await waitUntilGone(pid, END_MS)) return;
  }
}

/** Removes the directory of a run, and its files in memory. */
export function removeRun(directory) {
  for (const one of [directory, inMemory(directory)]) fs.rmSync(one, { recursive: true, force: true, maxRetries: 3 });
}

function temporaryFiles(directory) {
  const places = [path.join(directory, 'tmp'), inMemory(directory)];
  const count = places.reduce((sum, place) => sum + entries(place).length, 0);
  if (count === 0) return [];
  const bytes = places.reduce((sum, place) => sum + sizeOf(place), 0);
  return [`${count} temporary director${count > 1 ? 'ies' : 'y'} (${Math.ceil(bytes / 1e6)} MB)`];
}

function sizeOf(at) {
  const stat = fs.lstatSync(at, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.size ?? 0;
  return entries(at).reduce((sum, name) => sum + sizeOf(path.join(at, name)), 0);
}

/** Of every run that has a directory or a lock. */
function names(runs) {
  return new Set(
    entries(runs)
      .map((name) => /^(\d+-[0-9a-f]{6})(\.lock)?$/.exec(name)?.[1])
      .filter((id) => id && !lockHolder(path.join(runs, `${id}.lock`))),
  );
}

function entries(directory) {
  try {
    return fs.readdirSync(directory);
  } catch {
    return [];
  }
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
