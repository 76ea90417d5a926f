import type { RealAccount, RealFacts, Written } from './real-facts.js';

type RealAuthor = RealFacts['authors'][number];
type WrittenAccount = 'ready' | 'not_ready';

const accountIs = (state: string): WrittenAccount => (state === 'ready' ? 'ready' : 'not_ready');

/** The account in use when the months begin, or the author's first one; earlier ones are left out. */
function firstAccount({ accounts }: RealAuthor, from: Date): { account: RealAccount; at: number } | undefined {
  const at = accounts.findLastIndex(({ in_use_from }) => in_use_from !== null && new Date(in_use_from) <= from);
  const account = accounts[Math.max(at, 0)];
  return account && { account, at: Math.max(at, 0) };
}

/** State of an author's account when the months began. */
export function accountAtFirst(author: RealAuthor, from: Date): 'none' | WrittenAccount {
  const first = firstAccount(author, from);
  if (!first || new Date(first.account.opened_at) > from) return 'none';
  const { changes, state } = first.account;
  const latest = changes.findLast((change) => new Date(change.at) <= from);
  return accountIs(latest?.state ?? changes[0]?.before ?? state);
}

/** Accounts opened in these months, their changes, and which replaces which. */
export function writeAccounts(author: RealAuthor, from: Date): Written[] {
  const first = firstAccount(author, from);
  if (!first) return [];
  return author.accounts.slice(first.at).flatMap((account, i): Written[] => {
    const named = { author: author.org_id };
    const at = new Date(account.opened_at);
    const begun = { at: at.toISOString(), ...named, account: 'not_ready', country: account.country };
    const began =
      i > 0 ? [{ ...begun, type: 'swap_account' }] : at > from ? [{ ...begun, type: 'payout_account' }] : [];
    const changed = account.changes
      .filter((change) => new Date(change.at) > from && accountIs(change.before) !== accountIs(change.state))
      .map((change) => ({
        at: new Date(change.at).toISOString(),
        type: 'payout_account',
        ...named,
        account: accountIs(change.state),
        country: account.country,
      }));
    return [...began, ...changed];
  });
}
