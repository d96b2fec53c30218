// In a sentence, how a document stands before the PAC and the DGI, when there is something to know.
import { isRejected } from '../../../../src/fiscal/legal-status.ts';
import type { IconName } from '../../parts/icon.tsx';
import { Note } from '../../parts/message.tsx';
import type { FiscalDocument } from '../../rules/document-rules.ts';
import type { Tone } from '../../rules/tone.ts';
import { f, t } from '../../texts/speech.ts';
import type { WordKey } from '../../texts/words.ts';

export function VerdictNote({ document }: { document: FiscalDocument }) {
  const message = sentence(document);
  if (message === undefined) return null;
  const [tone, icon, word, detail] = message;
  return (
    <Note tone={tone} icon={icon} isNews>
      <div className="strong">{t(word, { day: document.voidedAt === null ? '' : f.instant(document.voidedAt) })}</div>
      {detail.map((line) => (
        <div key={line} className="small break-anywhere">
          {line}
        </div>
      ))}
      {isRejected(document.legalStatus) && <div className="small">{t('verdict.afterRejection')}</div>}
    </Note>
  );
}

function sentence(document: FiscalDocument): [Tone, IconName, WordKey, readonly string[]] | undefined {
  const { mode, legalStatus, submissionState, voidState, voidReason, voidedAt, parkedReason } = document;
  if (voidedAt !== null) return ['idle', 'stop', 'verdict.void', voidReason === null ? [] : [voidReason]];
  if (parkedReason !== null) return ['bad', 'alert', 'verdict.parked', [parkedReason]];
  if (voidState === 'ASKED' || voidState === 'UNKNOWN') return ['wait', 'clock', 'verdict.beingVoided', []];
  const refusal = legalStatus === 'PAC_REJECTED' ? 'verdict.pacRejected' : 'verdict.dgiRejected';
  if (isRejected(legalStatus)) return ['bad', 'cross', refusal, document.rejectionReasons];
  if (submissionState === 'UNKNOWN') return ['wait', 'question', 'verdict.unknown', []];
  if (mode === 'DGI' && submissionState === 'PENDING') return ['wait', 'clock', 'verdict.pending', []];
  if (legalStatus === 'PAC_AUTHORIZED') return ['info', 'clock', 'verdict.pacAuthorized', []];
  if (document.remarks.length > 0) return ['info', 'alert', 'verdict.remarks', document.remarks];
  return undefined;
}
