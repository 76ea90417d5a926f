const MOST_PLAN = 200;

/**
 * Whether `data` of a billing answer contains plan, amount and currency, so that it can be compared with an invoice.
 */
export function isBillingSummary(data: Readonly<Record<string, unknown>>): boolean {
  const { plan, amount_cents: amount, currency } = data;
  return (
    typeof plan === 'string' &&
    plan.length > 0 &&
    plan.length <= MOST_PLAN &&
    typeof amount === 'number' &&
    Number.isSafeInteger(amount) &&
    amount >= 0 &&
    typeof currency === 'string' &&
    /^[a-z]{3}$/i.test(currency)
  );
}
