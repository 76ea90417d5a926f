import fc from 'fast-check';
import { anyCharacter } from '../../../../test/support/any-character.js';
import { quoted } from './quoted.js';

describe('words of others in a mail', () => {
  it('are marked line by line, and truncated', () => {
    expect(quoted('Hello\r\n\r\nDrive Portal: click here\u202e')).toBe('> Hello\n>\n> Drive Portal: click here');
    expect(quoted('a'.repeat(600))).toBe(`> ${'a'.repeat(500)} […]`);
  });

  it('have no unmarked line, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 800 }), (text) => {
        const shown = quoted(text);
        for (const line of shown.split(/[\n\r\u0085\u2028\u2029\v\f]/u)) expect(line).toMatch(/^>/);
        expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u001b]/u);
      }),
    );
  });
});
