import { MAX_PLAN_PRICE, type CanonicalManifest } from '@portal/contract';

/** Limits of the parts of a manifest that the portal stores and indexes; the contract has none for these. */
export const MOST = {
  priceCents: MAX_PLAN_PRICE,
  name: 200,
  category: 100,
  version: 100,
  planId: 100,
  permission: 128,
} as const;

export interface OutOfBounds {
  pointer: string;
  expected: string;
  received: string;
  cause: string;
  fix: string;
}

/** Everything in a manifest that the portal could not keep, in the order of the manifest. Lengths are in characters. */
export function outOfBounds(manifest: CanonicalManifest): OutOfBounds[] {
  const { shape, name, category, version, pricing, permissionsRequested } = manifest;
  const own = shape === 'flat' ? '' : '/drive';
  return [
    ...tooLong(`${own}/name`, 'The name', name, MOST.name),
    ...tooLong(`${own}/category`, 'The category', category, MOST.category),
    ...tooLong(`${own}/version`, 'The version', version ?? '', MOST.version),
    ...permissionsRequested.flatMap((one, i) =>
      tooLong(`/permissions_requested/${i}`, 'The name of a permission', one, MOST.permission),
    ),
    ...(pricing.kind === 'plans' ? pricing.plans : []).flatMap(({ id, priceCents }, i) => [
      ...tooLong(`/pricing/plans/${i}/id`, 'The id of a plan', id, MOST.planId),
      ...tooMuch(`/pricing/plans/${i}/price_cents`, priceCents),
    ]),
  ];
}

function tooLong(pointer: string, what: string, text: string, most: number): OutOfBounds[] {
  const length = [...text].length;
  if (length <= most) return [];
  const expected = `at most ${most} characters`;
  return [
    { pointer, expected, received: `${length} characters`, cause: `${what} is too long.`, fix: `Use ${expected}.` },
  ];
}

function tooMuch(pointer: string, cents: number): OutOfBounds[] {
  if (cents <= MOST.priceCents) return [];
  const expected = `at most ${MOST.priceCents} minor units`;
  return [
    {
      pointer,
      expected,
      received: String(cents),
      cause: 'The price of a plan is more than can be billed.',
      fix: `"price_cents" is in minor units: for 49.00 write 4900. Use ${expected}.`,
    },
  ];
}
