import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Names of events that are defined in `definitions` and that no text of `users` mentions but to emit them. */
function unconsumed(definitions: string, users: readonly string[]): string[] {
  const names = [...definitions.matchAll(/^export const (\w+) = defineEvent\b/gm)].map(([, name]) => name!);
  const consumers = users.map((text) =>
    text.replace(/^import [^;]*;$/gm, '').replace(/\b(emit|emitMany)\(\s*\w+,/g, ''),
  );
  return names.filter((name) => !consumers.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
}

describe('an event', () => {
  it('is there for a consumer: what only has to be known later is an audit entry', () => {
    const files = execFileSync('git', ['ls-files', 'libs/*.ts', 'apps/*.ts'], { encoding: 'utf8' }).split('\n');
    const source = files.filter((file) => existsSync(file) && !/(^$|spec|\/index)\.ts$|\/testing\//.test(file));
    const isDefinition = (file: string) => /^libs\/[^/]+\/src\/events\.ts$/.test(file);
    const read = (file: string) => readFileSync(file, 'utf8');
    const definitions = source.filter(isDefinition).map(read).join('\n');
    expect(definitions.match(/defineEvent</g)!.length).toBeGreaterThan(50);
    expect(unconsumed(definitions, source.filter((file) => !isDefinition(file)).map(read))).toEqual([]);
  });

  it('is found when it is only emitted', () => {
    const definitions = `export const Read = defineEvent<{ id: string }>('read', 1);\nexport const Unread = defineEvent<{ id: string }>('unread', 1);`;
    const users = [
      `import { Read, Unread } from '../events.js';\nawait tx.emit(Unread, { id });\nawait tx.emitMany(Unread, all);`,
      `import { Read } from '../events.js';\neventProcessor(Read, 'reads', Reader);`,
    ];
    expect(unconsumed(definitions, users)).toEqual(['Unread']);
  });
});
