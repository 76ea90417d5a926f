import { Passwords } from './passwords.js';

it('strangers never delay a known person, however many there are, and are refused beyond a hundred', async () => {
  const passwords = new Passwords();
  const done: string[] = [];
  const compare = async (name: string, who: 'known' | 'strangers'): Promise<void> => {
    await passwords.matches(null, 'a guess of somebody', who);
    done.push(name);
  };
  const strangers = Array.from({ length: 102 }, (_, n) => compare(`stranger ${n}`, 'strangers'));
  await expect(compare('one more', 'strangers')).rejects.toMatchObject({ code: 'unavailable' });
  const known = compare('known', 'known');
  await Promise.all([...strangers, known]);
  // It is the next to start. The two that are running come before it, and the work of the other slot meanwhile.
  expect(done.indexOf('known')).toBeLessThan(10);
  expect(done).toHaveLength(103);
});
