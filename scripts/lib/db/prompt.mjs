import readline from 'node:readline';
import { errorText } from './session.mjs';
import { createReader } from './statements.mjs';

/**
 * Asks for statements until \q or the end of the input. Each runs once its semicolon is there; an error is shown and
 * ends nothing. Ctrl-C cancels the running statement, else drops the input. Resolves when the person is done.
 */
export function prompt(session, { input = process.stdin, output = process.stdout, database }) {
  const lines = readline.createInterface({ input, output, terminal: true, historySize: 1_000 });
  const reader = createReader();
  let running = false;
  let work = Promise.resolve();
  const ask = () => {
    lines.setPrompt(reader.rest ? `${database}-> ` : `${database}=> `);
    lines.prompt();
  };
  const answer = async (task) => {
    running = true;
    try {
      for (const text of await task()) output.write(`${text}\n`);
    } catch (error) {
      output.write(`${errorText(error)}\n`);
    }
    running = false;
  };
  const take = async (line) => {
    for (const asked of reader.add(line)) {
      if (/^\\q\b/.test(asked)) return lines.close();
      await answer(() => session.answer(asked));
    }
    ask();
  };
  lines.on('line', (line) => (work = work.then(() => take(line))));
  lines.on('SIGINT', () => {
    if (running) return void session.cancel().catch((error) => output.write(`${errorText(error)}\n`));
    reader.drop();
    output.write('\n');
    ask();
  });
  ask();
  return new Promise((resolve) => lines.once('close', () => resolve(work)));
}
