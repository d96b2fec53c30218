// The ledger of an item: every movement with the balance after it, newest first.
import type { ReactNode } from 'react';
import type { ItemMovementsAnswer, ItemViewAnswer } from '../../api/answers.ts';
import { isPositive } from '../../format/decimal.ts';
import { About } from '../../parts/about.tsx';
import { ListBones } from '../../parts/bones.tsx';
import { TextLink } from '../../parts/link.tsx';
import { Message, Failure } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { Tabs } from '../../parts/segments.tsx';
import { cell, mainCell, numberCell, Quantity, Table } from '../../parts/table.tsx';
import { placeName } from '../../rules/place-name.ts';
import { f, t } from '../../texts/speech.ts';
import { MovementChip } from './movement-chip.tsx';
import type { PartOfPage } from './stock-types.ts';

/** Movements of a page. */
export const LEDGER_LIMIT = 8;
const TABS = ['all', 'sales', 'purchases', 'adjustments', 'returns'] as const;
export type LedgerTab = (typeof TABS)[number];

type Movements = ItemMovementsAnswer['movements'];
type Movement = Movements['records'][number];

export interface LedgerCardProps {
  view: ItemViewAnswer;
  tab: LedgerTab;
  onTab(tab: LedgerTab): void;
  ledger: PartOfPage<Movements>;
  pager: ReactNode;
}

export function LedgerCard({ view, tab, onTab, ledger, pager }: LedgerCardProps) {
  const { part, isChanging, failed } = ledger;
  if (failed) return <Failure {...failed} />;
  return (
    <Card title={t('ledger')} isFlush>
      <Tabs
        id="ledger"
        label={t('ledger')}
        value={tab}
        onChoose={onTab}
        options={TABS.map((one) => [one, t(`ledger.${one}`)])}
      >
        {part === undefined ? (
          <ListBones rows={LEDGER_LIMIT} />
        ) : part.records.length === 0 ? (
          <Message icon="swap" title={t('ledger.none')} text={t('ledger.noneText')} />
        ) : (
          <div className={isChanging ? 'changing' : undefined}>
            <LedgerTable movements={part.records} view={view} />
            {pager}
          </div>
        )}
      </Tabs>
    </Card>
  );
}

function LedgerTable({ movements, view }: { movements: readonly Movement[]; view: ItemViewAnswer }) {
  const { locations } = view;
  return (
    <Table<Movement>
      rows={movements}
      name={t('ledger.movement')}
      nameOf={(movement) => (
        <span className="row ledger-title">
          <MovementChip type={movement.movementType} />
          <Source movement={movement} />
        </span>
      )}
      aboutOf={({ counterpartyName, description, locationId }) => (
        <span className="ledger-about">
          {[counterpartyName ?? description, placeName(locations, locationId)].filter(Boolean).join(' · ')}
        </span>
      )}
      columns={[
        cell(t('ledger.when'), ({ occurredAt, createdBy }) => (
          <>
            {f.instant(occurredAt)}
            <About>{createdBy}</About>
          </>
        )),
        mainCell(t('ledger.change'), ({ quantityChange: by }) => (
          <span className={isPositive(by) ? 'strong good-text' : 'strong'}>{f.change(by)}</span>
        )),
        numberCell(
          t('ledger.balance'),
          ({ balanceAfter }) => <Quantity value={f.quantity(balanceAfter)} unit={view.item.unit} />,
          { onPhone: 'below' },
        ),
        numberCell(
          t('ledger.value'),
          ({ totalValue, unitValue }) => (
            <>
              {totalValue === null ? '—' : f.money(totalValue)}
              {unitValue !== null && <About>{t('ledger.each', { price: f.money(unitValue) })}</About>}
            </>
          ),
          { onPhone: 'nowhere' },
        ),
      ]}
    />
  );
}

/** Page of the document behind a movement; an adjustment has none. */
const PAGE_OF_SOURCE: Record<number, string> = { 1: 'invoices', 2: 'purchasing', 3: 'credits' };

function Source({ movement: { sourceType, sourceId, referenceNumber } }: { movement: Movement }) {
  const page = sourceType === null ? undefined : PAGE_OF_SOURCE[sourceType];
  if (page === undefined || sourceId === null) return referenceNumber;
  return <TextLink to={`/${page}/${sourceId}`}>{referenceNumber ?? t('ledger.document')}</TextLink>;
}
