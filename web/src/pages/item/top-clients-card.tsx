// Clients that buy most of it.
import type { ItemViewAnswer } from '../../api/answers.ts';
import { Message } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { Quantity } from '../../parts/table.tsx';
import { f, t } from '../../texts/speech.ts';

export function TopClientsCard({ view, isOnePlace }: { view: ItemViewAnswer; isOnePlace: boolean }) {
  const { topClients: clients, item } = view;
  // Only a width on the screen is computed from it.
  const most = Math.max(1, ...clients.map((client) => Number(client.unitsSold)));
  return (
    <Card title={t('topClients')}>
      <p className="soft small card-note">{t(isOnePlace ? 'topClients.everywhere' : 'topClients.note')}</p>
      {clients.length === 0 ? (
        <Message icon="people" title={t('topClients.none')} />
      ) : (
        <ol className="ranking">
          {clients.map((client) => (
            <li key={client.clientId}>
              <div className="spread">
                <span className="ranking-name">{client.clientName}</span>
                <span className="number">
                  <Quantity isStrong value={f.quantity(client.unitsSold)} unit={item.unit} />
                </span>
              </div>
              <div className="bar" aria-hidden="true">
                <span style={{ width: `${(Number(client.unitsSold) / most) * 100}%` }} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
