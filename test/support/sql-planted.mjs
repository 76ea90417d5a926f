// Checks the SQL texts of stdin, an object of sources by file name, against the database of argv, as if they were in
// the product. Prints { problems, unknown } of `where` and text.
import path from 'node:path';
import { statementProblems } from '../../scripts/check/sql/check.mjs';
import { openDescriber } from '../../scripts/check/sql/describe.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { plantedProgram } from './planted-program.mjs';

const { planted, program } = await plantedProgram();
const { describe, close } = await openDescriber(process.argv[2]);
const { problems, unknown } = await statementProblems(program, describe, (file) => planted.has(path.join(root, file)));
await close();
process.stdout.write(JSON.stringify({ problems, unknown }));
