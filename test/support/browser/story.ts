import path from 'node:path';
import { startProcess } from '../processes/processes.js';

export interface StoryRun {
  readonly exitCode: number;
  /** One object per step, then the verdict. */
  readonly lines: Readonly<Record<string, unknown>>[];
  readonly verdict: Readonly<Record<string, unknown>>;
  readonly printed: string;
}

/** Runs `npm run demo -- --json` against a running portal. */
export async function runDemo(url: string): Promise<StoryRun> {
  const child = startProcess(process.execPath, [path.resolve('scripts/demo.mjs'), '--json', '--url', url], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const exitCode = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  const lines = out
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { exitCode, lines, verdict: lines.at(-1) ?? {}, printed: `${out}\n${err}` };
}

/** Suffix of the names of a story's author, Drive and tenants. */
export const suffixOf = ({ lines }: StoryRun): string => String(lines[0]!['slug']).slice('story-'.length);

/** The mail address and password of a story's author. */
export function authorOf(story: StoryRun): { email: string; password: string } {
  const suffix = suffixOf(story);
  return { email: `story-${suffix}@authors.example`, password: `Draft-${suffix}-horse-battery` };
}
