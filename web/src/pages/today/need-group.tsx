// Work of one kind: its count and amount, and each record with its deadline and its button.
import type { ReactNode } from 'react';
import { CheckDocument } from '../../api/operations.ts';
import { useAct } from '../../api/use-act.ts';
import { About } from '../../parts/about.tsx';
import { Button } from '../../parts/button.tsx';
import { Chip } from '../../parts/chip.tsx';
import { Link, TextLink } from '../../parts/link.tsx';
import { LinkButton } from '../../parts/link-button.tsx';
import { Message, Refusal } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { tell } from '../../parts/toasts.tsx';
import {
  actPath,
  isOfItem,
  isParked,
  manyTogether,
  recordPath,
  timeOf,
  TONES,
  type Need,
  type NeedGroup,
  type NeedKind,
} from '../../rules/need.ts';
import { f, t } from '../../texts/speech.ts';
import type { WordKey } from '../../texts/words.ts';
import { useNow } from '../../use-now.ts';
import { useMay } from '../../viewer.tsx';
import { Actor } from '../document/timeline-card.tsx';
import { DiscardButton } from '../counter/discard-button.tsx';
import { resolve, settle } from '../operations/settle.tsx';
import { DecidePlanButtons } from './decide-plan-buttons.tsx';
import './needs.css';

interface NeedGroupProps {
  group: NeedGroup;
  /** The calendar day of the business. */
  today: string;
  /** Below the records; without it a link leads to all of them. */
  pager: ReactNode | undefined;
}

interface NeedsCardProps {
  board: { needs: readonly NeedGroup[]; day: string };
  /** Pager of one kind, named by it. */
  pager?: ((totalCount: number, of: string) => ReactNode) | undefined;
}

export function NeedsCard({ board: { needs, day }, pager }: NeedsCardProps) {
  if (needs.length === 0) return <Message isCard icon="check" title={t('need.none')} text={t('need.noneText')} />;
  return (
    <Card title={t('need.title')} isFlush>
      {needs.map((group) => (
        <NeedSection key={group.kind} group={group} today={day} pager={pager?.(group.count, t(`need.${group.kind}`))} />
      ))}
    </Card>
  );
}

function NeedSection({ group: { kind, count, amount, records }, today, pager }: NeedGroupProps) {
  const all = `/operations?kind=${kind}`;
  // So many have one cause, which is dealt with at once: a list of the first of them would be noise.
  const together = pager === undefined ? manyTogether(kind, count) : undefined;
  // Less urgent kinds take less room, and old ones one line; the rest is a click away.
  const most = together !== undefined || kind === 'OVERDUE_BEFORE' ? 0 : TONES[kind] === 'idle' ? 3 : records.length;
  const visible = pager === undefined ? records.slice(0, most) : records;
  return (
    <section className="need-group" aria-label={t(`need.${kind}`)}>
      <header>
        <h3>{t(`need.${kind}`)}</h3>
        <Chip tone={TONES[kind]} text={f.quantity(count)} />
        {amount !== null && <span className="need-sum">{f.money(amount)}</span>}
      </header>
      {together && (
        <div className="spread need-many">
          <p className="soft small">{t(`need.many.${together.kind}`)}</p>
          <LinkButton to={together.to} size="small" text={t(`need.manyAct.${together.kind}`)} />
        </div>
      )}
      <ul>
        {visible.map((need) => (
          <NeedRow key={need.id} kind={kind} need={need} today={today} />
        ))}
      </ul>
      {pager ??
        (count > visible.length && (
          <Link to={all} className="text-link small">
            {t('need.all', { n: count, count: f.quantity(count) })}
          </Link>
        ))}
    </section>
  );
}

/** Codes that the PAC adds to its sentences, for developers; the document's page has them. */
const CODES = / \([A-Z_]{4,}, [^)]*\)/g;

function NeedRow({ kind, need, today }: { kind: NeedKind; need: Need; today: string }) {
  const time = timeOf(kind, need, useNow(), today);
  const about = [
    need.about,
    kind === 'TILL_SALES' && t(need.reason === null ? 'need.atTill' : 'need.refusedAtTill'),
    need.quantity !== null && !isOfItem(kind) && t('need.debts', { n: Number(need.quantity) }),
    need.quantity !== null && isOfItem(kind) && t('need.available', { quantity: f.quantity(need.quantity) }),
  ].filter(Boolean);
  return (
    <li>
      <div className="need-name">
        <TextLink to={recordPath(kind, need)}>{nameOf(kind, need)}</TextLink>
        <About>{kind === 'PLANS' ? <Actor name={need.about ?? ''} /> : about.join(' · ')}</About>
        {need.reason !== null && <span className="small need-reason">{need.reason.replaceAll(CODES, '')}</span>}
      </div>
      <span className="need-amount">{need.amount === null ? '' : f.money(need.amount)}</span>
      <span className={`small need-time ${time?.isUrgent ? 'bad-text strong' : 'soft'}`}>
        {time && t(time.word, 'n' in time ? { n: time.n } : { span: f.span(time.seconds) })}
      </span>
      <NeedAct kind={kind} need={need} />
    </li>
  );
}

const nameOf = (kind: NeedKind, { name }: Need): string => (kind === 'PLANS' ? t(`plan.${name}` as WordKey) : name);

function NeedAct({ kind, need }: { kind: NeedKind; need: Need }) {
  const checking = useAct(CheckDocument, ['DayNeed', 'OpenDocument', 'Invoice', 'Credit', 'DocumentEvent']);
  const isAdmin = useMay('admin');
  const document = { documentId: need.id, number: need.name, parkedReason: need.reason };
  const name = `${t(`need.act.${kind}`)}: ${need.name}`;

  const ask = async (): Promise<void> => {
    const checked = (await checking.act({ documentId: need.id }))?.checkDocument;
    if (!checked) return;
    if (checked.submissionState !== 'UNKNOWN') tell(t('need.answered', { number: need.name }));
    else if (isAdmin && checking.isHere()) settle(document);
    else tell(t('need.stillUnknown', { number: need.name }));
  };
  if (kind === 'PLANS') return <DecidePlanButtons need={need} />;
  if (kind === 'TILL_SALES') return <DiscardButton id={need.id} amount={need.amount ?? '0'} />;
  if (kind !== 'UNKNOWN' && !isParked(kind))
    return <LinkButton to={actPath(kind, need)} tone="plain" size="small" label={name} text={t(`need.act.${kind}`)} />;
  return (
    <>
      <Button
        size="small"
        aria-label={name}
        isBusy={checking.isBusy}
        needs={isParked(kind) ? 'admin' : 'operator'}
        onClick={() => (isParked(kind) ? resolve(document) : void ask())}
        text={t(`need.act.${kind}`)}
      />
      {checking.refusal && <Refusal problem={checking.refusal} />}
    </>
  );
}
