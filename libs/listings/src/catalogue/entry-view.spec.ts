import { readManifest, type JsonObject } from '@portal/contract';
import good from '../../../contract/vectors/manifests-good.json';
import { entryView, type Entry } from './entry-view.js';

const view = (changes: JsonObject) => {
  const { manifest } = readManifest({ ...good.structured, ...changes });
  return entryView({ card: {}, listed_at: '2026-01-01T00:00:00Z', digest: '', manifest } as unknown as Entry);
};

it.each<[string, JsonObject, string[]]>([
  ['all that are consumed, without a list of permissions', {}, ['contact.created', 'deal.stage_changed']],
  ['none without the permission', { permissions_requested: ['venture.read', 'events.emit'] }, []],
  ['those of the permission', { permissions_requested: ['events.receive:contact.created'] }, ['contact.created']],
  ['none without an address that receives', { endpoints: good.structured.endpoints }, []],
])('the catalogue promises to deliver %s', (_rule, changes, kinds) => {
  const endpoints = { ...good.structured.endpoints, receive: '/receive' };
  const consumes = { endpoints, events_consumed: ['contact.created', 'deal.stage_changed'] };
  expect(view({ ...consumes, ...changes }).events_consumed).toEqual(kinds);
});

it('the catalogue shows no form and no quota that no capability announces', () => {
  expect(view({})).toMatchObject({ config_schema: { type: 'object' }, quota: { limit: 100 } });
  const capabilities = ['install', 'uninstall'];
  expect(view({ capabilities })).toMatchObject({ config_schema: null, quota: null, events_emitted: [] });
});
