import { visible } from '../../lib/visible.js';
import { common } from '../../text/common.js';

interface EvidenceFileProps {
  of: { id: string; file_name: string } | null;
  /** Where the API has the evidence. */
  at: string;
}

/** The file that proves a claim, to download. */
export function EvidenceFile({ of, at }: EvidenceFileProps) {
  if (!of) return common.none;
  return (
    <a href={`${at}/${of.id}/file`} download>
      {visible(of.file_name)}
    </a>
  );
}
