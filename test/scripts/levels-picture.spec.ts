import { picture, withLevelsPicture } from '../../scripts/lib/docs/levels-picture.mjs';

const USES: Record<string, string[]> = { top: ['middle', 'base', 'lone'], middle: ['base'], base: [], lone: [] };
const drawn = (): string => picture([['base', 'lone'], ['middle'], ['top']], (lib) => USES[lib]!);

describe('the picture of the levels', () => {
  it('has an arrow for each import between libs, but none that follows from two others', () => {
    const arrows = drawn()
      .split('\n')
      .filter((line) => line.includes('-->'))
      .map((line) => line.trim());
    expect(arrows).toEqual(['middle --> base', 'top --> middle', 'top --> lone']);
  });

  it('has the highest level first', () => {
    expect(drawn().indexOf('Level 2')).toBeLessThan(drawn().indexOf('Level 0'));
  });

  it('is refused when the document has no marks for it', () => {
    expect(() => withLevelsPicture('# Architecture\n')).toThrow('has no marks');
  });
});
