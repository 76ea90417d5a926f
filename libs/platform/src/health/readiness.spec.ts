import { Readiness } from './readiness.js';

it('readiness asks the database once for all who ask meanwhile, and again for whoever asks later', async () => {
  let ahead = 0;
  const query = jest.fn().mockResolvedValue([{ found: true }]);
  const schema = { compare: () => Promise.resolve({ state: 'ok', sentence: '' }) };
  const readiness = new Readiness(
    {} as never,
    { query } as never,
    schema as never,
    { begun: false } as never,
    { seconds: () => query().then(() => ahead) } as never,
  );
  const states = { process: 'ok', database: 'ok', migrations: 'ok', queue: 'ok', clock: 'ok' };
  expect(await Promise.all(Array.from({ length: 100 }, () => readiness.check()))).toEqual(Array(100).fill(states));
  expect(query).toHaveBeenCalledTimes(2);
  await readiness.check();
  expect(query).toHaveBeenCalledTimes(4);

  // A clock that is eleven minutes behind is said, and keeps no request away: the database's clock decides.
  ahead = -660;
  const off = await readiness.check();
  expect([off, Readiness.missing(off)]).toEqual([{ ...states, clock: 'off' }, []]);
});
