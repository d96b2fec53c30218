// A second person looks at the plan of an assistant, and approves or refuses it.
import { DecidePlan, PlanView } from '../../api/settings.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../parts/answered.tsx';
import { useAsk } from '../../parts/use-ask.tsx';
import type { Need } from '../../rules/need.ts';
import { useWords } from '../../texts/use-words.tsx';

export function DecidePlanButtons({ need: { id, amount } }: { need: Need }) {
  const { t, f } = useWords();
  const { button, dialog } = useAsk(() => undefined);
  const decide = (isApproved: boolean) => {
    const name = t(isApproved ? 'planDecision.approve' : 'planDecision.refuse');
    const tone = isApproved ? 'primary' : 'danger solid';
    return button(`${name}…`, {
      ...{
        title: t('planDecision.title', { amount: f.money(amount ?? '0') }),
        about: <Planned id={id} />,
        action: name,
        tone,
      },
      ...{
        mutation: DecidePlan,
        variables: () => ({ planId: id, isApproved }),
        look: { size: 'small', needs: 'admin' },
      },
    });
  };
  return (
    <span className="row">
      {decide(true)}
      {decide(false)}
      {dialog}
    </span>
  );
}

function Planned({ id }: { id: string }) {
  const { t, f } = useWords();
  const answer = useAnswer(PlanView, { id });
  return (
    <Answered answer={answer} rows={2}>
      {({ plan }) =>
        plan && (
          <>
            <p>{t('planDecision.about', { until: f.instant(plan.expiresAt) })}</p>
            <pre className="small break-anywhere">{JSON.stringify(plan.input, null, 1)}</pre>
          </>
        )
      }
    </Answered>
  );
}
