import fc from 'fast-check';
import { findLookAlikes, skeleton } from './look-alike-names.js';

const RESERVED = ['Drive Portal', 'Stripe', 'Visa', 'American Express'];
const look = (name: string, ...others: string[]) => findLookAlikes(name, { others, reserved: RESERVED });

describe('look-alike names', () => {
  it.each([
    ['letters of another script', 'Аdwrіght'],
    ['capitals of another script', 'АDWRІGНТ'],
    ['an I for an l, a one for an i', 'Adwr1ght'],
    ['letters of full width', 'Ａｄｗｒｉｇｈｔ'],
    ['bold letters of mathematics', '\u{1D400}\u{1D41D}\u{1D430}\u{1D42B}\u{1D422}\u{1D420}\u{1D421}\u{1D42D}'],
    ['accents', 'Ádwrîght'],
    ['letters that nobody sees', 'Ad\u200bwri\u00adght'],
    ['two letters that are drawn like one', 'Advvright'],
    ['spaces and signs', 'Ad-Wright.'],
    ['another case', 'ADWRIGHT'],
    ['the very same', 'Adwright'],
  ])('include a name with %s', (_how, name) =>
    expect(look(name, 'Adwright')).toEqual([{ name: 'Adwright', how: 'same' }]),
  );

  it.each([
    ['Adwrite', 'Adwright', 'none'],
    ['Adwrigth', 'Adwright', 'near'],
    ['Adwrght', 'Adwright', 'near'],
    ['Adwrights', 'Adwright', 'near'],
    ['Adwrigzz', 'Adwright', 'none'],
    ['Campaign Builder', 'Campain Bilder', 'near'],
    ['Campaign Builder', 'Campaign Reader', 'none'],
    ['Sync', 'Sunc', 'none'],
    ['Sync', 'Sуnс', 'same'],
    ['Modem', 'Modern', 'same'],
    ['客户管理', '客户管家', 'none'],
    ['客户管理', '客户管理', 'same'],
    ['Календарь', 'Календарь', 'same'],
    ['!!!', '???', 'none'],
  ])('with %s compared with %s: %s', (name, other, how) =>
    expect(look(name, other).map((one) => one.how)).toEqual(how === 'none' ? [] : [how]),
  );

  it.each([
    ['Stripe Payments Official', 'Stripe'],
    ['StripePay', 'Stripe'],
    ['Ѕtrіре Billing', 'Stripe'],
    ['5tr1pe', 'Stripe'],
    ['Strippe Billing', 'Stripe'],
    ['Strip lights', 'Stripe'],
    ['Visa checkout', 'Visa'],
    ['American-Express Points', 'American Express'],
    ['Drive  Portal Support', 'Drive Portal'],
    ['DrivePortal', 'Drive Portal'],
    ['Advisable', null],
    ['Strict rules', null],
    ['Express American food', null],
    ['Portal of drives', null],
  ])('with %s that contains the protected name %s', (name, held) =>
    expect(look(name)).toEqual(held === null ? [] : [{ name: held, how: 'protected' }]),
  );

  it('are listed once each, the most similar first, and no more than a person reads', () => {
    const near = ['Adwrighd', 'Adwrighs', 'Adwrighk', 'Adwrighp', 'Adwrighm'];
    const found = look('Adwright', ...near, 'ADWRIGHT', 'ADWRIGHT');
    expect(found).toHaveLength(5);
    expect(found[0]).toEqual({ name: 'ADWRIGHT', how: 'same' });
  });

  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  it('include every name with a letter itself, whatever its case and the signs around it', () =>
    fc.assert(
      fc.property(name, (text) => {
        fc.pre(skeleton(text) !== '');
        expect(look(`  ${text}. `, text)).toContainEqual({ name: text, how: 'same' });
      }),
    ));

  it('are similar in both directions', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'r', 'n', 'm', 'і', '1', ' '), minLength: 5, maxLength: 9 }),
        fc.string({ unit: fc.constantFrom('a', 'r', 'n', 'm', 'і', '1', ' '), minLength: 5, maxLength: 9 }),
        (one, other) => {
          const same = (a: string, b: string) => look(a, b).some(({ how }) => how === 'same');
          expect(same(one, other)).toBe(same(other, one));
        },
      ),
    ));

  it('are the same for a name with a disguised letter', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('aа', 'eе', 'oο', 'pр', 'cс', 'xх', 'sѕ', 'iі', 'l1', 'o0'), { minLength: 1 }),
        fc.infiniteStream(fc.boolean()),
        (pairs, choices) => {
          const written = pairs.map((pair) => [...pair][choices.next().value ? 1 : 0]).join('');
          expect(skeleton(written)).toBe(skeleton(pairs.map((pair) => pair[0]).join('')));
        },
      ),
    ));
});
