import { readdirSync, readFileSync } from 'node:fs';

const files = readdirSync('libs', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
  .map((file) => readFileSync(`libs/${file}`, 'utf8'));

describe('what a processor does with events in another order is thought about', () => {
  const consumers = files.flatMap((text) =>
    [...text.matchAll(/readonly consumer = '([\w.-]+)';/g)].map((hit) => hit[1]!),
  );
  const table = readFileSync('docs/runbooks/order-of-events.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([\w.*-]+)`/g)].map((hit) => hit[1]!));

  it('and written down, for each that there is and none that is not', () => {
    expect(consumers.length).toBeGreaterThan(30);
    expect([...table].sort()).toEqual([...consumers, 'webhooks.tell-*'].sort());
  });
});
