import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { SealedStore } from './sealed-store.js';

/** Registry of all columns with encrypted values, by name. */
@Injectable()
export class SealedStores {
  constructor(private readonly discovery: DiscoveryService) {}

  all(): SealedStore[] {
    const stores = this.discovery
      .getProviders()
      .map(({ instance }: { instance?: unknown }) => instance)
      .filter((instance): instance is SealedStore => instance instanceof SealedStore);
    return [...new Map(stores.map((store) => [store.name, store])).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
