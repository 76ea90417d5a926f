import { isKnownPassword } from './known-password.js';

const LIST = new Set(['password', 'iloveyou', 'correct', 'horse', 'pass', '1qaz2wsx3edc', 'leavemealone', 'football']);

it.each([
  ['on the list', 'leavemealone', true],
  ['in another case', 'LeaveMeAlone', true],
  ['with a year at the end', 'Football2026', true],
  ['with five characters of one’s own', 'iloveyou-you-', true],
  ['with six characters of one’s own', 'iloveyou-yours', false],
  ['with signs on both sides', '!!Password!!', true],
  ['digits for letters', 'P4$$w0rd2026', true],
  ['one for i', '1l0v3y0u2026', true],
  ['one for l', 'f00tba112026', true],
  ['backwards', 'drowssap1234', true],
  ['several times', 'passpasspass', true],
  ['a row of keys', '1qaz2wsx3edc', true],
  ['the alphabet', 'abcdefghijklmn', true],
  ['the alphabet from its end', 'zyxwvutsrqpo', true],
  ['digits in order', '0123456789x!', true],
  ['one character for ever', `q1w${'a'.repeat(20)}`, true],
  ['two common words and nothing else', 'correct horse', false],
  ['a sentence with a common word', 'my password is a long sentence', false],
  ['a short word of the list in another one', 'compassion for otters', false],
  ['beyond the first plane', '🐎🔋🧷🐎🔋🧷🐎🔋🧷 own', false],
])('%s: %s is known: %s', (_what, password, known) => expect(isKnownPassword(password, LIST)).toBe(known));

it('a hostile password takes no longer than any other: one bounded comparison at each place', () => {
  let looks = 0;
  const counting = new Proxy(LIST, {
    get: (list, name) =>
      name === 'has' ? (part: string) => (looks++, list.has(part)) : (Reflect.get(list, name) as unknown),
  });
  isKnownPassword('4@8({[<369!1|057$+%2'.repeat(7).slice(0, 128), counting);
  expect(looks).toBeLessThan(6 * 128 * 32);
});
