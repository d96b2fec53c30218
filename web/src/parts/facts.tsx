// Facts of a record: each below its name, with a note where it needs one.
import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode, note?: ReactNode];

export const Facts = ({ facts, look = 'facts is-tall' }: { facts: readonly (Fact | false)[]; look?: string }) => (
  <dl className={look}>
    {facts.map(
      (fact) =>
        fact && (
          <div key={fact[0]}>
            <dt className="soft small">{fact[0]}</dt>
            <dd className="break-anywhere">{fact[1]}</dd>
            {fact[2] !== undefined && <dd className="soft small">{fact[2]}</dd>}
          </div>
        ),
    )}
  </dl>
);
