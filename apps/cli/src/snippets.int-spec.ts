import { spawnSync } from 'node:child_process';
import path from 'node:path';
import vectors from '../../../libs/contract/vectors/signing.json';

interface Case {
  name: string;
  headers: Record<string, string>;
  path: string;
  secret: string;
  now_ms: number;
  reason: string | null;
}

/** Vectors with one secret and single headers; names in lower case, as the snippets want them. */
const cases: Case[] = vectors.verify.flatMap((vector) => {
  const {
    name,
    headers,
    path: target,
    secrets,
    now_ms,
    expect: wanted,
  } = vector as unknown as {
    name: string;
    headers: Record<string, unknown>;
    path: string;
    secrets: string[];
    now_ms: number;
    expect: { ok: boolean; reason?: string };
  };
  const entries = Object.entries(headers);
  if (secrets.length !== 1 || !entries.every(([, value]) => typeof value === 'string')) return [];
  const lower = Object.fromEntries(entries.map(([key, value]) => [key.toLowerCase(), value as string]));
  if (Object.keys(lower).length !== entries.length) return [];
  return [{ name, headers: lower, path: target, secret: secrets[0]!, now_ms, reason: wanted.reason ?? null }];
});

const folder = path.resolve(__dirname, '../snippets');
const READ = 'const cases = JSON.parse(require("fs").readFileSync(0, "utf8"));';
/** How each language runs its snippet over the cases of standard input and prints the reasons as JSON. */
const runners: Record<string, [command: string, args: string[]]> = {
  node: [
    process.execPath,
    [
      '-e',
      `${READ} import(${JSON.stringify(`file://${folder}/verify.mjs`)}).then(({ refusal }) => console.log(JSON.stringify(cases.map((c) => refusal(c.headers, c.path, c.secret, c.now_ms)))))`,
    ],
  ],
  python3: [
    'python3',
    [
      '-c',
      `import json,sys; sys.path.insert(0, ${JSON.stringify(folder)}); sys.dont_write_bytecode = True; from verify import refusal; print(json.dumps([refusal(c["headers"], c["path"], c["secret"], c["now_ms"]) for c in json.load(sys.stdin)]))`,
    ],
  ],
  ruby: [
    'ruby',
    [
      '-rjson',
      '-e',
      `require ${JSON.stringify(`${folder}/verify.rb`)}; puts JSON.generate(JSON.parse($stdin.read).map { |c| refusal(c["headers"], c["path"], c["secret"], c["now_ms"]) })`,
    ],
  ],
  php: [
    'php',
    [
      '-r',
      `require ${JSON.stringify(`${folder}/verify.php`)}; echo json_encode(array_map(fn($c) => refusal($c["headers"], $c["path"], $c["secret"], $c["now_ms"]), json_decode(file_get_contents("php://stdin"), true)));`,
    ],
  ],
};
const here = Object.entries(runners).filter(([, [command]]) => spawnSync(command, ['--version']).status === 0);

describe('the verifiers that authors copy, in the languages that this machine has', () => {
  it('has vectors for every reason', () => {
    expect(cases.length).toBeGreaterThan(20);
    expect(new Set(cases.map(({ reason }) => reason))).toEqual(
      new Set([null, 'missing_signature_headers', 'stale_timestamp', 'bad_signature']),
    );
    expect(here.map(([name]) => name)).toContain('node');
  });

  it.each(here)('%s agrees with every vector', (_name, [command, args]) => {
    const run = spawnSync(command, args, { input: JSON.stringify(cases), encoding: 'utf8' });
    expect(run.stderr).toBe('');
    const reasons = JSON.parse(run.stdout) as (string | null)[];
    expect(cases.map(({ name }, i) => [name, reasons[i]])).toEqual(cases.map(({ name, reason }) => [name, reason]));
  });
});
