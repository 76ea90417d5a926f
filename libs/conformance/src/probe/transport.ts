/** One request of a check. `url` is absolute. */
export interface TransportRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Data of the connection, as far as the transport has it. */
export interface TlsFacts {
  /** As Node names it, for example `TLSv1.3`; null when unknown. */
  readonly protocol: string | null;
  /** End of the certificate, Unix milliseconds; null when unknown. */
  readonly validToMs: number | null;
}

/** A response with any status. Header names are lower-case; redirects are not followed. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  readonly durationMs: number;
  /** Absent for plain http, and from a transport without this data. */
  readonly tls?: TlsFacts;
}

/**
 * No response: a short reason such as `dns`, `connect`, `timeout`, `too_large`, `address_policy`, and `tls` or, if the
 * transport knows more, `tls_expired`, `tls_name`, `tls_untrusted`, `tls_version`.
 */
export interface TransportFailure {
  readonly failure: string;
  /** How long it waited, if the transport reports it. */
  readonly durationMs?: number;
}

/** Sends requests; the caller decides about addresses, time and size. Must not throw or follow redirects. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse | TransportFailure>;

/**
 * Signs a request with the Drive's real key at a given time (Unix milliseconds) and returns the two headers. The key
 * stays with the caller; checks never see it.
 */
export type Signer = (path: string, timestampMs: number) => Readonly<Record<string, string>>;

/** Ways in which a Drive may misread its secret. */
export type KeyReading = 'newline' | 'trimmed' | 'quoted' | 'hex_decoded' | 'base64_decoded';

/**
 * HMAC-SHA256 of any text with the Drive's real key, or with a misreading of it: the 32 bytes, or null when the
 * misreading gives no other key. Used to name the recipe of a Drive that refuses correct signatures, never to pass it.
 */
export type Mac = (payload: string, reading?: KeyReading) => Uint8Array | null;
