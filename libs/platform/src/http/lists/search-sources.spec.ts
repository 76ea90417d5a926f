import type { Actor } from '../../access/actor.js';
import { SearchSources, type Found } from './search-sources.js';

const found = (kind: Found['kind'], name: string, note = ''): Found => ({ kind, id: `${kind}-1`, name, note });

it('what shows the typed text comes before what is only like it, then by kind', async () => {
  const sources = new SearchSources();
  sources.register(async () => [found('invoice', 'DP-000052', 'Cobalt Studios')]);
  sources.register(async () => [found('plugin', 'STORY 1'), found('tenant', 'Studio')]);
  sources.register(async () => [found('author', 'Other', 'A story')]);
  const kinds = (await sources.find({} as Actor, 'Story', 8)).map(({ kind }) => kind);
  expect(kinds).toEqual(['author', 'plugin', 'tenant', 'invoice']);
});
