// Which operations of docs/openapi.json answered with success while tests ran: test/support/http/api-description.ts writes them down.
import fs from 'node:fs';
import path from 'node:path';
import { inRoot } from '../root.mjs';

const ANSWERED = inRoot('test-output/answered');

export function forgetAnswers() {
  fs.rmSync(ANSWERED, { recursive: true, force: true });
}

/** Ids of the operations without a successful test; only meaningful for a run of all tests. */
export function neverAnswered(directory = ANSWERED) {
  const files = fs.existsSync(directory) ? fs.readdirSync(directory) : [];
  const seen = new Set(files.flatMap((file) => fs.readFileSync(path.join(directory, file), 'utf8').split('\n')));
  const { paths } = JSON.parse(fs.readFileSync(inRoot('docs/openapi.json'), 'utf8'));
  const all = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  return all.filter((id) => !seen.has(id)).sort();
}
