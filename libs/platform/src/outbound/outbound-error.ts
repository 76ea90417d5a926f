export type OutboundReason =
  'url' | 'address_policy' | 'dns' | 'connect' | 'tls' | 'timeout' | 'too_large' | 'protocol';

/** Why a server could not be asked. The message is fit for the public: no peer text, no address behind the name. */
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
