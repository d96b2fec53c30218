// What an integrator keeps with a record, as it is.
import { Card } from '../../parts/page.tsx';
import { useWords } from '../../texts/use-words.tsx';

export function Metadata({ metadata }: { metadata: unknown }) {
  const { t } = useWords();
  if (metadata === null || metadata === undefined) return null;
  return (
    <Card title={t('metadata')}>
      <pre className="code metadata">{JSON.stringify(metadata, null, 2)}</pre>
    </Card>
  );
}
