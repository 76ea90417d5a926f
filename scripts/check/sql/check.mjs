import { rowProblems } from './compare.mjs';
import { NULL_KEPT_OUT, TEXT_OF_A_RUN } from './known.mjs';
import { findStatements } from './statements.mjs';

/** Fewer statements mean that they are not found any more. */
const FEWEST = 1_000;
/** Objects outside of the schema that a statement needs, made by another one of its transaction. */
const MADE_BEFORE = /^relation "pg_temp\.\w+" does not exist$/;
/** Business time that a condition asks for once per row. */
const CLOCK_PER_ROW =
  /([<>]=?|@>|\bbetween)\s*\(?platform\.portal_now\(\)|(?<!select )platform\.portal_now\(\)\s*([-+]\s*interval\s*'[^']*'\s*)?([<>]|@>|between\b)/;

/**
 * Holds every statement of the product in `program` against the migrated database behind `describe` (describe.mjs): that it
 * can be prepared, how many values it is given, the type of its rows.
 * Returns { problems, summary }: `problems` are sentences that begin with `file:line`.
 */
export async function checkSql(program, describe) {
  const found = await statementProblems(program, describe);
  const left = withoutKnown(found.problems, NULL_KEPT_OUT, ({ where, text }) => `${fileOf(where)} ${text}`);
  const problems = [
    ...left.map(({ where, text }) => `${where}: ${text}`),
    ...unknownProblems(found.unknown),
    ...(found.texts < FEWEST ? [`Only ${found.texts} SQL texts were found.`] : []),
  ];
  const summary = `${found.texts} SQL texts of ${found.calls} calls were checked; ${found.unknown.length} calls have a text that only a run knows.`;
  return { problems, summary };
}

/**
 * Returns { problems, unknown, texts, calls } of the files that belong; of problems and unknown { where, text }.
 * @public for its test
 */
export async function statementProblems(program, describe, belongs) {
  const checker = program.getTypeChecker();
  const { statements, unknown } = findStatements(program, belongs);
  const problems = new Map();
  const calls = new Set();
  let texts = 0;
  const add = (where, text) => problems.set(`${where} ${text}`, { where, text });
  for (const { where, text, values, rows } of statements) {
    const described = await describe(text).catch((error) => {
      if (error.code === undefined) throw error;
      return { error };
    });
    if (described.error && MADE_BEFORE.test(described.error.message)) {
      unknown.push({ where, reason: described.error.message });
      continue;
    }
    texts += 1;
    calls.add(where);
    if (CLOCK_PER_ROW.test(text)) add(where, 'a condition asks for the time per row: (select platform.portal_now())');
    if (described.error) {
      add(where, described.error.message);
      continue;
    }
    const { parameters, columns, denied } = described;
    // What migrates is the owner of the tables.
    if (!where.startsWith('apps/migrate/'))
      for (const name of denied) add(where, `${name} is not within the rights of the product (db/grants.sql)`);
    if (values !== undefined && values !== parameters)
      add(where, `${parameters} parameters in the text, ${values} values given`);
    if (rows) for (const problem of rowProblems(checker, rows, columns, text)) add(where, problem);
  }
  return { problems: [...problems.values()], unknown, texts, calls: calls.size };
}

const fileOf = (where) => where.replace(/:\d+$/, '');

/** Problems without a reason in `known`; an entry that matches none is a problem too. */
function withoutKnown(problems, known, keyOf) {
  const stale = new Set(Object.keys(known));
  const left = problems.filter((problem) => {
    stale.delete(keyOf(problem));
    return !(keyOf(problem) in known);
  });
  return [
    ...left,
    ...[...stale].map((key) => ({ where: 'scripts/check/sql/known.mjs', text: `"${key}" is not so any more` })),
  ];
}

/** As many calls per file as are known, no more and no fewer. */
function unknownProblems(unknown) {
  const files = new Set([...unknown.map(({ where }) => fileOf(where)), ...Object.keys(TEXT_OF_A_RUN)]);
  return [...files].flatMap((file) => {
    const here = unknown.filter(({ where }) => fileOf(where) === file);
    const known = TEXT_OF_A_RUN[file]?.calls ?? 0;
    if (here.length === known) return [];
    const list = here.map(({ where, reason }) => `\n  ${where}: ${reason}`).join('');
    return [
      `${file}: ${here.length} calls have a text that is known at run time only, ${known} are in scripts/check/sql/known.mjs${list}`,
    ];
  });
}
