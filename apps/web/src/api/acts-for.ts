/** For which organisation this tab was loaded; the session may act for another one since, chosen in another tab. */
let loadedFor: string | null = null;

/** Header of every call, so that nothing is done for an organisation that the page does not show. */
export const actsFor = (): string | null => loadedFor;

export function setActsFor(orgId: string | null): void {
  loadedFor = orgId;
}
