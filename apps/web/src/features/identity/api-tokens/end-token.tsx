import { useRemove } from '../../../api/hooks.js';
import { SendButton } from '../../../components/feedback/feedback.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

/** Revokes an API token. */
export function EndToken({
  path,
  id,
}: {
  path: '/api/v1/admin/host-tokens/{id}' | '/api/v1/author/api-tokens/{id}' | '/api/v1/api-tokens/{id}';
  id: string;
}) {
  const end = useRemove(path, { path: { id }, toast: texts.endToken.toast });
  return (
    <SendButton send={end} variant="default" onClick={() => end.mutate()}>
      {common.end}
    </SendButton>
  );
}
