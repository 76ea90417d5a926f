import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
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

/** Vectors with one secret and single headers; names in lower case, as the snippets expect them. */
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

/** Go runs files, not texts: the snippet as a package of a module, and a program that asks it. */
const GO_PROGRAM = `package main

import (
	"encoding/json"
	"net/http"
	"os"
	"snippet/drive"
)

type vector struct {
	Headers map[string]string
	Path    string
	Secret  string
	Now     int64 \`json:"now_ms"\`
}

func main() {
	var vectors []vector
	if err := json.NewDecoder(os.Stdin).Decode(&vectors); err != nil {
		panic(err)
	}
	reasons := []*string{}
	for _, one := range vectors {
		headers := http.Header{}
		for name, value := range one.Headers {
			headers.Set(name, value)
		}
		reason := drive.Refusal(headers, one.Path, one.Secret, one.Now)
		if reason == "" {
			reasons = append(reasons, nil)
		} else {
			reasons = append(reasons, &reason)
		}
	}
	json.NewEncoder(os.Stdout).Encode(reasons)
}
`;

function runGo(input: string): SpawnSyncReturns<string> {
  const module = fs.mkdtempSync(path.join(os.tmpdir(), 'snippet-'));
  try {
    fs.mkdirSync(path.join(module, 'drive'));
    fs.copyFileSync(path.join(folder, 'verify.go'), path.join(module, 'drive/verify.go'));
    fs.writeFileSync(path.join(module, 'go.mod'), 'module snippet\n\ngo 1.19\n');
    fs.writeFileSync(path.join(module, 'main.go'), GO_PROGRAM);
    return spawnSync('go', ['run', '.'], { cwd: module, input, encoding: 'utf8' });
  } finally {
    fs.rmSync(module, { recursive: true, force: true });
  }
}

const works = (command: string, argument: string): boolean => spawnSync(command, [argument]).status === 0;
/** The languages of this machine, and the command that runs their snippet over the cases. */
const here: [name: string, run: (input: string) => SpawnSyncReturns<string>][] = [
  ...Object.entries(runners)
    .filter(([, [command]]) => works(command, '--version'))
    .map(([name, [command, args]]): (typeof here)[number] => [
      name,
      (input) => spawnSync(command, args, { input, encoding: 'utf8' }),
    ]),
  ...(works('go', 'version') ? [['go', runGo] satisfies (typeof here)[number]] : []),
];

describe('the verifiers that authors copy, in the languages that this machine has', () => {
  it('has vectors for every reason', () => {
    expect(cases.length).toBeGreaterThan(20);
    expect(new Set(cases.map(({ reason }) => reason))).toEqual(
      new Set([null, 'missing_signature_headers', 'stale_timestamp', 'bad_signature']),
    );
    expect(here.map(([name]) => name)).toContain('node');
  });

  it.each(here)('%s agrees with every vector', (_name, run) => {
    const { stdout, stderr } = run(JSON.stringify(cases));
    expect(stderr).toBe('');
    const reasons = JSON.parse(stdout) as (string | null)[];
    expect(cases.map(({ name }, i) => [name, reasons[i]])).toEqual(cases.map(({ name, reason }) => [name, reason]));
  });
});

it('during a rotation what either secret signed is accepted, nothing else, and nothing without a secret', () => {
  const rotated = (
    vectors.verify as unknown as {
      secrets: string[];
      headers: Record<string, string>;
      path: string;
      now_ms: number;
      expect: { ok: boolean; reason?: string };
    }[]
  ).filter(({ secrets }) => secrets.length === 2);
  expect(rotated.map(({ expect: { ok } }) => ok).sort()).toEqual([false, true, true]);
  const ask = (one: (typeof rotated)[number], [current, previous]: readonly string[]): string => {
    const { headers, path: target, now_ms } = one;
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const args = JSON.stringify([lower, target, now_ms]);
    const program = `import(${JSON.stringify(`file://${folder}/verify-both.mjs`)}).then(({ refusalByAll }) => console.log(refusalByAll(...${args}))).catch(({ message }) => console.log(message))`;
    const env = { PLATFORM_AGENT_SECRET: current ?? '', PLATFORM_AGENT_SECRET_PREVIOUS: previous ?? '' };
    return spawnSync(process.execPath, ['-e', program], { encoding: 'utf8', env }).stdout.trim();
  };
  for (const one of rotated) {
    expect(ask(one, one.secrets)).toBe(String(one.expect.reason ?? null));
    expect(ask(one, [])).toBe('PLATFORM_AGENT_SECRET is not set');
  }
  // A request signed with the old secret is refused when its variable is gone.
  const old = rotated.find(({ expect: wanted }) => (wanted as { key_index?: number }).key_index === 1)!;
  expect(ask(old, old.secrets.slice(0, 1))).toBe('bad_signature');
});
