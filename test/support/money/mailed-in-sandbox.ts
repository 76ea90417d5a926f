import type { Person } from '../http/person.js';

/** A mail as its reader gets it. */
export interface Mailed {
  readonly subject: string;
  readonly text: string;
}

/** Mails to an address, of the latest 100 that a portal in sandbox mode has sent; the oldest first. */
export async function mailedInSandbox(anybody: Person, recipient: string): Promise<Mailed[]> {
  const { items } = await anybody.must<{ items: (Mailed & { to: string })[] }>('GET', '/api/v1/sandbox/mail?limit=100');
  return items.filter(({ to }) => to === recipient).reverse();
}
