import path from 'node:path';
import { startProcess } from '../support/processes/processes.js';

interface Report {
  readonly kills: Readonly<Record<string, number>>;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[];
}

const KILLS = 8;

describe('three months of the marketplace while its processes fall', () => {
  it('lose nothing, double nothing and leave nothing stuck', async () => {
    const args = [path.resolve('scripts/chaos.mjs'), '--quick', '--kills', String(KILLS), '--seed', '1', '--json'];
    const child = startProcess(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, said] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await new Promise((resolve) => child.once('close', resolve));
    if (!out.startsWith('{')) throw new Error(said);
    const { kills, checks } = JSON.parse(out) as Report;
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks.length).toBeGreaterThan(10);
    expect(Object.values(kills).reduce((sum, times) => sum + times, 0)).toBe(KILLS);
  });
});
