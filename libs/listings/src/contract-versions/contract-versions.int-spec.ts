import type { JsonObject } from '@portal/contract';
import { ListingsWorld } from '../../../../test/support/drives/listings.js';
import good from '../../../contract/vectors/manifests-good.json';
import { CheckDrive } from '../conformance/check-drive.js';
import type { ContractVersionView } from './contract-versions.view.js';

const DAY = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();
const DRAFT = { ...good.structured, schema_version: 2, contract_version: '2.0.0-draft' };

describe('contract versions', () => {
  const world = ListingsWorld.forTests({ SANDBOX_DRIVE_PORTS: '1024-65535' });
  let admin: string;
  let url: string;
  let served: JsonObject;

  beforeAll(async () => {
    admin = await world.app.demo('admin');
    const { origin } = await world.serve((_request, response) => {
      const data = { ok: true, data: served, meta: { version: 'v1', generated_at: new Date().toISOString() } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(data));
    });
    url = `${origin}${good.structured.endpoints.manifest}`;
  });

  const list = async () =>
    (
      await world.app.call<{ items: ContractVersionView[] }>({ method: 'GET', url: '/api/public/contract-versions' })
    ).data.items.map(({ major, structured, phase }) => [major, structured, phase]);
  const announce = (major: number, deprecated_at: string, sunset_at: string) =>
    world.app.call<{ items: ContractVersionView[] }>({
      method: 'POST',
      url: `/api/v1/admin/contract-versions/${major}/sunset`,
      body: { deprecated_at, sunset_at },
      as: admin,
    });
  /** Results of the checks C24 and C10 of a manifest. */
  async function findings(manifest: object, app = world.app): Promise<string[]> {
    served = manifest as JsonObject;
    const { report } = await app.get(CheckDrive).execute({ manifestUrl: url });
    return report.findings
      .filter(({ pointer }) => /^\/(schema|contract)_version$/.test(pointer ?? ''))
      .map(({ rule }) => rule);
  }

  it('are version 1 alone, and the draft where the setting includes it', async () => {
    expect(await list()).toEqual([[1, '1.0.0', 'current']]);
    // It has no release date.
    const first = await world.app.call<{ items: ContractVersionView[] }>({
      method: 'GET',
      url: '/api/public/contract-versions',
    });
    expect(first.data.items[0]).toMatchObject({ released_at: null, sunset_at: null });
    expect(await findings(good.structured)).toEqual([]);
    expect(await findings(DRAFT)).toEqual(['schema_version_unsupported', 'contract_version_unsupported']);
    const withDraft = await world.app.anotherInstance({ SANDBOX_DRIVE_PORTS: '1024-65535', CONTRACT_DRAFT: '1' });
    try {
      const { data } = await withDraft.call<{ items: ContractVersionView[] }>({
        method: 'GET',
        url: '/api/public/contract-versions',
      });
      expect(data.items[1]).toMatchObject({ structured: '2.0.0-draft', phase: 'draft', released_at: null });
      expect(await findings(DRAFT, withDraft)).toEqual([]);
      expect(await findings(good.structured, withDraft)).toEqual([]);
    } finally {
      await withDraft.close();
    }
  });

  it('end only with a successor, six months after their deprecation, and later if that is announced', async () => {
    expect(await announce(1, inDays(1), inDays(400))).toMatchObject({ status: 409, error: 'contract_sunset_refused' });
    expect((await announce(1, inDays(1), inDays(400))).body).toContain('no_successor');
    await world.db.query(
      `insert into listings.contract_versions (major, flat, structured, schema_version, released_at) values (2, 'v2', '2.0.0', 2, now())`,
    );
    const [from, end] = [inDays(2), inDays(2 + 184)];
    for (const [deprecated, sunset, code] of [
      [from, inDays(100), 'too_soon'],
      [inDays(-200), inDays(1), 'deprecated_in_past'],
    ] as const) {
      const refused = await announce(1, deprecated, sunset);
      expect([refused.status, refused.error]).toEqual([409, 'contract_sunset_refused']);
      expect(refused.body).toContain(code);
    }
    expect(await announce(3, from, end)).toMatchObject({ status: 404, error: 'contract_version_not_found' });
    const announced = await announce(1, from, end);
    expect(announced.status).toBe(200);
    expect(announced.data.items[0]).toMatchObject({ major: 1, deprecated_at: from, sunset_at: end });
    expect((await announce(1, from, inDays(185))).body).toContain('moved_nearer');
    expect((await announce(1, inDays(3), inDays(300))).body).toContain('deprecation_moved');
    expect((await announce(1, from, inDays(300))).status).toBe(200);
  });

  it('are both served during the migration, then only the new one', async () => {
    const v2 = { ...DRAFT, contract_version: '2.0.0' };
    const at = (days: number) => world.db.query('update platform.test_clock set offset_ms = $1', [days * DAY]);
    expect(await findings(v2)).toEqual([]);
    expect(await findings(good.structured)).toEqual([]);
    await at(10);
    expect(await findings(v2)).toEqual([]);
    expect(await findings(good.structured)).toEqual(['contract_version_deprecated']);
    await at(301);
    expect(await list()).toEqual([
      [1, '1.0.0', 'sunset'],
      [2, '2.0.0', 'current'],
    ]);
    expect(await findings(v2)).toEqual([]);
    expect(await findings(good.structured)).toEqual(['contract_version_unsupported']);
  });

  it('are served for six months after their deprecation, whoever writes to the database', async () => {
    const change = (sql: string) => world.db.query(`update listings.contract_versions set ${sql} where major = 2`);
    await expect(change(`deprecated_at = now(), sunset_at = now() + interval '179 days'`)).rejects.toThrow(
      'contract_versions_six_months',
    );
    await expect(change('deprecated_at = now()')).rejects.toThrow('contract_versions_dates');
  });
});
