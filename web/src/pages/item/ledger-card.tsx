// The ledger of an item: every movement with the balance after it, newest first.
import type { ItemMovementsAnswer, ItemViewAnswer } from '../../api/answers.ts';
import { TableBones, Waiting } from '../../parts/bones.tsx';
import { Link } from '../../parts/link.tsx';
import { Message } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Tabs } from '../../parts/segments.tsx';
import { compare } from '../../format/decimal.ts';
import { useWords } from '../../texts/use-words.tsx';
import { MovementChip } from './movement-chip.tsx';

const TABS = ['all', 'sales', 'purchases', 'adjustments', 'returns'] as const;
export type LedgerTab = (typeof TABS)[number];

type Movements = ItemMovementsAnswer['movements'];
type Movement = Movements['records'][number];

export interface LedgerCardProps {
  tab: LedgerTab;
  onTab(tab: LedgerTab): void;
  movements: Movements | undefined;
  isChanging: boolean;
  offset: number;
  limit: number;
  onTurn(offset: number): void;
  locations: ItemViewAnswer['locations'];
  unit: string;
}

export function LedgerCard(props: LedgerCardProps) {
  const { tab, onTab, movements, isChanging, offset, limit, onTurn, locations, unit } = props;
  const { t } = useWords();
  return (
    <Card title={t('ledger')} isFlush>
      <Tabs
        id="ledger"
        label={t('ledger')}
        value={tab}
        onChoose={onTab}
        options={TABS.map((value) => ({ value, label: t(`ledger.${value}`) }))}
      >
        {movements === undefined ? (
          <Waiting>
            <TableBones rows={limit} />
          </Waiting>
        ) : movements.records.length === 0 ? (
          <Message icon="swap" title={t('ledger.none')} text={t('ledger.noneText')} />
        ) : (
          <div className={isChanging ? 'changing' : undefined}>
            <LedgerTable movements={movements.records} locations={locations} unit={unit} />
            <Pager offset={offset} limit={limit} totalCount={movements.totalCount} onTurn={onTurn} />
          </div>
        )}
      </Tabs>
    </Card>
  );
}

interface LedgerTableProps {
  movements: readonly Movement[];
  locations: ItemViewAnswer['locations'];
  unit: string;
}

function LedgerTable({ movements, locations, unit }: LedgerTableProps) {
  const { t } = useWords();
  return (
    <table className="table ledger">
      <thead>
        <tr>
          <th>{t('ledger.movement')}</th>
          <th>{t('ledger.when')}</th>
          <th className="number">{t('ledger.change')}</th>
          <th className="number">{t('ledger.balance')}</th>
          <th className="number">{t('ledger.value')}</th>
        </tr>
      </thead>
      <tbody>
        {movements.map((movement) => (
          <LedgerRow key={movement.id} movement={movement} locations={locations} unit={unit} />
        ))}
      </tbody>
    </table>
  );
}

/** Where the document behind a movement can be seen; an adjustment has none. */
const PAGE_OF_SOURCE: Record<number, string> = { 1: 'invoices', 2: 'purchasing', 3: 'credits' };

function LedgerRow({ movement, locations, unit }: Omit<LedgerTableProps, 'movements'> & { movement: Movement }) {
  const { t, f } = useWords();
  const { sourceType, sourceId, referenceNumber, counterpartyName, description } = movement;
  const page = sourceType === null ? undefined : PAGE_OF_SOURCE[sourceType];
  const place = locations.length > 1 ? locations.find((one) => one.id === movement.locationId)?.name : undefined;
  return (
    <tr>
      <td>
        <div className="row">
          <MovementChip type={movement.movementType} />
          {page !== undefined && sourceId !== null ? (
            <Link to={`/${page}/${sourceId}`} className="text-link">
              {referenceNumber ?? t('ledger.document')}
            </Link>
          ) : (
            referenceNumber
          )}
        </div>
        <div className="soft small ledger-about">
          {[counterpartyName ?? description, place].filter(Boolean).join(' · ')}
        </div>
      </td>
      <td data-label={t('ledger.when')}>
        <span>
          {f.instant(movement.occurredAt)}
          <span className="soft small block">{movement.createdBy}</span>
        </span>
      </td>
      <td className="number" data-label={t('ledger.change')}>
        <span className={compare(movement.quantityChange, '0') > 0 ? 'strong good-text' : 'strong'}>
          {f.change(movement.quantityChange)}
        </span>
      </td>
      <td className="number" data-label={t('ledger.balance')}>
        <span>
          {f.quantity(movement.balanceAfter)} <span className="soft">{unit}</span>
        </span>
      </td>
      <td className="number" data-label={t('ledger.value')}>
        <span>
          {movement.totalValue === null ? '—' : f.money(movement.totalValue)}
          {movement.unitValue !== null && (
            <span className="soft small block">{t('ledger.each', { price: f.money(movement.unitValue) })}</span>
          )}
        </span>
      </td>
    </tr>
  );
}
