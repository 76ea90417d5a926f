import { useGet } from '../../api/hooks.js';
import { shortenId } from '../../lib/format.js';
import type { Found } from './directory-search.js';

/** Names of the chosen items. A copied link has only the id; then the name is looked up. */
const names = new Map<string, string>();

/** Keeps the name of the chosen item, so that it is not looked up. */
export function rememberName({ id, text }: Found): void {
  names.set(id, text);
}

/** The author or Drive with the id of an address; its id in short until its name is known, null without an id. */
export function useFound(kind: Found['kind'], id: string | undefined): Found | null {
  const enabled = id !== undefined && id !== '' && !names.has(id);
  const result = useGet('/api/v1/finance/directory', { query: { q: id, kind } }, { enabled }).data;
  const found = result?.items.find((one) => one.id === id);
  if (found) names.set(found.id, found.name);
  return id === undefined || id === '' ? null : { kind, id, text: names.get(id) ?? shortenId(id) };
}
