import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import good from '../../../libs/contract/vectors/manifests-good.json';
import { serveCommand, type ServedCommand } from '../../../test/support/processes/served-command.js';
import { templateFiles } from './templates.js';

const OTHER: Readonly<Record<string, string>> = { typescript: 'python', python: 'typescript' };
/** A folder of its own, in which nothing of this repository can be found. */
let dir: string;
let served: ServedCommand;
beforeAll(async () => {
  served = await serveCommand();
  dir = await mkdtemp(path.join(tmpdir(), 'drive-alone-'));
  await writeFile(path.join(dir, 'good.json'), JSON.stringify(good.structured));
});
afterAll(async () => {
  await served.close();
  await rm(dir, { recursive: true, force: true });
});

const run = (program: string, ...args: string[]) =>
  promisify(execFile)(program, args, {
    cwd: dir,
    env: { PATH: process.env.PATH, HOME: dir, npm_config_registry: 'http://127.0.0.1:1' },
  });

describe('the command that the portal serves', () => {
  it('is one file that runs by itself', async () => {
    await run('curl', '-fsSO', `${served.origin}/drive.cjs`);
    expect((await run(process.execPath, 'drive.cjs', '--version')).stdout).toBe('0.1.0\n');
    expect((await run(process.execPath, 'drive.cjs', 'validate', 'good.json')).stdout).toMatch(/^PASS/);
    await expect(run(process.execPath, 'drive.cjs', 'serve')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('drive init') as unknown,
    });
  });

  it.each(['typescript', 'python'])('has the template for %s in it', async (language) => {
    await run(process.execPath, 'drive.cjs', 'init', language, '--language', language);
    const files = await readdir(path.join(dir, language), { recursive: true, withFileTypes: true });
    const written = files.filter((one) => one.isFile()).map(({ name }) => name);
    const wanted = Object.keys(templateFiles()).filter((file) => /^[^/]+/.exec(file)?.[0] !== OTHER[language]);
    expect(written).toHaveLength(wanted.length);
    expect(written).toContain('.gitignore');
  });

  it('is a package without dependencies, which npx runs without a registry', async () => {
    const { stdout } = await run('npx', '--yes', `${served.origin}/drive.tgz`, 'validate', 'good.json');
    expect(stdout).toMatch(/^PASS/m);
  });

  it('carries the licences of what is in it', async () => {
    const text = await (await fetch(`${served.origin}/drive.cjs`)).text();
    for (const name of ['parse5', 'entities', 're2js']) expect(text).toContain(`\n${name}\n\n`);
    expect(text).toContain('Permission is hereby granted, free of charge');
    expect(text).not.toMatch(/require\("(?!node:)/);
  });
});
