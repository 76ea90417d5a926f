// Lines such as "  Building the server        1.4 s". On a terminal the running phase counts up in place; elsewhere a
// phase says that it is still running once it has taken two seconds, and every ten after that.

const SAY_AFTER_MS = 2_000;
const SAY_AGAIN_MS = 10_000;
const WIDTH = 44;

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * quiet: phases that end within two seconds are not mentioned.
 * Returns { phase, note, times }: `phase(title, work)` runs `work()` and returns its result; `times` lists [title, ms] of every phase so far.
 */
export function createProgress({ quiet = false, stream = process.stdout } = {}) {
  const times = [];

  async function phase(title, work) {
    const startedAt = performance.now();
    const elapsed = () => performance.now() - startedAt;
    let saidAt = 0;
    const tick = setInterval(() => {
      if (elapsed() < SAY_AFTER_MS) return;
      if (stream.isTTY) stream.write(`\r  ${title.padEnd(WIDTH)} ${seconds(elapsed())}\x1b[K`);
      else if (!saidAt || performance.now() - saidAt > SAY_AGAIN_MS) {
        saidAt = performance.now();
        stream.write(`  ${title} ... ${seconds(elapsed())}\n`);
      }
    }, 500);
    const clear = () => {
      clearInterval(tick);
      if (stream.isTTY) stream.write('\r\x1b[K');
    };
    try {
      const result = await work();
      clear();
      const ms = elapsed();
      times.push([title, ms]);
      if (!quiet || ms > SAY_AFTER_MS) stream.write(`  ${title.padEnd(WIDTH)} ${seconds(ms)}\n`);
      return result;
    } catch (error) {
      clear();
      stream.write(`  ${title.padEnd(WIDTH)} failed after ${seconds(elapsed())}\n`);
      throw error;
    }
  }

  return { phase, note: (text) => stream.write(`  ${text}\n`), times };
}
