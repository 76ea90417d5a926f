/** How a person confirms their identity; `sign_in`: only by signing out and in again. */
export type StepUpMethod = 'code' | 'password' | 'demo_password' | 'sign_in';
export const STEP_UP_METHODS: readonly StepUpMethod[] = ['code', 'password', 'demo_password', 'sign_in'];

/** The strongest method the person has. `demoPerson` is true in demo mode only. */
export function stepUpMethod(has: { secondFactor: boolean; password: boolean; demoPerson: boolean }): StepUpMethod {
  if (has.secondFactor) return 'code';
  if (has.password) return 'password';
  return has.demoPerson ? 'demo_password' : 'sign_in';
}

/** The end of the window is exclusive. Wall time. */
export function isRecent(authenticatedAt: Date, now: Date, windowMs: number): boolean {
  return now.getTime() - authenticatedAt.getTime() < windowMs;
}
