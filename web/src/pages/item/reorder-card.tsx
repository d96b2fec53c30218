// When to order again and how much: composed from the item's own settings, its cost and how it sells.
import type { ItemViewAnswer } from '../../api/answers.ts';
import { isPositive } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import type { IconName } from '../../parts/icon.tsx';
import { LinkButton } from '../../parts/link-button.tsx';
import { Note } from '../../parts/message.tsx';
import { Sum } from '../../parts/opens.tsx';
import { Card } from '../../parts/page.tsx';
import { reorderAdvice, type ReorderAdvice } from '../../rules/reorder-advice.ts';
import type { Tone } from '../../rules/tone.ts';
import { f, t } from '../../texts/speech.ts';
import { askReorder } from './ask-reorder.ts';

const LOOK: Record<ReorderAdvice['when'], [Tone, IconName]> = {
  ARCHIVED: ['idle', 'check'],
  UNSET: ['idle', 'question'],
  NOW: ['wait', 'alert'],
  COMING: ['info', 'purchasing'],
  LATER: ['good', 'check'],
};

export function ReorderCard({ view: { item, incoming } }: { view: ItemViewAnswer }) {
  const { reorderLevel, reorderQuantity, leadTime } = item.inventory;
  const { averageCost, archivedAt } = item;
  const advice = reorderAdvice({
    ...{ ...item.inventory, ...item.coverage, incoming, averageCost, isArchived: archivedAt !== null },
  });
  const [tone, icon] = LOOK[advice.when];
  const cost = 'cost' in advice ? advice.cost : undefined;
  return (
    <Card
      title={t('reorder')}
      tools={
        <Button tone="quiet" size="small" icon="edit" needs="operator" onClick={() => askReorder(item)}>
          {t('edit')}
        </Button>
      }
    >
      <Note
        tone={tone}
        icon={icon}
        text={
          advice.when === 'LATER' && advice.inDays !== undefined
            ? t('reorder.LATER_IN', { n: advice.inDays })
            : t(`reorder.${advice.when}`)
        }
      />
      <Sum
        look="facts"
        rows={[
          [t('reorder.level'), `${f.quantity(reorderLevel)} ${item.unit}`],
          [t('reorder.quantity'), `${f.quantity(reorderQuantity)} ${item.unit}`],
          [t('reorder.leadTime'), t('reorder.days', { n: leadTime })],
          [t('reorder.averageCost'), isPositive(averageCost) ? f.money(averageCost) : '—'],
          cost !== undefined && isPositive(reorderQuantity) && [t('reorder.cost'), <strong>{f.money(cost)}</strong>],
        ]}
      />
      {advice.when !== 'UNSET' && advice.when !== 'ARCHIVED' && (
        <LinkButton
          to={`/purchasing/new?item=${item.id}`}
          icon="purchasing"
          tone={advice.when === 'NOW' ? 'primary' : 'plain'}
          isFull
          text={t('reorder.order')}
        />
      )}
    </Card>
  );
}
