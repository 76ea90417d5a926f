import { readdirSync, readFileSync } from 'node:fs';

const files = readdirSync('libs', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
  .map((file) => readFileSync(`libs/${file}`, 'utf8'));

describe('the effect of events in another order is documented', () => {
  const consumers = files.flatMap((text) =>
    [...text.matchAll(/readonly consumer = '([\w.-]+)';/g)].map((hit) => hit[1]!),
  );
  const table = readFileSync('docs/runbooks/order-of-events.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([\w.*-]+)`/g)].map((hit) => hit[1]!));

  it('for each existing processor and no other', () => {
    expect(consumers.length).toBeGreaterThan(30);
    expect([...table].sort()).toEqual([...consumers, 'webhooks.tell-*'].sort());
  });
});
