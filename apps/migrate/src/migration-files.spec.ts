import { migrationFiles, migrationIn } from './migration-files.js';

describe('the files of the migrations', () => {
  it('are taken oldest first, without additional files of a compiler', () => {
    expect(migrationFiles(['1763700000200-b.js', '1763700000100-a-2.js', '1763700000100-a-2.js.map'])).toEqual([
      '1763700000100-a-2.js',
      '1763700000200-b.js',
    ]);
  });

  it.each([
    '1763700000100_platform.ts',
    '1763700000100-Platform.ts',
    '17637000001-short.ts',
    'platform-init.ts',
    '1763700000100-.ts',
    '1763700000100-a--b.ts',
    '1763700000100-notes.sql',
    '.DS_Store',
  ])('are refused with a message about %s, never skipped', (name) =>
    expect(() => migrationFiles(['1763700000050-a.ts', name])).toThrow(`${name} is not named like a migration`),
  );

  it('are refused when two have the same time', () =>
    expect(() => migrationFiles(['1763700000100-b.ts', '1763700000100-a.ts'])).toThrow('have the same time'));

  it('have one migration each, of the time of the file', () => {
    class Init1763700000100 {}
    class Other1763700000100 {}
    const file = '1763700000100-init.ts';
    expect(migrationIn(file, { Init1763700000100, COLUMN: 'a' })).toBe(Init1763700000100);
    expect(() => migrationIn(file, { COLUMN: 'a' })).toThrow('exactly one migration');
    expect(() => migrationIn(file, { Init1763700000100, Other1763700000100 })).toThrow('exactly one migration');
    expect(() => migrationIn('1763700000200-init.ts', { Init1763700000100 })).toThrow('must end with 1763700000200');
  });
});
