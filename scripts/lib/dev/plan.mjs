/** Processes that nothing outside of their own folder is part of: the rest of the product talks to them over HTTP. */
const OWN_FOLDER_ONLY = ['reference-drive', 'stripe-sandbox'];

/**
 * Actions after changes of sources. Paths are relative to the checkout.
 * Returns { migrate, restart }: whether the migrations are run, before the restart of the processes named.
 * A change of pages needs nothing, their server detects it itself; command-line programs are started each time anyway.
 */
export function planFor(changed) {
  const sources = changed.filter(isPartOfAProcess);
  const touches = (start) => sources.some((file) => file.startsWith(start));
  const migrate = touches('apps/migrate/') || touches('db/');
  // api and worker are made of the same libs: each loads all but a dozen of their files.
  const everywhere = migrate || touches('libs/');
  const restart = ['api', 'worker'].filter((name) => everywhere || touches(`apps/${name}/`));
  return { migrate, restart: [...restart, ...OWN_FOLDER_ONLY.filter((name) => touches(`apps/${name}/`))] };
}

const isPartOfAProcess = (file) => !/\.(int-)?spec\.ts$|\/testing\/|\.md$/.test(file);

/** The sources that are not in both of two builds with the same hash. */
export function changedBetween(before, after) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((file) => before[file] !== after[file]);
}
