import type { ApprovalDetailView } from '@portal/approvals';
import { AUTHOR_CAPABILITIES } from '@portal/authors';
import type { CapabilitiesView } from '../../libs/approvals/src/capabilities/capability.view.js';
import { PluginsWorld } from '../support/drives/plugins-world.js';
import { approveAsSecond } from '../support/people/staff-role.js';

const DAY_MS = 24 * 3_600_000;
const WHY = 'Its data left the region that tenants agreed to.';

describe('a capability that two people switched off', () => {
  const world = PluginsWorld.forTests('switched');
  let install: string;
  let org: string;
  let tenant: string;

  beforeAll(async () => {
    ({ id: install } = await world.active(0));
    tenant = (await world.db.query<{ id: string }>('select tenant_id as id from installs.installs'))[0]!.id;
    org = (await world.db.query<{ id: string }>('select org_id as id from listings.listings'))[0]!.id;
  });

  const outcome = ({ status, error }: { status: number; error?: string | undefined }) => [status, error];
  const table = async (thing: string, id: string) =>
    (await world.call<CapabilitiesView>(world.admin, 'GET', `/capabilities/${thing}/${id}`)).data;
  const propose = (thing: string, id: string, capability: string, inMs = DAY_MS, as = world.admin) =>
    world.call<ApprovalDetailView>(as, 'POST', `/capabilities/${thing}/${id}/switches`, {
      capability,
      until: new Date(Date.now() + inMs).toISOString(),
      reason: WHY,
    });
  const switchOff = async (thing: string, id: string, capability: string) => {
    const { data, status } = await propose(thing, id, capability);
    expect(status).toBe(201);
    await approveAsSecond(world.app, 'capability_switch', data.subject_id);
    return data.id;
  };
  const end = (id: string, as = world.admin) =>
    world.call(as, 'POST', `/capabilities/switches/${id}/end`, { reason: 'The cause is gone.' });

  /** The call that asks for each capability, made by a person who may use it. */
  const doors = (): Record<
    string,
    [id: string, door: () => Promise<{ status: number; error?: string | undefined; body: string }>]
  > => {
    const { author, operator, owned } = world;
    const keys = `/author/drives/${owned.driveId}/keys`;
    const submission = { manifest_url: world.drive.manifestUrl };
    const submit = () => world.call(author, 'POST', `/author/drives/${owned.driveId}/submissions`, submission);
    return {
      'author submit': [org, submit],
      'author issue_secrets': [org, () => world.call(author, 'POST', `${keys}/issue`)],
      'author rotate': [
        org,
        () =>
          world.call(author, 'POST', `${keys}/rotate`, { mode: 'overlap', reason: 'The yearly rotation of secrets' }),
      ],
      'author invite': [
        org,
        () => world.call(author, 'POST', '/author/invitations', { email: 'new@example.org', member_role: 'developer' }),
      ],
      'drive submit': [owned.driveId, submit],
      'drive sync': [owned.driveId, () => world.call(author, 'POST', `/author/drives/${owned.driveId}/sync`)],
      'listing show_checks': [
        owned.driveId,
        () => world.app.call({ method: 'GET', url: `/api/public/catalogue/${owned.slug}/conformance` }),
      ],
      'listing be_installed': [owned.driveId, () => world.install(operator, world.good(1))],
      'tenant install': [tenant, () => world.install(operator, world.good(1))],
      'tenant invite': [
        tenant,
        () => world.call(world.admin, 'POST', `/host/tenants/${tenant}/operators`, { email: 'new@operators.example' }),
      ],
      'install show_embed': [install, () => world.call(operator, 'GET', `/operator/installs/${install}/embed`)],
      'install answer_upgrades': [
        install,
        () => world.call(operator, 'POST', `/operator/installs/${install}/upgrade/decline`),
      ],
      'install be_called': [install, () => world.call(operator, 'POST', `/operator/installs/${install}/refresh`)],
    };
  };

  it('is refused where it is used, with the reason and the end, and allowed again when one person ends it', async () => {
    for (const [name, [id, door]] of Object.entries(doors())) {
      const [thing, capability] = name.split(' ') as [string, string];
      const off = await switchOff(thing, id, capability);
      const refused = await door();
      expect([name, ...outcome(refused)]).toEqual([name, 403, 'capability_off']);
      expect(refused.body).toContain(WHY);
      const { capabilities } = await table(thing, id);
      expect(capabilities.filter(({ allowed }) => !allowed)).toMatchObject([{ name: capability, switch_id: off }]);
      expect((await end(off)).status).toBe(200);
      expect([name, (await door()).error]).not.toEqual([name, 'capability_off']);
      expect(outcome(await end(off))).toEqual([409, 'capability_not_off']);
    }
  });

  it('leaves out its rows where many are read at once', async () => {
    const due = () =>
      world.db.query(
        `update installs.installs set next_poll_at = now() - interval '1 hour' where id = $1 returning polled_at`,
        [install],
      );
    const [before] = await due();
    const off = await switchOff('install', install, 'be_called');
    await world.work();
    expect((await due())[0]).toEqual(before);
    await end(off);
  });

  it('of opening pages hides them', async () => {
    const off = await switchOff('install', install, 'open_pages');
    const { data } = await world.call(world.operator, 'GET', `/operator/installs/${install}`);
    expect(data).toMatchObject({
      pages: [],
      mount_url: null,
      cannot_open: expect.stringContaining(WHY) as string,
    });
    const frame = await world.call(world.operator, 'GET', `/operator/installs/${install}/frame?path=/`);
    expect(frame.body).toContain(WHY);
    await end(off);
  });

  it('must exist, must end, and is proposed by those whom the thing concerns', async () => {
    const { driveId } = world.owned;
    expect(outcome(await propose('listing', driveId, 'fly_away'))).toEqual([400, 'capability_unknown']);
    expect(outcome(await propose('listing', driveId, 'constructor'))).toEqual([400, 'capability_unknown']);
    expect(outcome(await propose('ledger', driveId, 'run'))).toEqual([404, 'not_found']);
    expect(outcome(await propose('listing', install, 'run'))).toEqual([404, 'not_found']);
    for (const ms of [-1_000, 400 * DAY_MS])
      expect(outcome(await propose('listing', driveId, 'run', ms))).toEqual([400, 'capability_until']);
    const finance = await world.app.demo('finance-preparer');
    expect(outcome(await propose('author', org, 'submit', DAY_MS, finance))).toEqual([403, 'forbidden']);
    for (const as of [world.author, world.operator])
      expect((await propose('listing', driveId, 'run', DAY_MS, as)).status).toBe(403);
  });

  it('is written by an approval only, and not changed afterwards', async () => {
    const add = `insert into approvals.capability_switches (approval_id, thing, thing_id, capability, until, reason, organizations)
      values (gen_random_uuid(), 'author', $1, 'submit', now() + interval '1 day', 'because', '{}')`;
    await expect(world.db.query(add, [org])).rejects.toMatchObject({ constraint: 'capability_switches_by_approval' });
    const off = await switchOff('author', org, 'submit');
    for (const change of [`until = now() + interval '300 days'`, `capability = 'rotate'`])
      await expect(
        world.db.query(`update approvals.capability_switches set ${change} where approval_id = $1`, [off]),
      ).rejects.toMatchObject({ code: '42501' });
    await end(off);
    await expect(
      world.db.query('update approvals.capability_switches set ended_at = null where approval_id = $1', [off]),
    ).rejects.toThrow('capability_switches');
  });

  it('is shown with every capability of the state', async () => {
    const shown = await table('author', org);
    expect(shown.state).toBe('active');
    expect(shown.capabilities.map(({ name }) => name)).toEqual(Object.keys(AUTHOR_CAPABILITIES.words));
  });
});
