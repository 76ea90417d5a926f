import { slipsBetween } from '../../catalogue/domain/near-words.js';

/**
 * Letters that are drawn like Latin ones and signs that represent them, after Unicode's confusables (UTS 39): Cyrillic,
 * Greek, Armenian and Cherokee, and digits. Variants of a letter (full width, bold, an accent) need no entry. The table
 * covers the letters of names, not the whole list, so that no library with its data is needed.
 */
const DRAWN_LIKE: Readonly<Record<string, string>> = {
  a: 'аΑАαɑ4@Ꭺ',
  b: 'ВвЬьΒβ8ᏴƄ',
  c: 'сСϲϹᏟ',
  d: 'ԁԀᎠժ',
  e: 'еЕΕεєЄ3Ꭼ',
  f: 'Ϝғ',
  g: 'ɡԌԍᏀց',
  h: 'һНнΗհᎻ',
  j: 'јЈϳᎫյ',
  k: 'КкΚκᏦ',
  l: 'iI1|іІιΙӏӀıɪɩ',
  m: 'МмΜᎷ',
  n: 'ΝηпПոռ',
  o: 'оОΟοσ0օՕ',
  p: 'рРΡρᏢ',
  q: 'ԛԚզգ',
  r: 'гГᏒᎡ',
  s: 'ѕЅ5$ᏚՏ',
  t: 'тТτΤ7Ꭲ',
  u: 'υսՍ',
  v: 'ѵѴνᏙ',
  w: 'ԝԜѡωшШᏔᎳա',
  x: 'хХΧχ',
  y: 'уУΥγүҮ',
  z: 'ΖᏃ',
};
const LETTERS = new Map(Object.entries(DRAWN_LIKE).flatMap(([letter, signs]) => [...signs].map((s) => [s, letter])));
/** Two letters side by side that are drawn like one. */
const JOINED: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

const drawn = (text: string): string => [...text].map((sign) => LETTERS.get(sign) ?? sign).join('');

/**
 * Visual form of a name: the same for two names that people confuse at a glance. For comparing only.
 * @returns its words, in letters and digits, one space between.
 */
export function skeleton(name: string): string {
  const plain = drawn(name)
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  return JOINED.reduce((text, [pair, letter]) => text.replaceAll(pair, letter), drawn(drawn(plain).toLowerCase()))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Why a name resembles another: it looks the same, it is one typo away, or it contains a protected one. */
export interface LookAlike {
  readonly name: string;
  readonly how: 'same' | 'near' | 'protected';
}

/** No more than a person reads. */
const MOST = 5;
/** From this length on a protected name is found inside of a word too; a shorter one is part of too many words. */
const FOUND_INSIDE = 6;
/** How far a name may be from another of its length and still be taken for it; a short one has too many neighbours. */
const slipsOverlooked = ({ length }: string): number => (length < 5 ? 0 : length < 10 ? 1 : 2);

/**
 * The names that people may take this one for, the most similar first.
 * @param others names of other authors' Drives.
 * @param reserved names that belong to the host and to companies it works with.
 */
export function findLookAlikes(
  name: string,
  { others, reserved }: { readonly others: readonly string[]; readonly reserved: readonly string[] },
): LookAlike[] {
  const words = skeleton(name);
  const whole = words.replaceAll(' ', '');
  if (whole === '') return [];
  const most = slipsOverlooked(whole);
  const found = reserved
    .filter((one) => holds(words, skeleton(one)))
    .map((one) => ({ name: one, how: 'protected' as const }));
  const near: LookAlike[] = [];
  const same: LookAlike[] = [];
  for (const other of new Set(others)) {
    const slips = slipsBetween(whole, skeleton(other).replaceAll(' ', ''), most);
    if (slips === 0) same.push({ name: other, how: 'same' });
    else if (slips <= most) near.push({ name: other, how: 'near' });
  }
  return [...found, ...same, ...near].slice(0, MOST);
}

/** Whether a name contains a protected one as separate words, within a word, or with one typo. */
function holds(words: string, reserved: string): boolean {
  const [whole, joined] = [words.replaceAll(' ', ''), reserved.replaceAll(' ', '')];
  if (joined === '') return false;
  if (` ${words} `.includes(` ${reserved} `) || whole === joined) return true;
  if (joined.length < FOUND_INSIDE) return false;
  return whole.includes(joined) || words.split(' ').some((word) => slipsBetween(word, joined, 1) === 1);
}
