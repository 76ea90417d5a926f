import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProcess } from '../support/processes/processes.js';

/** A checkout of its own: our scripts, one local package, one lib. */
let checkout: string;

const write = (file: string, content: string | object): void => {
  mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true });
  writeFileSync(path.join(checkout, file), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
};
const read = (file: string): string => readFileSync(path.join(checkout, file), 'utf8');

/** Runs one expression with a module of scripts/lib as `m`; prints the result as JSON, or a Problem's code and text. */
async function run(module: string, expression: string, env: Record<string, string> = {}): Promise<string> {
  const script = `const p = (await import('./scripts/lib/progress.mjs')).createProgress(); const m = await import('./scripts/lib/${module}');
    try { console.log('=' + JSON.stringify(await (${expression})(p))); } catch (e) { console.log('!' + e.code + ' ' + e.message); }`;
  const child = startProcess(process.execPath, ['--input-type=module', '-e', script], {
    cwd: checkout,
    env: {
      PATH: process.env['PATH'],
      HOME: checkout,
      npm_config_cache: path.join(checkout, '.cache'),
      npm_config_fetch_retries: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) output += chunk.toString();
  return output;
}

beforeEach(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'checkout-test-'));
  cpSync('scripts/lib', path.join(checkout, 'scripts', 'lib'), { recursive: true });
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

describe('installing', () => {
  const local = { name: 'dep', version: '1.0.0' };
  const lock = (more: object = {}): object => ({
    name: 'trial',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'trial', dependencies: { dep: 'file:dep' } },
      dep: { version: '1.0.0' },
      'node_modules/dep': { resolved: 'dep', link: true },
      ...more,
    },
  });

  beforeEach(() => {
    write('dep/package.json', local);
    write('package.json', { name: 'trial', dependencies: { dep: 'file:dep' } });
    write('package-lock.json', lock());
  });

  it('happens once, and again when something is missing or package-lock.json has changed', async () => {
    expect(await run('ensure-installed.mjs', '(p) => m.ensureInstalled(p)')).toMatch(/=true/);
    expect(await run('ensure-installed.mjs', '(p) => m.ensureInstalled(p)')).toBe('=false\n');
    rmSync(path.join(checkout, 'node_modules', 'dep'), { recursive: true });
    expect(await run('ensure-installed.mjs', '() => m.isInstalled()')).toBe('=false\n');
    expect(await run('ensure-installed.mjs', '(p) => m.ensureInstalled(p)')).toMatch(/=true/);
    write('package-lock.json', lock({ 'node_modules/other': { version: '1.0.0' } }));
    expect(await run('ensure-installed.mjs', '() => m.isInstalled()')).toBe('=false\n');
  });

  it('does not count packages for other platforms as missing', async () => {
    await run('ensure-installed.mjs', '(p) => m.ensureInstalled(p)');
    write('package-lock.json', lock({ 'node_modules/elsewhere': { version: '1.0.0', optional: true, os: ['aix'] } }));
    expect(await run('ensure-installed.mjs', '() => m.isInstalled()')).toBe('=true\n');
  });

  it('reports what npm says when it fails', async () => {
    write('package.json', { name: 'trial', dependencies: { remote: '1.0.0' } });
    write('package-lock.json', {
      ...lock(),
      packages: {
        '': { name: 'trial', dependencies: { remote: '1.0.0' } },
        'node_modules/remote': { version: '1.0.0', integrity: 'sha512-AAAA' },
      },
    });
    expect(
      await run('ensure-installed.mjs', '(p) => m.ensureInstalled(p)', { npm_config_registry: 'http://127.0.0.1:9' }),
    ).toMatch(/!install_failed npm ci failed with code[\s\S]*ECONNREFUSED/);
  });

  it('reports that npm is missing', async () => {
    const bin = path.join(checkout, 'bin');
    mkdirSync(bin);
    symlinkSync(process.execPath, path.join(bin, 'node'));
    expect(await run('ensure-installed.mjs', '(p) => m.ensureInstalled(p)', { PATH: bin })).toMatch(/!npm_missing/);
  });
});

describe('building', () => {
  beforeEach(() => {
    symlinkSync(path.resolve('node_modules'), path.join(checkout, 'node_modules'));
    cpSync('.swcrc', path.join(checkout, '.swcrc'));
    write('libs/one/src/index.ts', `export { two } from '@portal/two';\nexport const one: number = 1;\n`);
    write('libs/one/src/index.spec.ts', `throw new Error('a test');\n`);
    write('libs/two/src/index.ts', 'export const two: number = 2;\n');
  });
  const build = async (): Promise<{ compiled: number; removed: number; errors: string[] }> =>
    JSON.parse((await run('server-build.mjs', '() => m.buildServer()')).slice(1)) as never;

  it('compiles what changed, and nothing twice', async () => {
    expect(await build()).toMatchObject({ compiled: 2, removed: 0, errors: [] });
    expect(await build()).toMatchObject({ compiled: 0, removed: 0, errors: [] });
    expect(read('dist/libs/one/src/index.js')).toContain('require("../../two/src');
    expect(existsSync(path.join(checkout, 'dist/libs/one/src/index.spec.js'))).toBe(false);
    write('libs/two/src/index.ts', 'export const two: number = 22;\n');
    expect(await build()).toMatchObject({ compiled: 1, removed: 0, errors: [] });
    expect(read('dist/libs/two/src/index.js')).toContain('22');
    rmSync(path.join(checkout, 'dist/libs/two/src/index.js'));
    expect(await build()).toMatchObject({ compiled: 1, removed: 0, errors: [] });
  });

  it('compiles again what another compiler has written since', async () => {
    await build();
    write('dist/libs/two/src/index.js', 'exports.two = "of another source";\n');
    expect(await build()).toMatchObject({ compiled: 1 });
    expect(read('dist/libs/two/src/index.js')).toContain('exports');
    expect(read('dist/libs/two/src/index.js')).not.toContain('another');
  });

  it('removes files without a source', async () => {
    write('libs/two/src/old/gone.ts', 'export const gone = 1;\n');
    await build();
    rmSync(path.join(checkout, 'libs/two/src/old'), { recursive: true });
    expect(await build()).toMatchObject({ removed: 2 });
    expect(existsSync(path.join(checkout, 'dist/libs/two/src/old'))).toBe(false);
  });

  it('names a file that does not parse, keeps its last good output, and tries it again', async () => {
    await build();
    write('libs/two/src/index.ts', 'export const = ;\n');
    expect(await build()).toMatchObject({ errors: [expect.stringMatching(/^libs\/two\/src\/index\.ts/)] });
    expect(read('dist/libs/two/src/index.js')).toContain('2');
    expect(await build()).toMatchObject({ errors: [expect.anything()] });
    write('libs/two/src/index.ts', 'export const two = 3;\n');
    expect(await build()).toMatchObject({ compiled: 1, removed: 0, errors: [] });
  });

  it('finds an import again whose target appeared later', async () => {
    rmSync(path.join(checkout, 'libs/two'), { recursive: true });
    await build();
    write('libs/two/src/index.ts', 'export const two = 2;\n');
    await build();
    expect(read('dist/libs/one/src/index.js')).not.toContain('.ts")');
  });

  it('rebuilds everything when the compiler settings change', async () => {
    await build();
    write('.swcrc', `${read('.swcrc')}\n`);
    expect(await build()).toMatchObject({ compiled: 2 });
  });
});

describe('the content of the pages under /docs', () => {
  const fresh = async (): Promise<boolean> =>
    (await run('ensure-author-docs.mjs', '() => m.areAuthorDocsFresh()')) === '=true\n';

  it('is made again when a file that it is made of changes, is added or removed, or its generator does', async () => {
    const output = 'apps/web/src/docs/generated/api.json';
    write('package-lock.json', {});
    write('libs/one.js', 'exports.one = 1;\n');
    write('vectors/good.json', {});
    write(output, {});
    expect(await fresh()).toBe(false);
    const inputs = ['libs/one.js', 'vectors'];
    const record = async (): Promise<void> => {
      const digest = (await run('ensure-author-docs.mjs', `() => m.digestOf(${JSON.stringify(inputs)})`)).slice(1);
      write('dist/.author-docs.json', { digest: JSON.parse(digest) as string, inputs, outputs: [output] });
      expect(await fresh()).toBe(true);
    };
    for (const change of [
      () => write('libs/one.js', 'exports.one = 2;\n'),
      () => rmSync(path.join(checkout, 'libs/one.js')),
      () => write('vectors/bad.json', {}),
      () => rmSync(path.join(checkout, output)),
      () => write('scripts/lib/docs/more.mjs', ''),
      () => write('package-lock.json', { lockfileVersion: 3 }),
    ]) {
      write('libs/one.js', 'exports.one = 1;\n');
      write(output, {});
      await record();
      change();
      expect([change.toString(), await fresh()]).toEqual([change.toString(), false]);
    }
    write('libs/one.js', 'exports.one = 1;\n');
    await record();
    write('libs/other.js', '');
    expect(await fresh()).toBe(true);
  });

  it('lists its sources: the description of the API, the engine, vectors, snippets and constants', () => {
    const { inputs } = JSON.parse(readFileSync('dist/.author-docs.json', 'utf8')) as { inputs: string[] };
    expect(inputs).toEqual(
      expect.arrayContaining([
        'docs/openapi.json',
        'docs/errors.md',
        'apps/web/src/docs/guides.json',
        'apps/cli/snippets/verify.py',
        'dist/libs/conformance/src/index.js',
        'dist/libs/contract/src/manifest/fields/identity.js',
        'libs/contract/vectors',
        'libs/contract/vectors/signing.json',
        'libs/listings/src/conformance/check-drive.ts',
      ]),
    );
    expect(inputs.filter((file) => file.includes('node_modules') || file.startsWith('.'))).toEqual([]);
  });
});
