import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkDocumentation, conformanceChecks, runConformance } from '@portal/conformance';
import { manifestJsonSchema, signatureReasons, type JsonObject } from '@portal/contract';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(path.resolve(__dirname, '../../web/src/docs/generated', `${name}.json`), 'utf8'));
const { entries } = read('search') as { entries: { href: string }[] };
const anchors = new Set(entries.map(({ href }) => href));

/** Pointers of all fields that a schema describes, `*` for an element. */
function described(schema: JsonObject, pointer = ''): string[] {
  const own = schema.description === undefined ? [] : [pointer];
  const items = schema.items ? described(schema.items as JsonObject, `${pointer}/*`) : [];
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>);
  return [...own, ...items, ...members.flatMap(([key, member]) => described(member, `${pointer}/${key}`))];
}

/** Compares the pages for authors with the libraries that they are made from. */
describe('the documentation for authors and the engine', () => {
  it('has an anchor for every check that a finding can name, and documents no other', () => {
    const numbers = conformanceChecks.map(({ id }) => id).sort();
    expect(numbers.filter((id) => !anchors.has(`/docs/checks#${id}`))).toEqual([]);
    const { checks } = read('checks') as { checks: { id: string }[] };
    expect(checks.map(({ id }) => id).sort()).toEqual(numbers);
    expect(Object.keys(checkDocumentation).sort()).toEqual(numbers);
  });

  it('links from the findings of the validator to existing anchors', async () => {
    const { report } = await runConformance({
      manifestUrl: 'https://drive.example.com/m',
      transport: async () => ({ failure: 'dns' }),
      now: () => 0,
      mode: 'public',
    });
    expect(report.findings.map(({ id }) => [id, anchors.has(`/docs/checks#${id}`)])).toEqual([['C01', true]]);
  });

  it.each(['structured', 'flat'] as const)('has every field of the %s shape under its pointer', (shape) => {
    const pointers = described(manifestJsonSchema(shape));
    expect(pointers.length).toBeGreaterThan(15);
    const missing = pointers.filter((pointer) => !anchors.has(`/docs/fields#${shape}${pointer}`));
    expect(missing).toEqual([]);
  });

  it('has every spelling of a refused signature', () => {
    const { groups } = read('errors') as { groups: { id: string; entries: { spellings: string[] }[] }[] };
    const drive = groups.find(({ id }) => id === 'drive')!.entries;
    expect(drive.flatMap(({ spellings }) => spellings)).toEqual(expect.arrayContaining(Object.keys(signatureReasons)));
  });
});
