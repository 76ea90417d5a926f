export function hasPreviousSchema(): boolean | undefined;
export function previousRelease(): Promise<string>;
