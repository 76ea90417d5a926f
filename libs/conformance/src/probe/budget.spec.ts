import { PROBE_BUDGET, type ConformanceMode } from '../index.js';
import { goodManifest, memoryDrive, type Faults } from '../testing/memory-drive.js';
import { playTransport } from '../testing/play.js';

async function run(mode: ConformanceMode, faults: Faults) {
  const { transport, requests, state } = memoryDrive(goodManifest('minimal'), faults);
  const result = await playTransport(transport, mode);
  return { ...result, requests, live: state.live.size };
}

/**
 * Refuses everything for no known reason, so that every search runs to its end: on reads, and on DELETE with an odd id.
 */
const unexplained: Faults = {
  verdict: (right, { url }, name) => {
    const odd = name === 'events' && url.includes('%20');
    return name === 'metrics' || name === 'billing' || odd || url.includes('%2F') ? 'bad_signature' : right;
  },
};

describe('the budget of requests', () => {
  it.each(['public', 'full', 'lifecycle'] as const)('for %s is kept, and never ends a run early', async (mode) => {
    for (const faults of [{}, { secret: 'another' }, unexplained]) {
      const { probes, requests, report } = await run(mode, faults);
      expect(requests.length).toBeLessThanOrEqual(PROBE_BUDGET[mode]);
      expect(probes).toHaveLength(requests.length);
      expect(report.findings.filter(({ received }) => received?.includes('budget'))).toEqual([]);
    }
  });

  it('leaves enough to end every install, however long the searches are', async () => {
    let n = 0;
    const { live, report } = await run('lifecycle', {
      ...unexplained,
      // No install is found again: each gets its own id and has to be ended separately.
      state: (state) => {
        const { install } = state;
        state.install = (body) => {
          for (const one of state.live.values()) one.ventureId = `other ${n++}`;
          return install.call(state, body);
        };
      },
    });
    expect(n).toBeGreaterThan(10);
    expect(live).toBe(0);
    expect(report.findings.filter(({ id }) => id === 'C105')).toEqual([]);
  });
});
