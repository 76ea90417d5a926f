import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Lists whose order is not in the statement of their cursor: their own specs show them page by page. */
const ELSEWHERE = [
  'libs/installs/src/install/read/install-queries.ts',
  'libs/installs/src/polling/drive-event-queries.ts',
  'libs/installs/src/tenants/operators.service.ts',
  'libs/listings/src/catalogue/catalogue.ts',
  'libs/payouts/src/accounts/author-payouts.ts',
  'libs/payouts/src/runs/read/run-exceptions.ts',
  'libs/payouts/src/runs/read/run-payouts.ts',
  'libs/payouts/src/runs/read/unpaid-notes.ts',
  'libs/platform/src/audit/audit-log.ts',
  'libs/statements/src/read/exports.ts',
  'libs/statements/src/read/statements.ts',
];
const COLUMN = String.raw`(?:[\w.]+|\w+\([^()]*\))(?:::\w+)?`;
const AFTER = new RegExp(String.raw`or (?:\((${COLUMN}(?:, ${COLUMN})*)\)|([\w.]+)) ([<>]) \(*\$\d`, 'g');
/** Columns that no two rows of a list share, alone or as the last one. */
const UNIQUE = /(?:^|[ .])(?:id(?:::text)?|seq|number_seq|slug|gap|currency|consumer)$/;

/** Whether each cursor of a file has a condition of its own with so many columns by which the list is ordered. */
function continuesInOrder(text: string): boolean {
  const fitting: number[] = [];
  for (const [, row, single, sign] of text.matchAll(AFTER)) {
    const columns = (row ?? single!).split(/, (?![^(]*\))/);
    const order = columns.map((column) => (sign === '<' ? `${column} desc` : column)).join(', ');
    if (text.includes(`order by ${order} limit $`) && UNIQUE.test(columns.at(-1)!)) fitting.push(columns.length);
  }
  const cursors = [...text.matchAll(/decodeCursor\([^;]*?, (\d)\)/g)].map(([, values]) => Number(values));
  return [...fitting].sort().join() === [...cursors].sort().join();
}

describe('the cursor of a list', () => {
  const files = execFileSync(
    'git',
    ['grep', '-l', 'decodeCursor(', '--', 'apps/*.ts', 'libs/*.ts', ':!*spec.ts', ':!libs/kernel'],
    { encoding: 'utf8' },
  )
    .trim()
    .split('\n');

  it('continues after the columns by which the list is ordered, in their direction, to a unique one', () => {
    const wrong = files.filter((file) => !continuesInOrder(readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ')));
    expect(wrong).toEqual(ELSEWHERE);
    expect(files.length - wrong.length).toBeGreaterThan(30);
  });
});
