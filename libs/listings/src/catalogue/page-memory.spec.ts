import type { CatalogueView } from '../listing/listings.view.js';
import { PageMemory, type Moment } from './page-memory.js';

const page = (total: number) => ({ total }) as CatalogueView;

/** Requested twice, as a cached page has to be. */
function keep(memory: PageMemory, key: string, now: Moment, view: CatalogueView): void {
  for (let time = 0; time < 2; time++) expect(memory.keep(key, now, view)).toBe(view);
}

describe('the page cache', () => {
  it('keeps pages that are requested a second time within ten seconds', () => {
    const memory = new PageMemory();
    for (const at of [1_000, 11_000, 21_000]) memory.keep('a', { generation: '1', at }, page(1));
    expect(memory.has('a', 21_000)).toBe(false);
    memory.keep('a', { generation: '1', at: 30_999 }, page(2));
    expect(memory.get('a', { generation: '1', at: 30_999 })).toEqual(page(2));
  });

  it('keeps a page for ten seconds of one generation', () => {
    const memory = new PageMemory();
    keep(memory, 'a', { generation: '1', at: 1_000 }, page(1));
    expect(memory.get('a', { generation: '1', at: 10_999 })).toEqual(page(1));
    expect(memory.get('a', { generation: '1', at: 11_000 })).toBeUndefined();
    expect(memory.get('a', { generation: '2', at: 1_000 })).toBeUndefined();
    expect(memory.get('b', { generation: '1', at: 1_000 })).toBeUndefined();
    expect([memory.has('a', 10_999), memory.has('a', 11_000), memory.has('b', 1_000)]).toEqual([true, false, false]);
  });

  it('does not keep a late page of an older generation in the newer one', () => {
    const memory = new PageMemory();
    keep(memory, 'a', { generation: '2', at: 0 }, page(2));
    keep(memory, 'b', { generation: '1', at: 0 }, page(1));
    expect(memory.get('b', { generation: '2', at: 0 })).toBeUndefined();
  });

  it('keeps three hundred pages and evicts the oldest first', () => {
    const memory = new PageMemory();
    for (let i = 0; i <= 300; i++) keep(memory, String(i), { generation: '1', at: 0 }, page(i));
    expect(memory.get('0', { generation: '1', at: 0 })).toBeUndefined();
    expect(memory.get('1', { generation: '1', at: 0 })).toEqual(page(1));
  });
});
