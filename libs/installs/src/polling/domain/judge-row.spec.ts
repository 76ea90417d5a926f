import { AHEAD_MS, attributionOf, BEFORE_MS, judgeRow, unknownInstallIds, type RowOwner } from './judge-row.js';

const NOW = 1_780_000_000_000;
const WINDOW = { earliestMs: NOW - 86_400_000 - BEFORE_MS, latestMs: NOW + AHEAD_MS };
const OWNER: RowOwner = { installIds: new Set(['i1', 'ws_1']), tenantId: 't1', ventureId: 'v1' };
const event = (ts: unknown): object => ({ type: 'a.done', payload: {}, ts });

describe('the time of a row', () => {
  it.each<[unknown, string | null]>([
    [NOW, null],
    [WINDOW.latestMs, null],
    [WINDOW.latestMs + 1, 'in_future'],
    [WINDOW.earliestMs, null],
    [WINDOW.earliestMs - 1, 'before_install'],
    [0, 'before_install'],
    [8_640_000_000_000_001, 'in_future'],
    [Number.MAX_SAFE_INTEGER, 'in_future'],
    [NOW / 1_000, 'time_unit'],
    [NOW * 1_000, 'time_unit'],
    [NOW * 1_000_000, 'time_unit'],
    [NOW + 0.5, 'malformed'],
    [-1, 'malformed'],
    [String(NOW), 'malformed'],
    [undefined, 'malformed'],
  ])('%p is judged as %s', (ts, rejection) => {
    expect(judgeRow(event(ts), WINDOW).rejection).toBe(rejection);
  });

  it('is malformed when its shape is wrong, including a wrong unit', () => {
    for (const value of [null, 7, [], {}, { ...event(NOW / 1_000), type: 7 }])
      expect(judgeRow(value, WINDOW).rejection).toBe('malformed');
  });
});

describe('the owner of a row', () => {
  it.each<[object, string]>([
    [{}, 'nobody'],
    [{ payload: { title: 'x' } }, 'nobody'],
    [{ install_id: 'ws_1' }, 'own'],
    [{ drive_workspace_id: 'i1' }, 'own'],
    [{ install_id: 'ws_2' }, 'other'],
    [{ install_id: 2 }, 'other'],
    [{ install_id: '' }, 'nobody'],
    [{ install_id: null }, 'nobody'],
    [{ tenant_id: 't1' }, 'own'],
    [{ merkava_tenant_id: 't1', venture_id: 'v1' }, 'own'],
    [{ tenant_id: 't2' }, 'other'],
    [{ tenant_id: 't1', venture_id: 'v2' }, 'other'],
    [{ install_id: 'ws_1', tenant_id: 't2' }, 'other'],
    [{ install_id: 'ws_1', payload: { merkava_venture_id: 'v2' } }, 'other'],
    [{ payload: { tenant_id: 't1' } }, 'own'],
    [{ payload: { tenant_id: 't2' } }, 'other'],
    [{ payload: { install_id: 'ws_1' } }, 'own'],
    // Of another install; of nothing that is known, such as an install of the Drive's own app.
    [{ payload: { install_id: 'ws_2' } }, 'other'],
    [{ payload: { install_id: 'phone-7' } }, 'nobody'],
    [{ payload: { install_id: 'phone-7', tenant_id: 't1' } }, 'own'],
  ])('%j: %s', (row, whose) => {
    expect(attributionOf(row as never, OWNER, new Set(['ws_2']))).toBe(whose);
  });

  it('is questioned when a payload has ids that are not its own', () => {
    expect(unknownInstallIds({ payload: { install_id: 'ws_2', drive_workspace_id: 'ws_1' } }, OWNER)).toEqual(['ws_2']);
    expect(unknownInstallIds({ payload: { install_id: 'x'.repeat(201) } }, OWNER)).toEqual([]);
    expect(unknownInstallIds({ install_id: 'ws_2', payload: {} }, OWNER)).toEqual([]);
  });
});
