// What a resolver is handed: the caller, a transaction as the caller's tenant, and the verbs' world.
import type { Database } from '../platform/database.ts';
import { DomainError, type Sentence } from '../platform/errors.ts';
import type { Read } from '../platform/replicas.ts';
import { hasRole, inTenant, type DatabaseContext, type Role, type TenantDb, type Viewer } from '../tenancy/index.ts';
import { say, type Language } from '../texts/say.ts';
import { createAnswerSize, type AnswerSize } from './answer-size.ts';
import { createLoad, type Load } from './lookup.ts';

/** What verbs need from outside: each module's graphql.ts adds what its own need, and `app.ts` builds the one real one. */
export interface App extends DatabaseContext {
  /** Where questions are asked: perhaps a replica, with nothing missing that was written before. Absent: the database itself. */
  read?: Read<Database>;
}

export interface RequestContext {
  app: App;
  requestId: string;
  /** The header Idempotency-Key of a request with one mutation. */
  idempotencyKey: string | undefined;
  /** The signed-in caller; refuses with UNAUTHENTICATED, or FORBIDDEN when the role, by default that of a viewer, does not suffice. */
  viewer: (role?: Role | null) => Viewer;
  /** A transaction of its own as the caller's tenant. */
  inTenant: <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>;
  /**
   * The same for a question of analytics, for which being signed in is enough (answer 47). It may be answered by a replica: it only
   * reads, and may be asked twice.
   */
  readTenant: <T>(ask: (db: TenantDb) => Promise<T>) => Promise<T>;
  /** Rows that other rows point at, read together for the whole answer. */
  load: Load;
  /** A sentence in the language that the caller reads. */
  say: (sentence: Sentence) => string;
  /** How much of an answer it is by now. */
  answer: AnswerSize;
}

/** `isWanted`: whether the caller still waits for the answer; for one who does not, nothing more is read. */
export function requestContext(
  app: App,
  {
    requestId,
    language,
    idempotencyKey,
  }: { requestId: string; language: Language; idempotencyKey?: string | undefined },
  signedIn: Viewer | undefined,
  isWanted: () => boolean = () => true,
): RequestContext {
  // Asked once more when it has its connection, which may have taken a while.
  function wanted<T>(work: (db: TenantDb) => Promise<T>): (db: TenantDb) => Promise<T> {
    assertWanted();
    return async (db) => {
      assertWanted();
      return work(db);
    };
  }
  function assertWanted(): void {
    if (!isWanted()) throw new DomainError('SERVICE_UNAVAILABLE', 'The caller has hung up');
  }
  function viewer(role: Role | null = 'viewer'): Viewer {
    if (!signedIn) throw new DomainError('UNAUTHENTICATED', 'A valid bearer token is required');
    if (role !== null && !hasRole(signedIn.roles, role))
      throw new DomainError('FORBIDDEN', 'This needs the role {role}', { role });
    return signedIn;
  }
  const asCaller = <T>(work: (db: TenantDb) => Promise<T>): Promise<T> => inTenant(app, viewer().tenant, wanted(work));
  const readTenant: RequestContext['readTenant'] = (ask) => {
    const { tenant } = viewer(null);
    const asked = wanted(ask);
    return app.read ? app.read((db) => inTenant({ db }, tenant, asked)) : inTenant(app, tenant, asked);
  };
  const answer = createAnswerSize();
  const load = createLoad({ inTenant: asCaller, answer });
  return {
    app,
    requestId,
    idempotencyKey,
    viewer,
    inTenant: asCaller,
    readTenant,
    load,
    say: (sentence) => say(language, sentence),
    answer,
  };
}
