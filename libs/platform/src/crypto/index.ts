export { fingerprint, SealBroken, SealedBox, sha256Hex, type SealContext } from './sealed-box.js';
export { Reseal } from './reseal.js';
export { ResealJob } from './reseal.job.js';
export { SealedStores } from './sealed-stores.js';
export { SealedStore, sealedStore } from './sealed-store.js';
export { isWellFormedToken, newToken } from './token.js';
