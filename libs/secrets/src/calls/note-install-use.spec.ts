import type { Clock } from '@portal/kernel';
import type { AdoptionRepository } from '../keys/adoption.repository.js';
import { NoteInstallUse } from './note-install-use.js';

describe('the key that an install accepts', () => {
  let nowMs = 0;
  let statements: string[][];
  let release: () => void;
  const adoption = {
    noteInstalls: (uses: { installId: string }[]) => {
      statements.push(uses.map(({ installId }) => installId));
      return new Promise<void>((resolve) => (release = resolve));
    },
  } as unknown as AdoptionRepository;
  const noting = () => new NoteInstallUse(adoption, { wallNow: () => new Date(nowMs) } as Clock);
  const use = (installId: string) => ({ installId, keyId: 'k', driveId: 'd' });
  const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  beforeEach(() => {
    statements = [];
  });

  it('is recorded by one statement for those that arrive while another one runs, and each waits for its own', async () => {
    const note = noting();
    const ended: string[] = [];
    const begin = (id: string): void => void note.execute(use(id)).then(() => ended.push(id));
    begin('a');
    await nextTick();
    for (const id of ['b', 'c', 'a']) begin(id);
    await nextTick();
    // The second "a" was recorded just before.
    expect([statements, ended]).toEqual([[['a']], ['a']]);
    release();
    await nextTick();
    expect([statements, ended]).toEqual([
      [['a'], ['b', 'c']],
      ['a', 'a'],
    ]);
    release();
    await nextTick();
    expect(ended).toEqual(['a', 'a', 'b', 'c']);
  });

  it('is recorded again after a minute, also when a statement failed before', async () => {
    const failing = jest.spyOn(adoption, 'noteInstalls').mockRejectedValueOnce(new Error('no connection'));
    const note = noting();
    await expect(note.execute(use('a'))).rejects.toThrow('no connection');
    failing.mockRestore();
    nowMs += 60_000;
    const noted = note.execute(use('a'));
    await nextTick();
    release();
    await noted;
    expect(statements).toEqual([['a']]);
  });
});
