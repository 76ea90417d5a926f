import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const LIBS = path.resolve(__dirname, '../../libs');
const files = readdirSync(LIBS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/spec\.ts$|\.entity\.ts$/.test(file))
  .map((file) => ({ lib: file.split(path.sep)[0]!, text: readFileSync(path.join(LIBS, file), 'utf8') }));

const entitiesIn = (text: string): string[] => [...new Set(text.match(/\b[A-Z]\w*Entity\b/g))];

/** Entities that a text passes to the transaction's manager. */
function usedEntities(text: string): string[] {
  if (!text.includes('.manager')) return [];
  const code = text.replace(/^import [^;]*;$/gm, '');
  return entitiesIn(code).filter((name) => new RegExp(`[(,?]\\s*${name}\\s*[,):]|: ${name},`).test(code));
}

interface Registering {
  readonly lib: string;
  readonly name: string;
  /** Arguments of its decorator. */
  readonly text: string;
  readonly registers: readonly string[];
}

/** Lists of providers that are constants of the file are read as if they were written in place. */
function modulesIn(lib: string, text: string): Registering[] {
  const lists = [...text.matchAll(/^const (\w+) = \[(.*?)\];/gms)].map(([, name, list]) => [name!, list!] as const);
  const inPlace = (body: string): string =>
    lists.reduce(
      (read, [name, list]) =>
        read
          .replace(new RegExp(`\\.\\.\\.${name}\\b`, 'g'), () => list)
          .replace(new RegExp(`\\bproviders: ${name}\\b`), () => `providers: [${list}]`)
          .replace(name === 'providers' ? /\bproviders,/ : /$^/, () => `providers: [${list}],`),
      body,
    );
  return [...text.matchAll(/@Module\((\{.*?)\)\s*(?:export )?class (\w+)/gs)].map(([, body, name]) => ({
    lib,
    name: name!,
    text: inPlace(body!),
    registers: entitiesIn(/forFeature\(\[(.*?)\]\)/s.exec(body!)?.[1] ?? ''),
  }));
}

const provides = ({ text }: Registering, name: string): boolean =>
  new RegExp(`providers: \\[[^\\]]*\\b${name}\\b`).test(text);

const modules = files.flatMap(({ lib, text }) => modulesIn(lib, text));

/** Entities that the module registers, and its imports. */
function loads(module: Registering, seen = new Set<Registering>()): string[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const imported = modules.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(module.text));
  return [...module.registers, ...imported.flatMap((one) => loads(one, seen))];
}

const users = files.flatMap(({ lib, text }) => {
  const entities = usedEntities(text);
  const name = /^export class (\w+)/m.exec(text)?.[1];
  return name !== undefined && entities.length > 0 ? [{ lib, name, entities }] : [];
});

// A process has the entities of its modules. Specs load the modules of both processes, so that none of them misses one.
describe('an entity is registered where it is used', () => {
  it('and the search finds a planted repository and its module', () => {
    const imports = "import { AEntity, BEntity } from './a.entity.js';\n";
    expect(usedEntities(`${imports}tx.manager.insert(AEntity, {});\nlet row: BEntity;`)).toEqual(['AEntity']);
    const text = '@Module({ imports: [TypeOrmModule.forFeature([AEntity])], providers: [Rows] })\nexport class Some {}';
    const [module] = modulesIn('some', text);
    expect([module!.name, module!.registers, provides(module!, 'Rows')]).toEqual(['Some', ['AEntity'], true]);
    const [constant] = modulesIn('some', `const CORE = [Rows];\n\n${text.replace('[Rows]', 'CORE')}`);
    const [spread] = modulesIn('some', `const CORE = [Rows];\n\n${text.replace('[Rows]', '[...CORE, Other]')}`);
    expect([constant, spread].map((one) => provides(one!, 'Rows'))).toEqual([true, true]);
    expect(users.length).toBeGreaterThan(20);
  });

  it.each(users)('by every module of $lib that provides $name', ({ lib, name, entities }) => {
    const providers = modules.filter((module) => module.lib === lib && provides(module, name));
    expect(providers.length).toBeGreaterThan(0);
    for (const module of providers) expect(loads(module)).toEqual(expect.arrayContaining(entities));
  });

  it('and nowhere else, because it takes memory in every process that loads it', () => {
    const used = new Set(users.flatMap(({ entities }) => entities));
    expect(modules.flatMap(({ registers }) => registers).filter((name) => !used.has(name))).toEqual([]);
  });
});
