export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string | undefined;
  readonly at: string;
}
export function supplyChainProblems(of?: {
  packages?: readonly LockedPackage[];
  shipped?: ReadonlySet<string>;
  ranges?: readonly string[];
}): string[];
