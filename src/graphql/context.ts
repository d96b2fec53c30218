// The context of a resolver: the caller, transactions as the caller's tenant, and the dependencies of the verbs.
import type { Database } from '../platform/database.ts';
import { DomainError, type Sentence } from '../platform/errors.ts';
import type { Read } from '../platform/replicas.ts';
import type { Statement } from '../platform/sql.ts';
import {
  askInTenant,
  hasRole,
  inTenant,
  isOnlyCashier,
  type DatabaseContext,
  type Role,
  type Tenant,
  type TenantDb,
  type Viewer,
} from '../tenancy/index.ts';
import { rolesFor } from '../access/index.ts';
import type { Judge } from '../requests/index.ts';
import { say, type Language } from '../texts/say.ts';
import { createAnswerSize, type AnswerSize } from './answer-size.ts';
import { createLoad, type Load } from './lookup.ts';

/** The dependencies of the verbs. Each module's graphql.ts adds its own to this interface; `app.ts` builds the object. */
export interface App extends DatabaseContext {
  /** Runs reads, possibly on a replica, with read-your-writes. Absent: the primary is used. */
  read?: Read<Database>;
}

export interface RequestContext {
  app: App;
  requestId: string;
  /** The header Idempotency-Key of a request with one mutation. */
  idempotencyKey: string | undefined;
  /** Set where a mutation is answered by an earlier request under its key. */
  isReplayed: boolean;
  /** Judges what a mutation came to, in its transaction. */
  judge?: Judge | undefined;
  /** Nothing of it is kept, and nothing leaves. */
  isRehearsal?: boolean | undefined;
  /** The caller is a cashier, whose operations are looked through before they run. */
  isCashier: boolean;
  /** The signed-in caller; refuses with UNAUTHENTICATED, or FORBIDDEN when the role, by default that of a viewer, does not suffice. */
  viewer: (role?: Role | null, operation?: string) => Viewer;
  /** Opens a transaction as the caller's tenant. */
  inTenant: <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>;
  /**
   * The same for a query of analytics, which needs no role (answer 47). It may run on a replica: it sends one statement, which only
   * reads, and may be run twice.
   */
  readTenant: <T>(ask: (db: TenantDb) => Promise<T>) => Promise<T>;
  /** The same where the statement is all. */
  askTenant: <T>(statementOf: (tenant: Tenant) => Statement<T>) => Promise<T[]>;
  /** Reads a related row or rows, batched over the whole answer. */
  load: Load;
  /** Translates a message into the caller's language. */
  say: (sentence: Sentence) => string;
  /** Takes of the caller's share what may be taken so often in a minute. */
  charge: (timesAMinute: number) => void;
  /** The size of the answer so far. */
  answer: AnswerSize;
}

/** `isWanted`: false once the connection is closed; then no further transaction is opened. */
export function requestContext(
  app: App,
  reader: { requestId: string; readonly language: Language; idempotencyKey?: string | undefined } & Pick<
    RequestContext,
    'judge' | 'isRehearsal'
  >,
  signedIn: Viewer | undefined,
  isWanted: () => boolean = () => true,
  charge: RequestContext['charge'] = () => undefined,
): RequestContext {
  // Checked again when a connection was acquired, which may take a while.
  function wanted<T>(work: (db: TenantDb) => Promise<T>): (db: TenantDb) => Promise<T> {
    assertWanted();
    return async (db) => {
      assertWanted();
      return work(db);
    };
  }
  function assertWanted(): void {
    if (!isWanted()) throw new DomainError('SERVICE_UNAVAILABLE', 'The connection was closed');
  }
  const isCashier = signedIn !== undefined && isOnlyCashier(signedIn);
  function viewer(role: Role | null = 'viewer', operation?: string): Viewer {
    if (!signedIn) throw new DomainError('UNAUTHENTICATED', 'A valid bearer token is required');
    if (role !== null && !(role === 'viewer' && isCashier) && !hasRole(rolesFor(signedIn, operation), role))
      throw new DomainError('FORBIDDEN', 'This needs the role {role}', { role });
    return signedIn;
  }
  const asCaller = <T>(work: (db: TenantDb) => Promise<T>): Promise<T> => inTenant(app, viewer().tenant, wanted(work));
  const readTenant: RequestContext['readTenant'] = (ask) => {
    const { tenant } = viewer(null);
    const pending = wanted(ask);
    return app.read
      ? app.read((db) => inTenant({ db }, tenant, pending, { kind: 'one read' }))
      : inTenant(app, tenant, pending, { kind: 'one read' });
  };
  const askTenant: RequestContext['askTenant'] = (statementOf) => {
    const { tenant } = viewer(null);
    assertWanted();
    const statement = (): ReturnType<typeof statementOf> => {
      assertWanted();
      return statementOf(tenant);
    };
    return app.read ? app.read((db) => askInTenant({ db }, tenant, statement)) : askInTenant(app, tenant, statement);
  };
  const answer = createAnswerSize();
  const load = createLoad({ inTenant: asCaller, answer });
  return {
    app,
    requestId: reader.requestId,
    idempotencyKey: reader.idempotencyKey,
    isReplayed: false,
    judge: reader.judge,
    isRehearsal: reader.isRehearsal,
    isCashier,
    viewer,
    inTenant: asCaller,
    readTenant,
    askTenant,
    load,
    say: (sentence) => say(reader.language, sentence),
    charge,
    answer,
  };
}
