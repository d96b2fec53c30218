// Several serving processes behind one port: a parent that prepares what there is once, and children that serve and work.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { ConfigError } from './config.ts';
import type { Logger } from '../platform/log.ts';
import type { SignInLinks } from '../access/index.ts';

/** Settings that the parent decides for all processes. */
export interface Inherited {
  port: number;
  host: string;
  simulatorUrl: string | undefined;
}

/** Questions of a child to its parent. */
type Question = 'inherited' | 'metrics' | 'look' | 'take';

interface ChildQuestion {
  question: Question;
  id: number;
  about: string;
}

interface Answered {
  answerTo: number;
  answer?: unknown;
  failure?: string;
}

/** One that ends as soon as it was started is not started again without a pause. */
const PAUSE_MS = 1_000;

export const isChild = cluster.isWorker;
// A child that is starting has nothing to tell yet, and says so: the parent waits for the answers of all.
if (isChild) void new AggregatorRegistry();

export interface ParentOptions {
  count: number;
  inherited: Inherited;
  signInLinks: SignInLinks;
  log: Logger;
  /** From then on none is started again. */
  leaving: AbortSignal;
}

/** Resolves when all of them serve; from then on one that ends is started again. */
export function startChildren({ count, inherited, signInLinks, log, leaving }: ParentOptions) {
  const totals = new AggregatorRegistry();
  const answers: Record<Question, (about: string) => unknown> = {
    inherited: () => inherited,
    metrics: () => totals.clusterMetrics(),
    look: (code) => signInLinks.look(code),
    take: (code) => signInLinks.take(code),
  };

  function start(): Worker {
    const child = cluster.fork();
    child.on('message', (message: Partial<ChildQuestion>) => {
      if (message.question !== undefined) void answer(child, message as ChildQuestion);
    });
    return child;
  }

  async function answer(child: Worker, { question, id, about }: ChildQuestion): Promise<void> {
    const answered: Answered = await Promise.resolve(about)
      .then(answers[question])
      .then((text) => ({ answerTo: id, answer: text }))
      .catch((error: unknown) => ({ answerTo: id, failure: String(error) }));
    if (child.isConnected()) child.send(answered);
  }

  async function startAgainAfter(child: Worker): Promise<void> {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    if (leaving.aborted) return;
    log.error({ child: child.process.pid, code, signal }, 'a serving process ended; another one is started');
    await delay(PAUSE_MS, undefined, { ref: false });
    if (!leaving.aborted) void startAgainAfter(start());
  }

  return {
    serving: Promise.all(
      Array.from({ length: count }, async () => {
        const child = start();
        const isServing = once(child, 'listening').then(() => true);
        if (await Promise.race([isServing, once(child, 'exit').then(() => false)])) void startAgainAfter(child);
        else throw new ConfigError('One of the serving processes did not start; what stopped it stands above.');
      }),
    ),
    async stop() {
      // One that has ended is listed until its channel is closed, too.
      const children = Object.values(cluster.workers ?? {}).filter(
        (child): child is Worker => child?.isDead() === false,
      );
      const ended = children.map((child) => once(child, 'exit'));
      for (const child of children) child.process.kill('SIGTERM');
      await Promise.all(ended);
    },
  };
}

let nextId = 0;

function askParent(question: Question, about = ''): Promise<unknown> {
  nextId += 1;
  const id = nextId;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  process.on('message', function hear(message: Answered) {
    if (message.answerTo !== id) return;
    process.off('message', hear);
    if (message.failure === undefined) resolve(message.answer);
    else reject(new Error(message.failure));
  });
  process.send!({ question, id, about } satisfies ChildQuestion);
  return promise;
}

export const inheritedFromParent = () => askParent('inherited') as Promise<Inherited>;

/** The parent's, which it offers and each child looks up. */
export const signInLinksOfParent: SignInLinks = {
  offer() {
    throw new Error('only the parent offers links');
  },
  look: (code) => askParent('look', code) as ReturnType<SignInLinks['look']>,
  take: (code) => askParent('take', code) as ReturnType<SignInLinks['take']>,
};

/** Metrics of all children together, whichever of them is asked. */
export function metricsOfAll(own: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries([own]);
  return () => askParent('metrics') as Promise<string>;
}
