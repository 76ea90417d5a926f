import { checkManifestFile } from '@portal/conformance';
import { readEndpoints } from '@portal/contract';
import type { Act } from './act.js';
import { said } from './host.js';

/** Reads the manifest, as everybody may. */
export const readManifest: Act = {
  summary: 'read the manifest',
  first: true,
  async play({ host, teller }) {
    const reply = await host.call('GET', host.manifestPath, { key: null });
    if (!reply.data) return void teller.tell('manifest', 'fail', said(reply));
    const bytes = Buffer.from(JSON.stringify(reply.data));
    const { canonical, report } = await checkManifestFile(bytes, { allowLoopback: true });
    if (!canonical) {
      const [worst] = report.findings;
      return void teller.tell(
        'manifest',
        'fail',
        `${worst?.rule} ${worst?.pointer ?? ''}: ${worst?.cause} ${worst?.fix}`,
      );
    }
    host.manifest = canonical;
    host.endpoints = readEndpoints(reply.data);
    const { name, version, capabilities, eventsEmitted } = canonical;
    teller.tell(
      'manifest',
      'ok',
      `${name}${version === null ? '' : ` ${version}`}, ${canonical.shape} shape; capabilities ${capabilities.join(', ')}; emits ${eventsEmitted.join(', ')}`,
    );
  },
};

/** Reads health, and sees that a stranger is turned away elsewhere. */
export const readHealth: Act = {
  summary: 'read health; see that a call without a signature is refused',
  async play({ host, teller }) {
    const health = await host.call('GET', host.endpoints!.health, { key: null });
    const speed = health.durationMs > 2_500 ? ` (slow: ${Math.round(health.durationMs)} ms)` : '';
    teller.expect('health', health.data !== null, health.data ? JSON.stringify(health.data) + speed : said(health));
    const unsigned = await host.call('GET', host.endpoints!.metrics, { key: null });
    teller.expect(
      'unsigned is refused',
      unsigned.status === 401,
      unsigned.status === 401 ? said(unsigned) : `${said(unsigned)}: everybody can read your metrics`,
    );
  },
};
