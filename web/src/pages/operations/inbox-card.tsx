// Notices of the PAC, newest first, and the fate of each.
import type { ReactNode } from 'react';
import type { NoticeState, OperationsAnswer } from '../../api/answers.ts';
import { About } from '../../parts/about.tsx';
import { Chip, type ChipProps } from '../../parts/chip.tsx';
import { TextLink } from '../../parts/link.tsx';
import { Message } from '../../parts/message.tsx';
import { LegalStatusChip } from '../../parts/status.tsx';
import { TableCard } from '../../parts/table-card.tsx';
import { cell, numberCell } from '../../parts/table.tsx';
import { documentPath } from '../../rules/document-path.ts';
import type { Tone } from '../../rules/tone.ts';
import { f, t } from '../../texts/speech.ts';

const LOOK: Record<NoticeState, [Tone, ChipProps['icon']?]> = {
  APPLIED: ['good', 'check'],
  STALE: ['idle'],
  WAITING: ['wait', 'clock'],
  PARKED: ['bad', 'alert'],
  REFUSED: ['bad', 'cross'],
  EXPIRED: ['idle', 'stop'],
};

export const InboxCard = ({ notices, pager }: { notices: OperationsAnswer['notices']; pager: ReactNode }) => (
  <TableCard<OperationsAnswer['notices']['records'][number]>
    title={t('inbox')}
    none={<Message icon="operations" title={t('inbox.none')} text={t('inbox.noneText')} />}
    rows={notices.records}
    name={t('operations.document')}
    nameOf={({ documentId, documentKind, documentNumber }) =>
      documentId !== null && documentKind !== null ? (
        <TextLink to={documentPath(documentKind, documentId)}>{documentNumber}</TextLink>
      ) : (
        t('inbox.unknown')
      )
    }
    aboutOf={(notice) => f.instant(notice.receivedAt)}
    columns={[
      cell(t('inbox.says'), ({ legalStatus }) => <LegalStatusChip status={legalStatus} />),
      cell(t('inbox.outcome'), ({ state }) => (
        <>
          <Chip tone={LOOK[state][0]} icon={LOOK[state][1]} text={t(`notice.${state}`)} />
          <About>{t(`notice.about.${state}`)}</About>
        </>
      )),
      numberCell(t('inbox.deliveries'), ({ deliveries }) => f.quantity(deliveries), { onPhone: 'nowhere' }),
    ]}
    below={pager}
  />
);
