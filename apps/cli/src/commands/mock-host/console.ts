import { UsageError } from '../../io.js';
import type { Stage } from './act.js';
import { ACTS, readLine, runStep } from './acts.js';

const HELP = Object.entries(ACTS).map(
  ([name, { summary, takes }]) => `  ${`${name}${takes ? ` ${takes.join('|')}` : ''}`.padEnd(20)} ${summary}`,
);

/** Reads steps from the terminal until the person quits, closes the input or presses Ctrl-C. */
export async function runPrompt(stage: Stage): Promise<void> {
  const { io } = stage.host;
  io.out(`Enter a step of the host:\n${HELP.join('\n')}\n  ${'quit'.padEnd(20)} remove every install and exit\n`);
  await runStep(stage, { name: 'manifest', word: undefined });
  const lines = linesOf(io.input);
  const stopped = new Promise<undefined>((resolve) => {
    io.stop.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  for (;;) {
    io.out('host> ');
    const next = io.stop.aborted ? undefined : await Promise.race([lines.next(), stopped]);
    if (next === undefined || next.done) return void io.out('\n');
    const text = next.value.trim();
    if (text === 'quit' || text === 'exit') return;
    if (text === 'help' || text === '?') io.out(`${HELP.join('\n')}\n`);
    else if (text !== '') await attempt(stage, text);
  }
}

async function attempt(stage: Stage, text: string): Promise<void> {
  try {
    await runStep(stage, readLine(text));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    stage.host.io.out(`${error.message}\n`);
  }
}

async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}
