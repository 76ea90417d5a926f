import { readManifest, type CanonicalManifest } from '@portal/contract';
import good from '../../../../contract/vectors/manifests-good.json';
import { checkListing } from '../../submissions/listing-checks.js';
import { pricedTier } from '../../pricing/domain/price-rule.js';
import { driveState, listingStates } from './listing-state.js';
import { stateAfter, submissionStates, type SubmissionState } from '../../submissions/domain/submission-state.js';
import { diffRevisions, type RevisionFacts } from './revision-diff.js';
import { decideSync } from '../../sync/domain/sync-decision.js';
import { highestVersion, versionStep } from './version-bump.js';

const route = { path: '/admin/drafts', label: 'Drafts', icon: 'pencil' };

describe('the life cycle of a submission', () => {
  const allowed = new Set([
    'received>validating',
    'received>withdrawn',
    'validating>failed',
    'validating>in_review',
    'validating>withdrawn',
    'in_review>changes_requested',
    'in_review>approved',
    'in_review>rejected',
    'in_review>withdrawn',
    'changes_requested>in_review',
    'rejected>in_review',
    'changes_requested>withdrawn',
  ]);
  const { states } = submissionStates;
  it.each(states.flatMap((from) => states.map((to): [SubmissionState, SubmissionState] => [from, to])))(
    'allows %s to %s only as designed',
    (from, to) => expect(submissionStates.can(from, to)).toBe(allowed.has(`${from}>${to}`)),
  );
  it('gives each decision its own state', () =>
    expect((['approve', 'request_changes', 'reject'] as const).map(stateAfter)).toEqual([
      'approved',
      'changes_requested',
      'rejected',
    ]));
});

describe('the life cycle of a listing', () => {
  it('ends as announced or immediately, and resumes only where a granted appeal puts it', () => {
    expect(listingStates.final).toEqual(['retired']);
    expect(listingStates.states.filter((to) => listingStates.can('removed', to))).toEqual([
      'listed',
      'paused',
      'closed_to_installs',
    ]);
    expect(listingStates.can('closed_to_installs', 'listed')).toBe(false);
    expect(listingStates.can('unlisted', 'paused')).toBe(false);
  });
  it.each([
    [null, null, 'reserved'],
    ['unlisted', null, 'unlisted'],
    ['unlisted', 'in_review', 'in_review'],
    ['unlisted', 'failed', 'unlisted'],
    ['listed', null, 'listed'],
    ['listed', 'in_review', 'live_update'],
    ['listed', 'rejected', 'listed'],
    ['paused', 'in_review', 'paused'],
  ] as const)('in state %s with a submission %s is shown as %s', (listing, submission, shown) =>
    expect(driveState(listing, submission)).toBe(shown),
  );
  it('is shown as unreadable only while it is live', () => {
    expect(driveState('listed', 'in_review', 'unreachable')).toBe('unreachable');
    expect(driveState('listed', null, 'refusing')).toBe('refusing');
    expect(driveState('paused', null, 'refusing')).toBe('paused');
  });
});

describe('the step between two versions', () => {
  it.each([
    ['1.0.0', '1.0.1', 'raised'],
    ['1.9.0', '1.10.0', 'raised'],
    ['1.0.0-rc.1', '1.0.0', 'raised'],
    ['1.0.0-rc.2', '1.0.0-rc.10', 'raised'],
    ['1.0.0-rc', '1.0.0-rc.1', 'raised'],
    ['1', '1.0.1', 'raised'],
    ['1.2.3', '1.2.3.1', 'raised'],
    [null, '1.0.0', 'raised'],
    ['1.0.0', '1.0.0', 'same'],
    ['1.0', '1.0.0', 'same'],
    ['1.0.0+a', '1.0.0+b', 'same'],
    ['2.0.0', '1.99.99', 'lowered'],
    ['1.0.0', '1.0.0-rc.1', 'lowered'],
    ['1.0.0-b', '1.0.0-1', 'lowered'],
    ['1.0.0', null, 'lowered'],
    ['1.0.0', 'one', 'lowered'],
    ['one', null, 'lowered'],
    ['one', '1.0.0', 'unknown'],
    [null, null, 'unknown'],
    ['one', 'two', 'unknown'],
  ])('from %s to %s: %s', (from, to, step) => expect(versionStep(from, to)).toBe(step));

  it.each<[string[], string | null]>([
    [[], null],
    [['0.9.0', '3.0.0', '2.10.0'], '3.0.0'],
    [['3.0.0', 'one', '3.0.0-rc.1'], '3.0.0'],
    [['one', '0.1.0'], '0.1.0'],
    [['one'], 'one'],
  ])('of all versions %j the highest is %s', (versions, highest) => expect(highestVersion(versions)).toBe(highest));
});

const structured = (): CanonicalManifest => readManifest(good.structured).manifest!;
const facts = (
  changes: Partial<CanonicalManifest> = {},
  digest = 'new',
  origin = 'https://a.example',
): RevisionFacts => ({
  digest,
  origin,
  manifest: { ...structured(), version: '1.0.0', ...changes },
});
const live = facts({}, 'live');

describe('the changes of a revision', () => {
  it('list a move of origin first, which needs a person, with the same manifest and with another', () => {
    const moved = {
      kind: 'origin',
      level: 'consent',
      sentence: expect.stringContaining('https://b.example') as string,
    };
    const there = facts({}, 'live', 'https://b.example');
    expect(diffRevisions(live, live)).toEqual([]);
    expect(diffRevisions(live, there)).toMatchObject([moved]);
    expect(diffRevisions(live, facts({ name: 'New' }, 'new', 'https://b.example'))).toMatchObject([
      moved,
      { kind: 'name', level: 'consent' },
    ]);
  });
});

describe('the sync decides about a changed manifest', () => {
  it.each<[string, RevisionFacts, object]>([
    [
      'the same digest is no change, whatever the version says',
      facts({ version: '9.9.9' }, 'live'),
      { kind: 'unchanged' },
    ],
    ['defers another id', facts({ id: 'other', version: '2.0.0' }), { kind: 'hold', reason: 'id_changed' }],
    ['defers another shape', facts({ shape: 'flat', version: '2.0.0' }), { kind: 'hold', reason: 'shape_changed' }],
    ['defers a lower version', facts({ version: '0.9.9' }), { kind: 'hold', reason: 'version_lowered' }],
    [
      'a cosmetic change with a raised version is published and prompts',
      facts({ docsUrl: 'https://a.example/docs', version: '1.0.1' }),
      { kind: 'publish', prompts: true, violation: null },
    ],
    [
      'an additive change with a raised version is published and prompts',
      facts({ eventsEmitted: [...structured().eventsEmitted, 'thing.happened'], version: '1.1.0' }),
      { kind: 'publish', prompts: true, violation: null },
    ],
    [
      'a change without a raised version is published, noted, and prompts nobody',
      facts({ docsUrl: 'https://a.example/docs' }),
      { kind: 'publish', prompts: false, violation: 'version_not_raised' },
    ],
    ...(
      [
        ['name', { name: 'Stripe Payments Official' }],
        ['tagline', { tagline: 'The official payments plugin' }],
        ['category', { category: 'Finance' }],
        ['homepage', { homepage: 'https://elsewhere.example' }],
        ['support address', { supportUrl: 'https://elsewhere.example/help' }],
        ['support e-mail', { supportEmail: 'help@elsewhere.example' }],
        ['icon', { iconUrl: 'https://elsewhere.example/icon.png' }],
        ['incident mailbox', { support: { ...structured().support!, incidentEmail: 'now@elsewhere.example' } }],
      ] as const
    ).flatMap(([what, changes]): [string, RevisionFacts, object][] => [
      [`another ${what} goes to review`, facts({ ...changes, version: '1.0.1' }), { kind: 'review', prompts: true }],
      [`another ${what} goes to review, also without a raised version`, facts(changes), { kind: 'review' }],
    ]),
    [
      'a wider permission goes to review',
      facts({ permissionsRequested: [...structured().permissionsRequested, 'contacts.read'], version: '1.1.0' }),
      { kind: 'review', prompts: true, violation: null },
    ],
    [
      'another price goes to review',
      facts({ pricing: { kind: 'tier', tier: 'flagship' }, version: '1.1.0' }),
      { kind: 'review' },
    ],
    [
      'another endpoint path goes to review, also without a raised version',
      facts({ endpoints: { ...structured().endpoints, install: '/elsewhere' } }),
      { kind: 'review', prompts: false, violation: 'version_not_raised' },
    ],
  ])('that %s', (_rule, found, expected) =>
    expect(decideSync(live, found, { highest: '1.0.0' })).toMatchObject(expected),
  );

  it.each([
    ['a version that was dropped is not followed', '1.0.0', null, 'hold'],
    ['neither is one that cannot be compared', '1.0.0', 'latest', 'hold'],
    ['nor one above the live version and below the highest published', '3.0.0', '2.9.0', 'hold'],
    ['the highest itself is followed and prompts nobody', '3.0.0', '3.0.0', false],
    ['one above the highest prompts', '3.0.0', '3.0.1', true],
    ['the first version of a Drive without any prompts', null, '0.1.0', true],
    ['a Drive that never had a version may stay without', null, null, false],
  ])('by all that was published: %s', (_rule, highest, version, result) =>
    expect(decideSync(live, facts({ version, docsUrl: 'https://a.example/new' }), { highest })).toMatchObject(
      result === 'hold' ? { kind: 'hold', reason: 'version_lowered' } : { kind: 'publish', prompts: result },
    ),
  );

  it('that is not submitted by itself after a reviewer rejected it', () =>
    expect(
      decideSync(live, facts({ name: 'N', version: '1.0.1' }), { highest: '1.0.0', before: 'refused_before' }),
    ).toEqual({
      kind: 'hold',
      reason: 'refused_before',
    }));

  const flags = (id: string, pointer: string) => [{ id, findings: [{ pointer }] }];
  it.each<[string, RevisionFacts, ReturnType<typeof flags>, string]>([
    [
      'a new page that a do-not rule flags goes to review',
      facts({ routesExposed: [...structured().routesExposed, route] }),
      flags('C115', '/routes_exposed/1/path'),
      'review',
    ],
    [
      'a finding that was approved asks nobody again',
      facts({ version: '1.0.1' }),
      flags('C115', '/routes_exposed/1/path'),
      'publish',
    ],
    [
      'another setting than the flagged one asks nobody',
      facts({ version: '1.0.1' }),
      flags('C113', '/config_schema/properties/api_key'),
      'publish',
    ],
    ['a finding of another rule asks nobody', facts({ version: '1.0.1' }), flags('C122', '/drive/version'), 'publish'],
  ])('that %s', (_rule, found, checks, kind) =>
    expect(decideSync(live, found, { highest: '1.0.0', checks })).toMatchObject({ kind }),
  );
});

describe('the listing checks', () => {
  const statuses = (found: RevisionFacts, before: RevisionFacts | null, slug = live.manifest.id!) =>
    Object.fromEntries(
      checkListing(found, before, { slug, highest: before && '1.0.0' }).map((check) => [check.id, check.status]),
    );
  const plans = (of: object[], currency = 'usd') => {
    const one = { name: 'One', priceCents: 1900, interval: 'month' };
    const list = of.map((over, i) => ({ ...one, id: `plan-${i}`, ...over }));
    return statuses(facts({ pricing: { kind: 'plans', model: 'subscription', currency, plans: list } }), null);
  };
  const passes = {
    L01: 'pass',
    L02: 'pass',
    L03: 'pass',
    L04: 'pass',
    L05: 'pass',
    L06: 'pass',
    L07: 'pass',
    L08: 'pass',
  };

  it.each<[string, Record<string, string>, object]>([
    ['a first manifest with the reserved id passes', statuses(facts(), null), passes],
    ['another id fails', statuses(facts(), null, 'other'), { ...passes, L01: 'fail' }],
    ['a shape without id passes', statuses(facts({ id: null }), null, 'other'), passes],
    ['the live manifest once more fails', statuses(facts({}, 'live'), live), { ...passes, L02: 'fail' }],
    [
      'the live manifest at another origin is new',
      statuses(facts({}, 'live', 'https://b.example'), live),
      { ...passes, L02: 'pass' },
    ],
    ['a version that stays is advice', statuses(facts(), live), { ...passes, L03: 'warn' }],
    ['a lower version fails', statuses(facts({ version: '0.1.0' }), live), { ...passes, L03: 'fail' }],
    ['a dropped version fails', statuses(facts({ version: null }), live), { ...passes, L03: 'fail' }],
    [
      'a custom tier is advice',
      statuses(facts({ pricing: { kind: 'tier', tier: 'custom' } }), null),
      { ...passes, L04: 'warn' },
    ],
    ['a plan that we can bill passes', plans([{}]), passes],
    ['beside it one by the year passes here', plans([{}, { interval: 'year' }]), passes],
    ['plans by the year alone fail', plans([{ interval: 'year' }]), { ...passes, L04: 'fail' }],
    [
      'a free plan does not bill another one',
      plans([{ priceCents: 0 }, { interval: 'Month' }]),
      { ...passes, L04: 'fail' },
    ],
    ['a currency in which nobody is billed fails', plans([{}], 'xau'), { ...passes, L04: 'fail' }],
    ['plans that cost nothing pass', plans([{ priceCents: 0, interval: 'year' }], 'xau'), passes],
    ['a price above the limit fails once', plans([{ priceCents: 1e13 }]), { ...passes, L05: 'fail' }],
    ['a page of the host’s fails', statuses(facts({ routesExposed: [route] }), null), { ...passes, L07: 'fail' }],
  ])('judge that %s', (_rule, found, expected) => expect(found).toEqual(expected));

  it.each([
    ['/admin/drafts', 'belong to the host'],
    ['/Admin', 'belong to the host'],
    ['/', 'belong to the host'],
    ['/scribe/a', 'belong to another Drive'],
    ['/SCRIBE?a#b', 'belong to another Drive'],
    ['/scribe-pro/a', null],
    ['/own/scribe', null],
  ])('judge the namespace of the page %s', (path, words) => {
    const found = facts({ routesExposed: [{ ...route, path }] });
    const rules = { slug: live.manifest.id!, highest: null, taken: ['scribe'] };
    const check = checkListing(found, null, rules).find(({ id }) => id === 'L07')!;
    expect(check.findings.map(({ pointer }) => pointer)).toEqual(words === null ? [] : ['/routes_exposed/0/path']);
    if (words) expect(check.findings[0]!.cause).toContain(words);
  });

  it('name each permission that the host does not know or nothing explains, and what to ask for instead', () => {
    const asked = ['venture.read', 'users.impersonate', 'data.phi', 'events.receive:contact.created', 'audit.export'];
    const found = facts({ permissionsRequested: asked, eventsConsumed: ['contact.created'], compliance: null });
    const { status, findings } = checkListing(found, null, { slug: live.manifest.id!, highest: null }).find(
      ({ id }) => id === 'L08',
    )!;
    expect([status, findings.map(({ received }) => received)]).toEqual([
      'warn',
      ['users.impersonate', 'data.phi', 'audit.export'],
    ]);
    expect(findings[0]!.cause).toContain('does not know');
    expect(findings[1]!.cause).toContain('needs the permission "data.phi"');
    const proposal = '"permissions_requested": ["venture.read","events.receive:contact.created"]';
    for (const { fix, expected } of findings) expect([fix.includes(proposal), expected]).toEqual([true, proposal]);
  });

  it.each([
    [{ kind: 'tier', tier: 'free' }, null],
    [{ kind: 'tier', tier: 'pro' }, 'pro'],
    [{ kind: 'tier', tier: 'custom' }, undefined],
    [{ kind: 'none' }, null],
    [{ kind: 'plans', model: 'subscription', currency: 'usd', plans: [] }, null],
    [
      {
        kind: 'plans',
        model: 'subscription',
        currency: 'usd',
        plans: [{ id: 'a', name: 'A', priceCents: 5, interval: 'month' }],
      },
      undefined,
    ],
  ] as const)('for the pricing %j look in the price list for %s', (pricing, tier) =>
    expect(pricedTier({ ...structured(), pricing })).toBe(tier),
  );
});
