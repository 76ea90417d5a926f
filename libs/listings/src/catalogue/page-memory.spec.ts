import type { CatalogueView } from './catalogue.view.js';
import { PageMemory } from './page-memory.js';

const page = (total: number) => ({ total }) as CatalogueView;

describe('the page cache', () => {
  it('keeps a page for ten seconds of one generation', () => {
    const memory = new PageMemory();
    memory.keep('a', { generation: '1', at: 1_000 }, page(1));
    expect(memory.get('a', { generation: '1', at: 10_999 })).toEqual(page(1));
    expect(memory.get('a', { generation: '1', at: 11_000 })).toBeUndefined();
    expect(memory.get('a', { generation: '2', at: 1_000 })).toBeUndefined();
    expect(memory.get('b', { generation: '1', at: 1_000 })).toBeUndefined();
    expect([memory.has('a', 10_999), memory.has('a', 11_000), memory.has('b', 1_000)]).toEqual([true, false, false]);
  });

  it('does not keep a late page of an older generation in the newer one', () => {
    const memory = new PageMemory();
    memory.keep('a', { generation: '2', at: 0 }, page(2));
    memory.keep('b', { generation: '1', at: 0 }, page(1));
    expect(memory.get('b', { generation: '2', at: 0 })).toBeUndefined();
  });

  it('keeps five hundred pages and evicts the oldest first', () => {
    const memory = new PageMemory();
    for (let i = 0; i <= 500; i++) memory.keep(String(i), { generation: '1', at: 0 }, page(i));
    expect(memory.get('0', { generation: '1', at: 0 })).toBeUndefined();
    expect(memory.get('1', { generation: '1', at: 0 })).toEqual(page(1));
  });
});
