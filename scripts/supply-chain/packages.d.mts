import type { LockedPackage } from './licences.mjs';

export function lockedPackages(): (LockedPackage & { readonly dev: boolean })[];
export function shippedPackages(): (LockedPackage & { readonly dev: boolean })[];
