import { readManifest, type CanonicalManifest, type ManifestPricing } from '@portal/contract';
import good from '../../../../contract/vectors/manifests-good.json';
import { CRITERION_IDS } from './review-criteria.js';
import { QUIET, RISKS, risksOf, worstOf, type RiskFacts, type WorstFacts } from './review-risk.js';

const full = readManifest(good.structured as never).manifest!;
const plain: CanonicalManifest = {
  ...full,
  compliance: null,
  permissionsRequested: full.permissionsRequested.filter((name) => !name.startsWith('data.')),
};
const claims = {
  frameworks: [],
  dataClasses: [],
  dataResidency: [],
  subprocessorsUrl: null,
  baaRequired: false,
  encryptionAtRest: null,
  encryptionInTransit: null,
};
const tier = (name: string): ManifestPricing => ({ kind: 'tier', tier: name });
const plan = (priceCents: number, currency = 'USD'): ManifestPricing => ({
  kind: 'plans',
  model: 'subscription',
  currency,
  plans: [{ id: 'a', name: 'A', priceCents, interval: 'month' }],
});
const ORIGIN = 'https://drive.example';
type Facts = Partial<Omit<RiskFacts, 'base'>> & { base?: CanonicalManifest | null };
const of = ({ base = plain, ...facts }: Facts) =>
  risksOf({
    origin: ORIGIN,
    manifest: plain,
    base: base && { origin: ORIGIN, manifest: base },
    firstDrive: false,
    slow: false,
    sampled: false,
    ...facts,
  });
const priced = (from: ManifestPricing, to: ManifestPricing) =>
  of({ base: { ...plain, pricing: from }, manifest: { ...plain, pricing: to } });

describe('the risks of a case', () => {
  it('are none when nothing changed and nothing is claimed', () => expect(of({})).toEqual([]));

  it.each<[string, Facts, string[]]>([
    ['a first Drive', { base: null, firstDrive: true }, ['first_drive']],
    ['a slow answer', { slow: true }, ['slow_endpoint']],
    [
      'one more permission',
      { manifest: { ...plain, permissionsRequested: [...plain.permissionsRequested, 'fleet.steer'] } },
      ['permission_added', 'permission_unexplained'],
    ],
    [
      'a permission to health data without a word about it',
      { manifest: { ...plain, permissionsRequested: [...plain.permissionsRequested, 'data.phi'] } },
      ['permission_added', 'permission_unexplained', 'regulated_data'],
    ],
    ['another name', { manifest: { ...plain, name: 'Claude Ads by Anthropic' } }, ['renamed']],
    ['one permission less', { manifest: { ...plain, permissionsRequested: plain.permissionsRequested.slice(1) } }, []],
    ['another address with the same manifest', { origin: 'https://elsewhere.example' }, ['origin_changed']],
    ['another id', { manifest: { ...plain, id: 'other' } }, ['breaking']],
    [
      'data classes, first named now',
      { manifest: { ...plain, compliance: { ...claims, dataClasses: ['health'] } } },
      ['regulated_data', 'claims_changed'],
    ],
    [
      'an agreement that was wanted before',
      {
        base: { ...plain, compliance: { ...claims, baaRequired: true } },
        manifest: { ...plain, compliance: { ...claims, baaRequired: true } },
      },
      ['regulated_data'],
    ],
  ])('include those of %s', (_, facts, risks) => expect(of(facts)).toEqual(risks));

  it.each<[string, ManifestPricing, ManifestPricing, string | null]>([
    ['a higher tier', tier('starter'), tier('pro'), 'price_raised'],
    ['a lower tier', tier('pro'), tier('starter'), 'price_changed'],
    ['the same', tier('pro'), tier('pro'), null],
    ['a dearer plan', plan(100), plan(101), 'price_raised'],
    ['a cheaper plan', plan(101), plan(100), 'price_changed'],
    ['another currency, which compares with nothing', plan(100), plan(900, 'JPY'), 'price_changed'],
    ['from the list to its own', tier('pro'), tier('custom'), 'price_changed'],
  ])('of a price include those of %s', (_, from, to, risk) => {
    const risks = priced(from, to).filter((one) => one === 'price_raised' || one === 'price_changed');
    expect(risks).toEqual(risk === null ? [] : [risk]);
  });

  it('name a price that is not on the list, and put the heaviest first', () => {
    expect(priced(tier('custom'), tier('custom'))).toEqual(['custom_price']);
    const all = of({ manifest: { ...plain, id: 'other', pricing: tier('custom') }, firstDrive: true, slow: true });
    expect(all).toEqual(RISKS.filter((risk) => all.includes(risk)));
    expect(all[0]).toBe('breaking');
  });
});

describe('the worst of a case', () => {
  const worst = ({ base = plain, ...facts }: Facts & Partial<Pick<WorstFacts, 'fault'>>) =>
    worstOf({
      origin: ORIGIN,
      manifest: plain,
      base: base && { origin: ORIGIN, manifest: base },
      firstDrive: false,
      slow: false,
      sampled: false,
      fault: null,
      ...facts,
    });
  const asking = (...names: string[]): CanonicalManifest => ({
    ...plain,
    permissionsRequested: [...plain.permissionsRequested, ...names],
  });
  const fault = (more: Partial<NonNullable<WorstFacts['fault']>> = {}): WorstFacts['fault'] => ({
    criterion: 'install_lifecycle',
    status: 'fail',
    blocks: true,
    cause: 'Removal answers 500.',
    failed: 4,
    total: 136,
    ...more,
  });

  it('names what failed, before whatever the manifest says', () => {
    expect(worst({ manifest: asking('users.impersonate'), fault: fault() })).toEqual({
      weight: 0,
      level: 'bad',
      text: '4 of 136 checks failed: Removal answers 500.',
      criterion: 'install_lifecycle',
      code: 'quality',
    });
  });

  it.each<[string, Parameters<typeof worst>[0], string, string | null]>([
    [
      'permissions that are new',
      { manifest: asking('users.impersonate', 'data.phi') },
      'Asks for users.impersonate, data.phi, newly.',
      'scope',
    ],
    [
      'permissions that nothing explains',
      { base: null, manifest: asking('users.impersonate') },
      'Asks for users.impersonate, and nothing that it does needs that.',
      'scope',
    ],
    [
      'both names',
      { manifest: { ...plain, name: 'Claude Ads by Anthropic' } },
      `Renamed from “${plain.name}” to “Claude Ads by Anthropic”.`,
      'quality',
    ],
    [
      'a finding of the do-not rules',
      { fault: fault({ criterion: 'do_not_rules', status: 'warn', cause: 'The name names a model provider.' }) },
      'The name names a model provider.',
      'do_not_rules',
    ],
    ['nothing', {}, 'Nothing found.', null],
  ])('says %s in words, with the reason of a rejection', (_what, facts, text, code) => {
    expect(worst(facts)).toMatchObject({ text, code });
  });

  it('weighs what blocks before what failed, that before a risk, and nothing last', () => {
    const weights = [
      worst({ fault: fault() }),
      worst({ fault: fault({ blocks: false }) }),
      worst({ manifest: { ...plain, id: 'other' } }),
      worst({ base: null, firstDrive: true }),
      worst({}),
    ].map(({ weight }) => weight);
    expect(weights).toEqual([...weights].sort((a, b) => a - b));
    expect(new Set(weights).size).toBe(weights.length);
    expect(weights.at(-1)).toBe(QUIET);
  });

  it('has a criterion of the list for every risk that speaks against a Drive', () => {
    const all = { base: { ...plain, name: 'Before' }, manifest: asking('users.impersonate') };
    expect(CRITERION_IDS).toContain(worst(all).criterion);
  });
});
