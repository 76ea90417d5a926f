import { assertMode } from './assert-mode.js';
import { NotUp } from '../../process/wait-until-up.js';

const migratedFor = (mode: string) => ({ query: () => Promise.resolve([{ mode }] as never[]) });

it('a process starts only in the mode for which its database was migrated', async () => {
  await assertMode(migratedFor('sandbox'), { mode: 'sandbox' });
  await assertMode({ query: () => Promise.reject(new Error('no such table')) }, { mode: 'sandbox' });
  await expect(assertMode(migratedFor('sandbox'), { mode: 'production' })).rejects.toEqual(
    new NotUp('PORTAL_MODE is production, but the database was migrated for sandbox.'),
  );
});
