// Limits how many calls that act are without an answer at a time, so that few of them are lost when the PAC falls silent.
import type { Clock } from '../platform/clock.ts';

export function limitUnanswered(options: {
  clock: Clock;
  /** For so long a call counts as without an answer: by then it has timed out. */
  mostMs: number;
  mayGo(companyId: string, unanswered: number): boolean;
  refresh(): Promise<void>;
}) {
  let underWay: { since: number }[] = [];
  let wake = Promise.withResolvers<void>();

  function moved(): void {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  }

  return {
    /** A call that began before an answer says nothing about a silence after it. */
    answered(): void {
      underWay = [];
      moved();
    },
    async stand(companyId: string): Promise<{ end(): void }> {
      for (;;) {
        const oldest = options.clock.now().getTime() - options.mostMs;
        underWay = underWay.filter(({ since }) => since > oldest);
        if (options.mayGo(companyId, underWay.length)) break;
        await wake.promise;
        await options.refresh();
      }
      const mine = { since: options.clock.now().getTime() };
      underWay.push(mine);
      return {
        end() {
          underWay = underWay.filter((one) => one !== mine);
          moved();
        },
      };
    },
  };
}
