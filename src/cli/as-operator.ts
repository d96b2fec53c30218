// Runs operations of the API in this process, in the operator's name: the rules, refusals, keys and acts are those of every face.
import { randomUUID } from 'node:crypto';
import { limitCallers } from '../access/index.ts';
import { notFound } from '../platform/errors.ts';
import type { Viewer } from '../tenancy/index.ts';
import { answerIn, runOperation, variablesNamed, type Verb } from '../verbs/index.ts';
import type { Call } from './command.ts';
import { cliActor } from './record-command.ts';
import { withApp } from './with-app.ts';
import { withTenant } from './with-tenant.ts';

/** Answer of a verb to its arguments by name; one that is undefined is left out. */
export type Ask = <T>(verb: Verb, named: unknown) => Promise<T>;

export function asOperator<T>(args: Call, work: (ask: Ask) => Promise<T>): Promise<T> {
  return withTenant(args, (database, tenant) =>
    withApp(args, database, (app) => {
      const actor = cliActor();
      const viewer: Viewer = { userName: actor, actor, tokenId: null, roles: ['admin'], tenant };
      const limit = limitCallers({ perMinute: 0, clock: app.clock });
      const reader = { requestId: randomUUID(), language: 'en', idempotencyKey: args.options['key'] } as const;
      const asker = { app, viewer, reader, limit, reply: { headers: () => undefined } };
      return work(async <Told>(verb: Verb, named: unknown) => {
        const sent = JSON.parse(JSON.stringify(named)) as unknown;
        const text = answerIn(verb, (await runOperation(asker, verb, variablesNamed(verb, sent))).text);
        if (text === undefined) throw notFound('Record');
        return JSON.parse(text) as Told;
      });
    }),
  );
}
