/** What the processor says about a connected account, in our words. */
interface ProviderAccount {
  readonly payable: boolean;
  readonly closed: boolean;
  readonly capability: string;
  readonly requirements: readonly { readonly awaiting: string }[];
}

/** State of a payout account: who must act next. */
export function accountState(provider: ProviderAccount): 'incomplete' | 'verifying' | 'ready' | 'rejected' {
  if (provider.closed || provider.capability === 'rejected' || provider.capability === 'unsupported') return 'rejected';
  if (provider.payable) return 'ready';
  return provider.requirements.some((requirement) => requirement.awaiting === 'user') ? 'incomplete' : 'verifying';
}
