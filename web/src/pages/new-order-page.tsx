// A new order: for whom, what, and what it will hold back.
import { useState } from 'react';
import { CreateOrder } from '../api/orders.ts';
import { useAct } from '../api/use-act.ts';
import { compare, readDecimal, subtract } from '../format/decimal.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { Message, Refusal } from '../parts/message.tsx';
import { Card, Page } from '../parts/page.tsx';
import { ClientPicker, ItemPicker, type FoundClient } from '../parts/pickers.tsx';
import { readLine, TypedLines, type DraftLine } from '../parts/typed-lines.tsx';
import { go } from '../router.ts';
import { totalsOf } from '../rules/line-totals.ts';
import { useWords } from '../texts/use-words.tsx';
import { useMay } from '../viewer.tsx';
import { TotalLines } from './invoice/invoice-lines-card.tsx';

export function NewOrderPage() {
  const { t, f } = useWords();
  const mayCreate = useMay('operator');
  const creating = useAct(CreateOrder, ['Order', 'OrderPage', 'Item']);
  const [client, setClient] = useState<FoundClient>();
  const [lines, setLines] = useState<DraftLine[]>([]);
  const [dueDate, setDueDate] = useState('');
  const [wasTried, setTried] = useState(false);
  const totals = totalsOf(
    lines.map((line) => ({
      quantity: readDecimal(line.quantity),
      price: readDecimal(line.price),
      taxRate: line.item.taxRate,
    })),
  );

  const create = async (): Promise<void> => {
    setTried(true);
    const read = lines.map(readLine);
    if (!client || read.length === 0 || read.includes(undefined)) return;
    const done = await creating.act({
      input: {
        clientId: client.id,
        dueDate: dueDate === '' ? null : dueDate,
        lines: read.flatMap((line) =>
          line ? [{ itemId: line.itemId, quantity: line.quantity, unitPrice: line.price }] : [],
        ),
      },
    });
    if (done) go(`/orders/${done.createOrder.id}`, { replace: true });
  };
  return (
    <Page title={t('orders.new')} back={{ to: '/orders', label: t('nav.orders') }} about={t('newOrder.about')}>
      <div className="columns">
        <div className="stack">
          <Card title={t('client')}>
            {client ? (
              <div className="spread">
                <span>
                  <span className="strong">{client.name}</span>
                  <span className="soft small block">
                    {t(`receiver.${client.receiverType}`)}
                    {client.ruc !== null && ` · RUC ${client.ruc}`}
                  </span>
                </span>
                <Button tone="quiet" size="small" onClick={() => setClient(undefined)}>
                  {t('change')}
                </Button>
              </div>
            ) : (
              <>
                <ClientPicker onPick={setClient} />
                {wasTried && <p className="field-note is-bad">{t('newOrder.needsClient')}</p>}
              </>
            )}
          </Card>
          <Card title={t('lines')}>
            <div className="stack">
              {lines.length === 0 ? (
                <Message icon="items" title={t('newOrder.noLines')} text={t('newOrder.noLinesText')} />
              ) : (
                <TypedLines
                  lines={lines}
                  priceLabel={t('price')}
                  wasTried={wasTried}
                  note={(line) => <Reserves line={line} />}
                  onChange={setLines}
                />
              )}
              {wasTried && lines.length === 0 && <p className="field-note is-bad">{t('newOrder.needsLines')}</p>}
              <ItemPicker
                onPick={(item) => setLines([...lines, { key: Date.now(), item, quantity: '1', price: item.unitPrice }])}
              />
            </div>
          </Card>
        </div>
        <Card title={t('total')}>
          <div className="stack">
            <TotalLines
              rows={[
                [t('subtotal'), f.money(totals.subtotal)],
                [t('tax'), f.money(totals.tax)],
              ]}
              total={[t('total'), f.money(totals.total)]}
            />
            <TextField
              label={t('newOrder.due')}
              note={t('newOrder.dueNote')}
              type="date"
              value={dueDate}
              onChange={(event) => setDueDate(event.target.value)}
            />
            <Refusal problem={creating.refusal} />
            <Button
              tone="primary"
              icon="check"
              isBusy={creating.isBusy}
              because={mayCreate ? undefined : t('needs.operator')}
              onClick={() => void create()}
            >
              {t('newOrder.create')}
            </Button>
          </div>
        </Card>
      </div>
    </Page>
  );
}

/** What would be left for others. */
function Reserves({ line }: { line: DraftLine }) {
  const { t, f } = useWords();
  const { available } = line.item.inventory;
  const rest = subtract(available, readDecimal(line.quantity) ?? '0');
  const isShort = compare(rest, '0') < 0;
  return (
    <span className={isShort ? 'bad-text' : 'soft'}>
      {t(isShort ? 'newOrder.short' : 'newOrder.reserves', {
        available: f.quantity(available),
        rest: f.quantity(isShort ? subtract('0', rest) : rest),
        unit: line.item.unit,
      })}
    </span>
  );
}
