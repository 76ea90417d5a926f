import { checkManifestFile } from '@portal/conformance';
import { readEndpoints } from '@portal/contract';
import type { Act } from './act.js';
import { outcome } from './host.js';

/** Reads the manifest, which is public. */
export const readManifest: Act = {
  summary: 'read the manifest',
  first: true,
  async run({ host, reporter, versions }) {
    const reply = await host.call('GET', host.manifestPath, { key: null });
    if (!reply.data) return reporter.fail('manifest', outcome(reply));
    const bytes = Buffer.from(JSON.stringify(reply.data));
    const { canonical, report } = await checkManifestFile(bytes, { allowLoopback: true, ...versions });
    if (!canonical) {
      // It is more specific than that of schema_version, which comes with it.
      const worst = report.findings.find(({ rule }) => rule === 'contract_version_unsupported') ?? report.findings[0];
      return reporter.fail('manifest', `${worst?.rule} ${worst?.pointer ?? ''}: ${worst?.cause} ${worst?.fix}`);
    }
    host.manifest = canonical;
    host.endpoints = readEndpoints(reply.data);
    const { name, version, capabilities, eventsEmitted } = canonical;
    reporter.ok(
      'manifest',
      `${name}${version === null ? '' : ` ${version}`}, ${canonical.shape} shape; capabilities ${capabilities.join(', ')}; emits ${eventsEmitted.join(', ')}`,
    );
  },
};

/** Reads health, and checks that unsigned calls to other endpoints are refused. */
export const readHealth: Act = {
  summary: 'read health, and check that an unsigned call is refused',
  async run({ host, reporter }) {
    const health = await host.call('GET', host.endpoints!.health, { key: null });
    const speed = health.durationMs > 2_500 ? ` (slow: ${Math.round(health.durationMs)} ms)` : '';
    reporter.expect(
      'health',
      health.data !== null,
      health.data ? JSON.stringify(health.data) + speed : outcome(health),
    );
    const unsigned = await host.call('GET', host.endpoints!.metrics, { key: null });
    reporter.refused('unsigned is refused', unsigned, 'anyone can read your metrics');
  },
};
