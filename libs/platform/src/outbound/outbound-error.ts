export type OutboundReason =
  'url' | 'address_policy' | 'dns' | 'connect' | 'tls' | 'timeout' | 'too_large' | 'protocol';

/**
 * Why a server could not be called. The message is safe to show: it contains no text of the server and no resolved
 * address.
 */
export class OutboundError extends Error {
  constructor(
    readonly reason: OutboundReason,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'OutboundError';
  }
}
