// Upgrade prompts for 100,000 installs of one Drive: from the published version to a prompt per install, with the
// difference, the older prompts superseded and the installs of tenants that let it upgraded. Judged against ten seconds.
import { connect } from './databases.mjs';
import { judge, timed } from './frame.mjs';
import { manifest, nextVersion } from './manifests.mjs';
import { part, startProduct } from './product.mjs';

const installsOf = (scale) => Number(process.env.BENCH_INSTALLS ?? (scale === 'quick' ? 1_000 : 100_000));
const TENANTS = 1_000;
const MOST_SECONDS = 10;
const DRIVE = '01990000-0000-7000-8000-000000000001';
const revisionId = (n) => `01990000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`;

export const figures = () => ['prompts.first', 'prompts.next'];

export const run = ({ scale, databases }) =>
  databases.use(async (url) => {
    const client = await connect(url);
    try {
      await fill(client, installsOf(scale));
      return await measure(url, client, installsOf(scale));
    } finally {
      await client.end();
    }
  });

async function fill(client, installs) {
  const readManifest = part('libs/contract/src/index', 'readManifest');
  const org = '01990000-0000-7000-8000-000000000002';
  await client.query(
    `insert into authors.organizations (id, name, country, website) values ($1, 'A', 'US', 'https://a.example')`,
    [org],
  );
  await client.query(`insert into listings.listings (drive_id, org_id, slug, name) values ($1, $2, 'bench', 'Bench')`, [
    DRIVE,
    org,
  ]);
  const first = manifest('2 KB');
  const versions = [first, nextVersion(first), { ...first, drive: { ...first.drive, version: '9.9.9' } }];
  for (const [n, raw] of versions.entries()) {
    const read = readManifest(raw).manifest;
    if (!read) throw new Error('the product refuses the bench manifests');
    const text = JSON.stringify(raw);
    await client.query(
      `insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest)
       values ($1, $2, encode(sha256(convert_to($3, 'UTF8')), 'hex'), $4, 'structured', 'https://d.example/m', 'https://d.example', convert_to($3, 'UTF8'), $5)`,
      [revisionId(n), DRIVE, text, read.version, JSON.stringify(read)],
    );
  }
  await client.query(
    `update listings.listings set state = 'listed', listed_at = now(), live_revision_id = $1, tier = 'standard' where drive_id = $2`,
    [revisionId(0), DRIVE],
  );
  await client.query(
    `insert into installs.tenants (id, name, external_id) select gen_random_uuid(), 'T' || g, 't' || g from generate_series(1, ${TENANTS}) g`,
  );
  await client.query(
    `insert into installs.upgrade_policies (tenant_id, accepts) select id, 'harmless' from installs.tenants where external_id like '%7'`,
  );
  await client.query(`insert into installs.ventures (id, tenant_id, name, external_id)
    select gen_random_uuid(), t.id, 'V', 'v' || g from installs.tenants t, generate_series(1, ${Math.ceil(installs / TENANTS)}) g`);
  await client.query(
    `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, version, origin, permissions, config, price_id, amount, currency,
       operator_email, scoped_token, drive_install_id, activated_at)
     select gen_random_uuid(), v.tenant_id, v.id, $1, $2, 'active', r.id, r.digest, r.version, r.origin, array['venture.read'], '{}', gen_random_uuid(), 99900, 'usd', 'o@x.example',
       'v1.sealed', 'i', now() from installs.ventures v, listings.revisions r where r.id = $3 limit ${installs}`,
    [DRIVE, org, revisionId(0)],
  );
  await client.query('vacuum analyze installs.installs');
}

async function measure(url, client, installs) {
  const product = await startProduct(url, [['libs/installs/src/index', 'InstallsWorkerModule']]);
  try {
    const opener = product.get('libs/installs/src/upgrades/open-prompts', 'OpenPrompts');
    const seconds = [];
    // The second version supersedes the prompts of the first, so every write of the real thing happens.
    for (const n of [1, 2]) {
      await client.query(
        `insert into listings.publications (id, drive_id, revision_id, from_revision_id, prompts, published_at) values (gen_random_uuid(), $1, $2, $3, true, clock_timestamp())`,
        [DRIVE, revisionId(n), revisionId(n - 1)],
      );
      await client.query('update listings.listings set live_revision_id = $2 where drive_id = $1', [
        DRIVE,
        revisionId(n),
      ]);
      seconds.push(await timed(() => opener.execute(DRIVE, revisionId(n))));
    }
    const { rows } = await client.query(
      `select (select count(*)::int from installs.upgrade_prompts where to_revision_id = $1) as offered,
         (select count(*)::int from installs.upgrade_prompts where to_revision_id = $1 and state = 'open') as open,
         (select count(*)::int from installs.upgrade_prompts where state = 'superseded') as superseded,
         (select count(*)::int from installs.installs where revision_id = $1) as upgraded`,
      [revisionId(2)],
    );
    const [{ offered, open, superseded, upgraded }] = rows;
    if (offered !== installs || open + upgraded !== installs || superseded !== installs || upgraded === 0)
      throw new Error(`wrong: ${JSON.stringify(rows[0])}`);
    const line = (id, workload, taken) =>
      judge({
        id: `prompts.${id}`,
        workload,
        unit: 's',
        product: [taken],
        yardstick: { name: `${MOST_SECONDS} s`, values: [MOST_SECONDS] },
        goal: 1,
        lower: true,
        extra: { installs, upgraded, superseded },
      });
    return [
      line('first', `${installs} installs: difference, prompts, some upgraded by policy`, seconds[0]),
      line('next', `the same once more, with ${superseded} older prompts superseded`, seconds[1]),
    ];
  } finally {
    await product.close();
  }
}
