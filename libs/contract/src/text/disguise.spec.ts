import fc from 'fast-check';
import { anyCharacter } from '../../../../test/support/any-character.js';
import { findDisguise, nameInMail, nameProblem } from './disguise.js';

/** Names and sentences as people write them. */
const HONEST = [
  'Content Studio',
  'Ångström & Søn, S.p.A. — “Größe”',
  'Nguyễn Thị Minh Khai',
  'O’Neill-Łukasiewicz Jr.',
  'Привет, мир: API-интерфейс за 3 дня',
  'Καλημέρα κόσμε',
  'Հայաստան',
  'شركة التقنية المتقدمة',
  'نرم\u200cافزار می\u200cخواهم',
  'חברת טכנולוגיה בע״מ',
  'התוסף ל-WordPress\u200f (חינם)',
  'क्\u200dषत्रिय और हिन्दी',
  'മലയാളം അവന്\u200d',
  'ශ්\u200dරී ලංකා',
  'ไทยใช้APIได้',
  'ភាសា\u200bខ្មែរ',
  '株式会社トヨタシステムズ API連携',
  '東京タワーでWi-Fiを使う',
  '葛\u{e0100}飾区',
  '한국어 API를 支援합니다',
  'ᠮᠣᠩᠭᠣᠯ',
  'አማርኛ ጽሑፍ',
  '5 μm, 10 kΩ, 3 °C, ½',
  'Family 👨‍👩‍👧‍👦, doctor 👩🏽‍⚕️, runner 🏃‍♂️, love ❤️‍🔥, key 1️⃣, 🏳️‍🌈',
  'Flags 🇩🇪 and 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}, ™️ and ©',
  'Un prix\u202f: 5\u00a0€',
];

const DISGUISED: [text: string, kind: string, found: string][] = [
  ['Acme\u202egpj.exe', 'direction', 'U+202E'],
  ['\u2066Acme\u2069', 'direction', 'U+2066'],
  ['Acme\u200f Ltd', 'direction', 'U+200F'],
  ['Str\u200bipe', 'invisible', 'U+200B'],
  ['Str\u200dipe', 'invisible', 'U+200D'],
  ['Str\u200cipe', 'invisible', 'U+200C'],
  ['Stripe\ufeff', 'invisible', 'U+FEFF'],
  ['Str\u00adipe', 'invisible', 'U+00AD'],
  ['Stripe\u3164', 'invisible', 'U+3164'],
  ['Stripe\u2800', 'invisible', 'U+2800'],
  ['10\ufe0f0', 'invisible', 'U+FE0F'],
  ['x\u{e0041}y', 'invisible', 'U+E0041'],
  ['👩\u200d', 'invisible', 'U+200D'],
  ['نرم\u200c\u200cافزار', 'invisible', 'U+200C'],
  ['half \ud83d of a pair', 'invisible', 'U+D83D'],
  ['Acme\r\nBcc: all', 'line_break', 'U+000D'],
  ['Acme\u2028Ltd', 'line_break', 'U+2028'],
  ['Acme\u001b[2J', 'control', 'U+001B'],
  ['Acme\tLtd', 'control', 'U+0009'],
  ['Acme\u0000', 'control', 'U+0000'],
  ['Acme\u009b31m', 'control', 'U+009B'],
  ['Strip\u0435 Payments', 'mixed_scripts', 'Strip\u0435'],
  ['The \u03a1aypal', 'mixed_scripts', '\u03a1aypal'],
  ['\u054dtripe', 'mixed_scripts', '\u054dtripe'],
];

describe('disguised text', () => {
  it.each(HONEST)('is not found in %j, which people write', (text) => expect(findDisguise(text)).toBeNull());

  it.each(DISGUISED)('is found in %j', (text, kind, found) => expect(findDisguise(text)).toEqual({ kind, found }));

  it('does not include lines and tabs where a text has them', () => {
    expect(findDisguise('one\r\ntwo\n\tthree', { lines: true })).toBeNull();
    expect(findDisguise('one\rtwo', { lines: true })).toMatchObject({ kind: 'line_break' });
    expect(findDisguise('one\n\u202etwo', { lines: true })).toMatchObject({ kind: 'direction' });
  });

  it('is found as hidden characters anywhere, in a text of any language', () => {
    const hidden = fc.constantFrom(
      ...'\u0000\u0007\u001b\u007f\u009b\u202a\u202e\u2066\u2060\ufeff\u00ad\u115f\n\r\u2028',
    );
    fc.assert(
      fc.property(fc.constantFrom(...HONEST), hidden, fc.nat(), (text, sign, place) => {
        const signs = [...text];
        signs.splice(place % (signs.length + 1), 0, sign);
        expect(findDisguise(signs.join(''))).not.toBeNull();
      }),
    );
  });

  it('is judged alike in texts of one script, joined in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(HONEST, { minLength: 1 }), (texts) => {
        expect(findDisguise(texts.join(' '))).toBeNull();
      }),
    );
  });
});

describe('names of persons and companies', () => {
  it.each([
    'Ada Lovelace',
    'St.John Smith',
    'Dr.Müller',
    'J.R.R. Tolkien',
    'Márquez, S.A. de C.V.',
    '山田 太郎',
    'محمد علي',
    'data:lab',
  ])('include %j', (name) => {
    expect(nameProblem(name, 'person')).toBeNull();
    expect(nameProblem(name, 'company')).toBeNull();
  });

  it('may be like the domain for a company, and not for a person', () => {
    expect(nameProblem('Booking.com B.V.', 'company')).toBeNull();
    expect(nameProblem('evil.example', 'person')).toBe('holds an address');
  });

  it.each([
    'Win at https://evil.example/login',
    'hxxp://evil.example',
    'www.evil.example',
    'evil.example/login now',
    'evil.example:8080',
    'mailto:a',
    'write to me@evil.example',
    'Acme\nBcc: all@evil.example',
    'Acme \u202egpj',
    'שלום\u200f',
    'Acme\u001b[2J',
  ])('do not include %j', (name) => {
    expect(nameProblem(name, 'person')).toMatch(/^holds /);
    expect(nameProblem(name, 'company')).toMatch(/^holds /);
  });

  it('are written in a mail as one short line without links', () => {
    expect(nameInMail('Booking.com B.V.')).toBe('Booking com B.V.');
    expect(nameInMail('Go to\r\nhttps://evil.example/login?a=1')).toBe('Go to evil example/login?a=1');
    expect(nameInMail(`${'x'.repeat(100)}`)).toBe(`${'x'.repeat(59)}…`);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        const shown = nameInMail(`${text} https://evil.example ${text}`);
        expect(Array.from(shown).length).toBeLessThanOrEqual(60);
        expect(shown).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069@]|:\/\/|evil\.example/u);
      }),
    );
  });
});
