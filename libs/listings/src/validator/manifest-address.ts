import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { judgeUrl, OutboundError } from '@portal/platform/outbound';
import { listingsErrors } from '../errors.js';

/** Addresses that a manifest may have: those that the outbound client would dial. */
@Injectable()
export class ManifestAddress {
  constructor(private readonly config: Config) {}

  /**
   * Returns the origin.
   * @param pointer of the address in the request, for the refusal's detail.
   * @throws AppError `manifest_url_refused` (400)
   */
  originOf(manifestUrl: string, pointer: string): string {
    try {
      return judgeUrl(manifestUrl, this.config.sandboxDrivePorts).url.origin;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw listingsErrors.manifest_url_refused({
        details: [{ pointer, code: error.reason, message: error.message }],
      });
    }
  }
}
