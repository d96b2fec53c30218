// A second person looks at the plan of an assistant, and approves or refuses it.
import { DecidePlan, PlanView } from '../../api/today.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../parts/answered.tsx';
import { askButton } from '../../parts/ask.tsx';
import type { Need } from '../../rules/need.ts';
import { f, t } from '../../texts/speech.ts';

export function DecidePlanButtons({ need: { id, amount } }: { need: Need }) {
  const decide = (isApproved: boolean) => {
    const name = t(isApproved ? 'planDecision.approve' : 'planDecision.refuse');
    const tone = isApproved ? 'primary' : 'danger solid';
    return askButton(`${name}…`, {
      ...{ title: t('planDecision.title', { amount: f.money(amount ?? '0') }), about: <Planned id={id} /> },
      ...{ action: name, tone },
      ...{ mutation: DecidePlan, variables: () => ({ planId: id, isApproved }) },
      ...{ look: { size: 'small', needs: 'admin' } },
    });
  };
  return (
    <span className="row">
      {decide(true)}
      {decide(false)}
    </span>
  );
}

interface Named {
  name?: string;
}

/** Record of a plan, whose fields are those of its type. */
interface PlanRecord extends Named {
  client?: Named | null;
  supplier?: Named | null;
  invoice?: { number?: string | null; client?: Named | null } | null;
  item?: Named | null;
  reason?: string | null;
  total?: string;
  quantityChange?: string;
  lines?: readonly { quantity?: string; description?: string; item?: Named; total?: string }[];
}

function Effect({ record }: { record: PlanRecord }) {
  const { invoice, quantityChange, reason } = record;
  const { name } = record.client ?? record.supplier ?? invoice?.client ?? record.item ?? record;
  const about = [name, invoice?.number, quantityChange && f.quantity(quantityChange), reason];
  return (
    <>
      <p>
        <strong>{about.filter(Boolean).join(' · ')}</strong>
      </p>
      <ul>
        {record.lines?.map(({ quantity, description, item, total }, at) => (
          <li key={at}>
            {quantity !== undefined && `${f.quantity(quantity)} × `}
            {description ?? item?.name}
            {total !== undefined && ` · ${f.money(total)}`}
          </li>
        ))}
      </ul>
    </>
  );
}

const Planned = ({ id }: { id: string }) => (
  <Answered answer={useAnswer(PlanView, { id })} rows={2}>
    {({ plan }) =>
      plan && (
        <>
          <p>{t('planDecision.about', { until: f.instant(plan.expiresAt) })}</p>
          <Effect record={plan.told as PlanRecord} />
        </>
      )
    }
  </Answered>
);
