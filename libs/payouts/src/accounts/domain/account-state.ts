/** State of a connected account as the processor reports it. */
interface ProviderAccount {
  readonly payable: boolean;
  readonly closed: boolean;
  readonly capability: string;
  readonly requirements: readonly { readonly awaiting: string }[];
}

/** State of a payout account; shows who must act next. */
export function accountState(provider: ProviderAccount): 'incomplete' | 'verifying' | 'ready' | 'rejected' {
  if (provider.closed || provider.capability === 'rejected' || provider.capability === 'unsupported') return 'rejected';
  if (provider.payable) return 'ready';
  return provider.requirements.some((requirement) => requirement.awaiting === 'user') ? 'incomplete' : 'verifying';
}
