import { spawn } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

interface LintMessage {
  ruleId: string | null;
  message: string;
  fatal?: boolean;
}

/** Lints `code` as if it stood in `file`. */
async function lint(file: string, code: string): Promise<LintMessage[]> {
  const child = spawn(
    process.execPath,
    [path.join(ROOT, 'node_modules/eslint/bin/eslint.js'), '--stdin', '--stdin-filename', file, '--format', 'json'],
    { cwd: ROOT },
  );
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stdin.end(code);
  await new Promise((resolve) => child.once('close', resolve));
  return (JSON.parse(out) as { messages: LintMessage[] }[])[0]!.messages;
}

const PLANTED = `
import http from 'node:http';
import { request } from 'undici';
import { randomUUID } from 'node:crypto';
async function later(): Promise<void> {}
export function planted(kind: 'a' | 'b', loose: any): void {
  later();
  const times = [Date.now(), new Date(), Math.random(), randomUUID(), fetch('https://a.co')];
  switch (kind) { case 'a': break; }
  if (times == loose) eval('1');
  http.get('http://x'); void request('http://x');
}`;

describe('lint rules', () => {
  it('refuse ambient time, chance and network, floating promises and forgotten cases in a feature', async () => {
    const messages = await lint('libs/platform/src/audit/audit.ts', PLANTED);
    expect(messages.filter((m) => m.fatal)).toEqual([]);
    const found = messages.map((m) => (m.ruleId === 'no-restricted-syntax' ? m.message : m.ruleId));
    for (const rule of [
      '@typescript-eslint/no-floating-promises',
      '@typescript-eslint/switch-exhaustiveness-check',
      '@typescript-eslint/no-explicit-any',
      'no-restricted-imports',
      'eqeqeq',
      'no-eval',
      'Use the Clock port.',
      'Use the Random port.',
      'Use the Ids port.',
      'Use the OutboundClient.',
    ]) {
      expect(found).toContain(rule);
    }
    expect(messages.filter((m) => m.message === 'Use the Clock port.')).toHaveLength(2);
    expect(messages.filter((m) => m.ruleId === 'no-restricted-imports')).toHaveLength(2);
  });
});
