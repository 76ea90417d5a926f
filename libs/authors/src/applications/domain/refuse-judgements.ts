import { AppError, type ErrorDef } from '@portal/kernel';

/**
 * Refuses judgements of a request of which any is wrong. Reviews of applications and of submissions use it.
 * @throws AppError of `def`, with a pointer to every wrong one
 */
export function refuseJudgements<T extends { criterion: string }>(
  def: ErrorDef,
  judgements: readonly T[],
  isWrong: (judgement: T, at: number) => boolean,
): void {
  const details = judgements.flatMap((one, i) =>
    isWrong(one, i)
      ? [{ pointer: `/judgements/${i}`, code: def.code, message: `${one.criterion}: ${def.message}` }]
      : [],
  );
  if (details.length > 0) throw new AppError(def, { details });
}
