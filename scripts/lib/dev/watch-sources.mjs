import { once } from 'node:events';
import path from 'node:path';
import { watch } from 'chokidar';

/** Editors write a file in several steps, and `git checkout` many files. */
const QUIET_MS = 60;
const NEVER = new Set(['node_modules', 'dist', '.git']);

/** Calls `onChange` a moment after anything changed in the directories or below them. Resolves with { close }. */
export async function watchSources(directories, onChange) {
  const watcher = watch(directories, { ignored: (file) => NEVER.has(path.basename(file)), ignoreInitial: true });
  let soon;
  watcher.on('all', () => {
    clearTimeout(soon);
    soon = setTimeout(onChange, QUIET_MS);
  });
  await once(watcher, 'ready');
  return {
    close() {
      clearTimeout(soon);
      return watcher.close();
    },
  };
}
