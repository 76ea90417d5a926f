import fs from 'node:fs';
import path from 'node:path';

/** Editors write a file in several steps, and `git checkout` many files. */
const QUIET_MS = 60;
const NEVER = new Set(['node_modules', 'dist', '.git']);

/**
 * Calls `onChange` a moment after anything changed in the directories or below them. Each directory is watched by
 * itself: Node's own recursive way misses files on Linux. Returns { close }.
 */
export function watchSources(directories, onChange) {
  const watched = new Map();
  let soon;
  const changed = () => {
    clearTimeout(soon);
    soon = setTimeout(() => {
      look();
      onChange();
    }, QUIET_MS);
  };
  const forget = (directory) => {
    watched.get(directory)?.watcher.close();
    watched.delete(directory);
  };
  const watch = (directory) => {
    // One that was removed and made again under the same name, as `git checkout` does, is another directory.
    const { ino } = fs.statSync(directory);
    if (watched.get(directory)?.ino === ino) return;
    forget(directory);
    const watcher = fs.watch(directory, changed);
    watcher.on('error', () => forget(directory));
    watched.set(directory, { watcher, ino });
  };
  const look = () => {
    const found = new Set(directories.flatMap((directory) => directoriesFrom(directory)));
    for (const directory of watched.keys()) if (!found.has(directory)) forget(directory);
    for (const directory of found) unlessGone(() => watch(directory));
  };
  look();
  return {
    close() {
      clearTimeout(soon);
      [...watched.keys()].forEach(forget);
    },
  };
}

function directoriesFrom(directory) {
  const entries = unlessGone(() => fs.readdirSync(directory, { withFileTypes: true }));
  if (entries === undefined) return [];
  const below = entries.filter((entry) => entry.isDirectory() && !NEVER.has(entry.name));
  return [directory, ...below.flatMap(({ name }) => directoriesFrom(path.join(directory, name)))];
}

function unlessGone(work) {
  try {
    return work();
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
