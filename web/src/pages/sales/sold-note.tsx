// The figure of the results that a list of documents was opened by: its documents have other lines too, and taxes, so their totals are another sum.
import type { SalesDimension } from '../../api/answers.ts';
import { SoldOfKey } from '../../api/sales.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Note } from '../../parts/message.tsx';
import { useChoice } from '../../router.ts';
import { f, t } from '../../texts/speech.ts';

export function SoldNote({ of }: { of: 'invoiced' | 'credited' }) {
  const [by] = useChoice<SalesDimension | ''>('soldBy', '');
  const [[key], [from], [to]] = [useChoice('soldKey', ''), useChoice('from', ''), useChoice('to', '')];
  const isAsked = by !== '' && key !== '' && from !== '' && to !== '';
  const answer = useAnswer(SoldOfKey, { by: by || 'DAY', key, from, to }, { pause: !isAsked });
  const row = isAsked ? answer.data?.salesBy.rows.find((one) => one.key === key) : undefined;
  if (!row) return null;
  const name = by === 'METHOD' ? t(`method.${key as 'CASH'}`) : (row.name ?? row.code ?? key);
  const words = { name, amount: f.money(row[of]), from: f.shortDay(from), to: f.day(to) };
  return <Note tone="idle" icon="sales" text={t('list.soldOf', words)} />;
}
