import { conformanceChecks } from '../checks/index.js';
import { failureText } from '../probe/received.js';
import { fetchDocs } from './fetch.js';
import { checkDocumentation } from './index.js';

describe('the documentation of the checks', () => {
  it('describes every check, and none that does not exist', () => {
    expect(Object.keys(checkDocumentation).sort()).toEqual(conformanceChecks.map(({ id }) => id).sort());
  });

  it.each(Object.keys(fetchDocs))('covers the failure %s of the engine', (failure) => {
    expect(failureText({ failure })).not.toContain(`(${failure})`);
  });

  it.each(Object.entries({ ...checkDocumentation, ...fetchDocs }))(
    'of %s consists of short whole sentences',
    (_id, { cause, fix, example }) => {
      for (const text of [cause, fix]) {
        expect(text).toMatch(/^\S.*\.$/s);
        expect(text.length).toBeLessThan(240);
      }
      if (example) expect(example.wrong).not.toBe(example.right);
    },
  );
});
