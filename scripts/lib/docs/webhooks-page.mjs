// The tables of docs/webhooks.md, made from the code.
import { cell, code, table } from './markdown.mjs';

const HOUR_MS = 3_600_000;

/**
 * `text` with the tables between their marks.
 * @param retryAfterMs waits between two attempts
 * @param messages {type, text} of each message that a webhook can ask for
 */
export function withWebhookTables(text, retryAfterMs, messages) {
  return between(between(text, 'retries', retries(retryAfterMs)), 'events', events(messages));
}

/** `text` of docs/host-api.md with the table of its events. */
export function withEventTable(text, messages) {
  return between(text, 'events', events(messages));
}

function between(text, name, table) {
  const marks = new RegExp(`(<!-- ${name}: made by npm run generate -->\\n)[\\s\\S]*?(<!-- end of ${name} -->)`);
  if (!marks.test(text)) throw new Error(`The page has no marks for its ${name}.`);
  return text.replace(marks, (_, begin, end) => `${begin}\n${table}\n\n${end}`);
}

function retries(waits) {
  const sinceFirst = waits.map((_, i) => waits.slice(0, i + 1).reduce((sum, wait) => sum + wait, 0));
  const rows = waits.map((wait, i) => [i + 2, duration(wait), duration(sinceFirst[i])]);
  return table(['Attempt', 'Sent after another', 'Since the first'], rows);
}

function duration(ms) {
  if (ms >= HOUR_MS) return `${Math.round((ms / HOUR_MS) * 10) / 10} h`;
  return ms >= 60_000 ? `${Math.round(ms / 60_000)} min` : `${ms / 1_000} s`;
}

function events(messages) {
  return table(
    ['Type', 'When it is sent'],
    messages.map(({ type, text }) => [code(type), cell(text)]),
  );
}
