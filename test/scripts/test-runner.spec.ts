import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { affectedTests } from '../../scripts/lib/testing/changed-files.mjs';
import { listedIn, secondTries } from '../../scripts/lib/testing/flaky.mjs';
import { importGraph } from '../../scripts/lib/testing/import-graph.mjs';
import { outcomesOf, totalOf } from '../../scripts/lib/testing/outcomes.mjs';
import { neverAnswered, neverChecked } from '../../scripts/lib/testing/recorded.mjs';
import { testFiles, withWords } from '../../scripts/lib/testing/test-files.mjs';

const SUITE = { path: '/suite.cjs', files: ['libs/a/one.spec.ts', 'libs/a/two.spec.ts'] };
const test = (file: string, status: string) => ({
  ancestorTitles: [file],
  title: 'rule',
  status,
  duration: 5,
});

describe('the results of the files of a run', () => {
  it('are given by file although Jest saw one', () => {
    const { outcomes, problems } = outcomesOf(
      {
        success: false,
        testResults: [
          {
            name: SUITE.path,
            status: 'failed',
            assertionResults: [
              test(SUITE.files[0]!, 'failed'),
              test(SUITE.files[1]!, 'passed'),
              test(SUITE.files[1]!, 'pending'),
            ],
          },
        ],
      },
      [SUITE],
      1,
    );
    expect(outcomes.get(SUITE.files[0]!)).toMatchObject({ failed: 1, failures: ['rule'], passed: 0 });
    expect(outcomes.get(SUITE.files[1]!)).toMatchObject({ failed: 0, passed: 1, skipped: ['rule'] });
    expect(totalOf(outcomes)).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
    expect(problems).toEqual([]);
  });

  it('are a failure for every file of a suite that could not be run, or that has no result', () => {
    const crashed = { name: SUITE.path, status: 'failed', assertionResults: [] };
    for (const testResults of [[crashed], []]) {
      const { outcomes } = outcomesOf({ success: false, testResults }, [SUITE], 1);
      expect(totalOf(outcomes)).toMatchObject({ passed: 0, failed: 2 });
    }
  });

  it('distinguish a file that could not be loaded from a test that failed', () => {
    const unloadable = { ancestorTitles: [SUITE.files[0]!], title: 'can be loaded', status: 'failed', duration: 0 };
    const result = {
      name: SUITE.path,
      status: 'failed',
      assertionResults: [unloadable, test(SUITE.files[1]!, 'failed')],
    };
    const { outcomes } = outcomesOf({ success: false, testResults: [result] }, [SUITE], 1);
    expect(outcomes.get(SUITE.files[0]!)).toMatchObject({
      failed: 1,
      failures: [],
      problems: [expect.stringContaining('could not be run')],
    });
    expect(outcomes.get(SUITE.files[1]!)).toMatchObject({ failed: 1, failures: ['rule'], problems: [] });
  });

  it('are a failure when Jest leaves no results, or fails outside of any test', () => {
    expect(outcomesOf(undefined, [SUITE], 137)).toMatchObject({ problems: ['Jest ended (code 137) without results.'] });
    const passed = {
      name: SUITE.path,
      status: 'passed',
      assertionResults: SUITE.files.map((file) => test(file, 'passed')),
    };
    expect(outcomesOf({ success: false, testResults: [passed] }, [SUITE], 1).problems).toEqual([
      'Jest reports a failure outside of any test.',
    ]);
  });
});

describe('what no test of a run has covered', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'recorded-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('are the operations of the description that no process has recorded as successful', () => {
    const all = neverAnswered(path.join(directory, 'nothing'));
    expect(all).toEqual(expect.arrayContaining(['Auth_signIn', 'Auth_signOut']));
    writeFileSync(path.join(directory, '1'), 'Auth_signIn\n');
    writeFileSync(path.join(directory, '2'), 'Auth_signOut\nAuth_signIn\n');
    expect(neverAnswered(directory)).toEqual(all.filter((id) => !['Auth_signIn', 'Auth_signOut'].includes(id)));
  });

  it('are the pages of the router that no test has checked, whatever their parameters', () => {
    const all = neverChecked(path.join(directory, 'nothing'));
    expect(all.length).toBeGreaterThan(90);
    writeFileSync(path.join(directory, '1'), '/author/drives/x1\n/author/drives/new\n/nowhere\n');
    const left = neverChecked(directory);
    expect(all.filter((page) => !left.includes(page))).toEqual(['/author/drives/new', '/author/drives/$id']);
  });
});

describe('a second attempt', () => {
  const page = (list: string): string =>
    `# Testing\n\n## Flaky files\n\n${list}\n\n## Next\n\n- \`not/this.spec.ts\`\n`;

  it('is given to at most three files', () => {
    const three = ['a', 'b', 'c'];
    expect(secondTries(three, [])).toEqual({ again: three, problems: [] });
    expect(secondTries([...three, 'd'], []).again).toEqual([]);
  });

  it('is not given to a file that docs/testing.md lists as flaky', () => {
    expect(listedIn(page('None.'))).toEqual([]);
    expect(listedIn(page('- `libs/a/one.spec.ts`: since Monday'))).toEqual(['libs/a/one.spec.ts']);
    expect(() => listedIn('# Testing\n')).toThrow('Flaky files');
    const { again, problems } = secondTries(['a', 'b'], ['b']);
    expect(again).toEqual(['a']);
    expect(problems).toEqual([expect.stringContaining('b is known to be flaky')]);
  });
});

describe('the choice of test files', () => {
  const all = testFiles();

  it('finds files of each kind, and those with a word in their path', () => {
    for (const kind of ['unit', 'integration', 'arch', 'e2e'])
      expect(all.filter((one) => one.kind === kind).length).toBeGreaterThan(5);
    expect(withWords(all, ['./test/scripts/test-runner'])).toEqual([
      { file: 'test/scripts/test-runner.spec.ts', kind: 'unit' },
    ]);
    expect(withWords(all, [path.resolve('test/scripts/test-runner.spec.ts')])).toHaveLength(1);
    expect(withWords(all, ['no such test'])).toEqual([]);
  });

  it('follows imports through the index of a lib to the file that defines a name, not to its neighbours', () => {
    const reached = importGraph().dependents(['libs/ledger/src/ledger.ts']);
    expect(reached.has('libs/ledger/src/ledger.int-spec.ts')).toBe(true);
    expect(reached.has('libs/billing/src/collection/settle-charge.ts')).toBe(true);
    expect(reached.has('libs/contract/src/signing/signing.spec.ts')).toBe(false);
  });

  it('selects a journey for imports of its own code, not for further imports of the product', () => {
    const journeysFor = (changed: string): string[] =>
      affectedTests(all, [changed]).flatMap(({ file, kind }) => (kind === 'e2e' ? [file] : []));
    expect(journeysFor('libs/billing/src/invoicing/close-month.ts')).toEqual([]);
    expect(journeysFor('test/support/browser/browser-tour.ts')).toContain('test/e2e/portal-journeys.e2e-spec.ts');
    expect(journeysFor('scripts/lib/service.mjs')).toContain('test/e2e/start.e2e-spec.ts');
  });

  it('selects a test that starts the built product for imports of its own code as well', () => {
    const killed = 'test/money/killed-around-tax-and-refund.int-spec.ts';
    const chosen = (changed: string): string[] => affectedTests(all, [changed]).map(({ file }) => file);
    expect(chosen('libs/billing/src/refunds/issue-refund.ts')).toContain(killed);
    expect(chosen('test/support/processes/worker-process.ts')).toContain(killed);
    expect(chosen('test/support/processes/worker-process.ts')).toContain(
      'libs/installs/src/settings/settings.int-spec.ts',
    );
    const further = chosen('libs/billing/src/collection/retry-plan.ts');
    expect(further).toContain('test/money/case-21-payment-fails-retries-suspends-and-recovers.int-spec.ts');
    expect(further).not.toContain(killed);
  });

  it('selects every integration test after a change of the schema, everything after one of the tools', () => {
    const integration = all.filter(({ kind }) => kind === 'integration');
    const chosen = affectedTests(all, ['db/grants.sql']);
    expect(integration.every((one) => chosen.includes(one))).toBe(true);
    expect(affectedTests(all, ['package-lock.json'])).toEqual(all);
  });

  it('selects the tests of a lib after a change of a fixture in it, and none after one of a page of documentation', () => {
    const chosen = affectedTests(all, ['libs/contract/vectors/signing.json']);
    expect(chosen).toEqual(expect.arrayContaining(all.filter(({ file }) => file.startsWith('libs/contract/'))));
    expect(chosen.length).toBeLessThan(all.length / 2);
    expect(affectedTests(all, ['docs/money-case.md'])).toEqual([]);
  });
});
