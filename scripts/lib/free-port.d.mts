export function randomFreePort(): Promise<number>;
