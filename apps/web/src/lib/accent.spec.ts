import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ACCENTS, accentOf, isLight } from './accent.js';

const tokens = readFileSync(path.join(__dirname, '../theme/tokens.css'), 'utf8');

/** Relative luminance of a colour such as `#1f7a8c` (WCAG 2.2). */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

describe('the accent of a Drive', () => {
  it('is always the same one, and one that exists', () => {
    for (const slug of ['tide-notes', 'a', 'ledgerline-2', 'x'.repeat(64)]) {
      expect(accentOf(slug)).toBe(accentOf(slug));
      expect(accentOf(slug)).toBeGreaterThanOrEqual(1);
      expect(accentOf(slug)).toBeLessThanOrEqual(ACCENTS);
    }
  });

  it('carries white text at 4.5:1 and more', () => {
    const accents = [...tokens.matchAll(/--accent-\d: (#[0-9a-f]{6});/g)].map(([, colour]) => colour!);
    expect(accents).toHaveLength(ACCENTS);
    for (const accent of accents) expect(1.05 / (luminance(accent) + 0.05)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['#000000', '#ffffff', '#1f6f5c', '#757575', '#ffcc00', '#ff0000', '#4f46c8'])(
    'has text on %s at 4.5:1 and more',
    (colour) => {
      const l = luminance(colour) + 0.05;
      expect(isLight(colour) ? l / 0.05 : 1.05 / l).toBeGreaterThanOrEqual(4.5);
    },
  );
});
