import fc from 'fast-check';

/**
 * Any character, half surrogates too; every other one is ASCII. As `unit` of `fc.string`, whose own `binary` builds a table
 * of all of Unicode first, which takes longer than most tests.
 */
export const anyCharacter = fc
  .oneof(fc.nat(0x7f), fc.nat(0x10_ffff))
  .map((codePoint) => String.fromCodePoint(codePoint));
