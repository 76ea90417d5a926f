import type { JsonObject } from '../json.js';

/** Text that is safe inside an element or a quoted attribute. */
export function escapeHtml(value: unknown): string {
  return String(value).replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  );
}

const style = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 64rem; padding: 1.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
td.amount, th.amount { text-align: right; font-variant-numeric: tabular-nums; }
button { font: inherit; padding: .5rem 1rem; }
td button { padding: .1rem .5rem; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
input, select { font: inherit; }
.mark { border: 1px solid #b45309; border-radius: .4rem; padding: .5rem .8rem; }
`;

/** Headers of every page: no script, nothing from elsewhere, never inside a frame of somebody else. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** A whole page. `body` is HTML whose values are already escaped. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><p class="mark">Sandbox: an emulator of the payment provider. No real money moves here.</p>
<main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
}

/** A column of a table. `html`: the value is markup whose own values are already escaped. */
export type Column = [title: string, value: (row: JsonObject) => unknown, kind?: 'amount' | 'html'];

/** A column of the field `name`. */
export const column = (title: string, name: string): Column => [title, (row) => row[name] ?? ''];
export const money: Column = ['Amount', (row) => `${String(row.amount)} ${String(row.currency)}`, 'amount'];

export function table(columns: Column[], rows: JsonObject[]): string {
  if (!rows.length) return '<p>None yet.</p>';
  const heads = columns.map(([title, , kind]) => `<th scope="col" class="${kind ?? ''}">${escapeHtml(title)}</th>`);
  const cell = (row: JsonObject, [, value, kind]: Column): string =>
    `<td class="${kind ?? ''}">${kind === 'html' ? String(value(row)) : escapeHtml(value(row))}</td>`;
  const lines = rows.map((row) => `<tr>${columns.map((column) => cell(row, column)).join('')}</tr>`);
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
}
