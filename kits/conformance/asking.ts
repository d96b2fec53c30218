// Calls that the client of a PAC would not make, for what its adapter assumes beyond the face.
import { createCaller, type Answer, type Call, type CallerOptions } from '../../src/pac/call.ts';
import type { Json } from '../../src/pac/json.ts';
import type { Assumption, Result, Trial } from './assumption.ts';

export type Ask = (call: Call) => Promise<Answer>;

/** Keeps what came of each. */
export const asking =
  (options: CallerOptions, judgeOf: (ask: Ask, trial: Trial) => Promise<Result>): Assumption['try'] =>
  async (trial) => {
    const caller = createCaller(options);
    try {
      return await judgeOf(async (call) => {
        const answer = await caller.ask(call);
        // A call that asks for a token bears the key, and its answer the token.
        const isLogin = call.token === '';
        trial.keep({
          call: `${call.method} ${call.path}`,
          asked: isLogin ? null : ((call.body ?? null) as Json),
          answered: isLogin ? { httpStatus: statusOf(answer), fields: Object.keys(fieldsOf(answer)) } : shown(answer),
        });
        return answer;
      }, trial);
    } finally {
      await caller.close();
    }
  };

export function statusOf(answer: Answer): number {
  return answer.kind === 'answered' ? answer.httpStatus : 0;
}

export function fieldsOf(answer: Answer): Record<string, Json> {
  return fieldsIn(answer.kind === 'answered' ? answer.json : undefined) ?? {};
}

export function fieldsIn(json: Json | undefined): Record<string, Json> | undefined {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined;
}

function shown(answer: Answer): Json {
  return answer.kind === 'answered'
    ? { httpStatus: answer.httpStatus, body: answer.raw }
    : { cause: answer.cause, mayHaveArrived: answer.mayHaveArrived };
}
