export interface LockHolder {
  readonly pid: number;
  readonly mark: string;
  readonly url?: string;
}
export interface Lock {
  release(): void;
  update(more: object): void;
  readonly heldBy?: undefined;
}
export function takeLock(
  file: string,
  about?: object,
): Lock | { readonly heldBy: LockHolder; readonly release?: undefined };
export function lockHolder(file: string): LockHolder | undefined;
