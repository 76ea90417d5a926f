// docs/errors.md: the catalogue of the API's refusals, which only a process that has loaded all of the API knows.
import { cell, code, table } from './markdown.mjs';

const ROW = /^\| `(\w+)` \| (\d{3}) \| (.*) \|$/gm;

/** The page; `errors` are {code, status, message}. */
export function errorList(errors) {
  const rows = errors.map(({ code: name, status, message }) => [code(name), status, cell(message)]);
  return `# Errors\n\nEvery refusal of the API: \`error\` is the code. Codes live for ever; texts may be improved. Made by \`npm run generate\`.\n\n${table(['Code', 'Status', 'Text'], rows)}\n`;
}

/** The errors of such a page. */
export function readErrorList(page) {
  return [...page.matchAll(ROW)].map(([, code, status, message]) => ({
    code,
    status: Number(status),
    message: message.replaceAll('\\|', '|'),
  }));
}
