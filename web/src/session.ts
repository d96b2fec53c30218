// The signed-in user and the company of this tab. The session is a cookie that no script reads; kept here is the company alone.
import { fetchTimed, serviceNow } from './clock.ts';
import { becomeTill, leaveTill, tillOf } from './till.ts';
import { store } from './store.ts';
import { stored } from './stored.ts';

/** A company that this browser is signed in to. */
export interface Company {
  tenantId: string;
  tenantName: string;
  userName: string;
  roles: string[];
  /** Unless it is used until then. */
  endsAt: string;
}

interface Session {
  /** Undefined until the service has said it. */
  companies: readonly Company[] | undefined;
  /** The one that this tab works for. */
  company: Company | undefined;
  /** Whether an identity provider signs in. */
  byProvider: boolean;
  /** Members sign in by ways of their own. */
  byMember?: boolean;
  /** The session of this tab has ended. */
  wasRefused: boolean;
  /** A link that was followed, and waits to be agreed to. */
  link?: Link | undefined;
  /** The sign-in page is asked for, perhaps because of what went wrong. */
  entry?: { problem: string | null } | undefined;
}

export type Link = { code: string } | { token: string } | { invitation: string };

const LINKS = ['code', 'token', 'invitation'];
const KEPT_AS = 'folio.company';
/** Key under which 1.8.0 kept the token. */
const FORMERLY = 'folio.token';
/** A sign-out that the service has not heard of. */
const LEAVING_AS = 'folio.leaving';
const RETRY_MS = 2000;
/** As often as a person who goes on is told of. */
const PROLONGED_MS = 600_000;

const kept = recall();
// The page begins at once with what it knows, also without a network; the service says whether it is still so.
const session = store<Session>({ companies: kept && [kept], company: kept, byProvider: false, wasRefused: false });
const change = (part: Partial<Session>): void => session.set({ ...session.get(), ...part });
let askedAt = 0;
let leaves = false;
/** Sign-ins and sign-outs of this page. */
let turns = 0;

export const currentCompany = (): Company | undefined => session.get().company;

export const useSession = session.use;

/** An address of the service, for the company of this tab: of files, exports and the stream, where a page can set no header. */
export const forTenant = (path: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}tenant=${session.get().company?.tenantId ?? ''}`;

/** Asks who is signed in, which prolongs the session. */
export async function lookAgain(): Promise<void> {
  askedAt = performance.now();
  const turn = turns;
  const answer = (await leaveService()) ? await askService() : undefined;
  // An answer from before a sign-in or a sign-out says nothing of the session after it.
  if (turn !== turns) return lookAgain();
  // A session that cannot be asked for has not ended: work goes on where it can, for as long as the session would have lasted.
  if (!answer) {
    const till = tillOf() as Company | undefined;
    const hasEnded = till !== undefined && Date.parse(till.endsAt) <= serviceNow();
    if (hasEnded) await leaveTill();
    if (hasEnded && isOf(till)(session.get().company)) keep(undefined);
    const company = session.get().company ?? (session.get().wasRefused ? undefined : till);
    if (isLeaving()) change({ companies: [], company: undefined });
    else if (hasEnded && isOf(till)(company)) change({ companies: [], company: undefined, wasRefused: true });
    else if (company && !session.get().company && !hasEnded) change({ companies: [company], company });
    if (session.get().companies === undefined || till || isLeaving()) setTimeout(() => void lookAgain(), RETRY_MS);
    return;
  }
  const { companies, ...by } = answer;
  const wanted = session.get().company ?? recall();
  const isFirst = wanted === undefined && session.get().companies === undefined;
  const company = isFirst ? companies[0] : companies.find(({ tenantId }) => tenantId === wanted?.tenantId);
  if (company) keep(company, { isChosen: false });
  const till = tillOf();
  const owner = till && companies.find(isOf(till));
  if (owner) becomeTill(owner);
  else if (till) await leaveTill();
  // Without network the page begins with what is kept here.
  if (till && !company) keep(undefined);
  const wasRefused = (wanted !== undefined || session.get().wasRefused) && company === undefined;
  change({ ...by, companies, company, wasRefused });
}

interface Heard extends Pick<Session, 'byProvider' | 'byMember'> {
  companies: Company[];
}

async function askService(): Promise<Heard | undefined> {
  const answer = await fetchTimed('/session', { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok === true ? ((await answer.json().catch(() => undefined)) as Heard | undefined) : undefined;
}

/** Answers whether the service took it. */
export async function signIn(link: Link): Promise<boolean> {
  if (!(await leaveService())) return false;
  const answer = await fetchTimed('/session', {
    method: 'POST',
    ...('token' in link
      ? { headers: { authorization: `Bearer ${link.token}` } }
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(link) }),
  }).catch(() => undefined);
  if (answer?.ok !== true) return false;
  enterAs((await answer.json()) as Company);
  return true;
}

/** The service has opened a session. */
export function enterAs(company: Company): void {
  turns += 1;
  const others = (session.get().companies ?? []).filter(({ tenantId }) => tenantId !== company.tenantId);
  keep(company);
  change({ companies: [...others, company], company, wasRefused: false, entry: undefined });
}

/** Address of the identity provider, and back to this page. */
export const providerAddress = (): string =>
  `/session/sign-in?to=${encodeURIComponent(window.location.pathname + window.location.search)}`;

/** This tab works for another company from now on, and knows nothing of the one before; other tabs stay where they are. */
export function switchTo(company: Company, address: string): void {
  keep(company);
  window.location.assign(address);
}

/** Signs out of all companies: here at once, at the service as soon as it is reached. */
export async function signOut(): Promise<void> {
  leaves = true;
  turns += 1;
  stored(() => localStorage.setItem(LEAVING_AS, 'here'));
  await leaveTill();
  keep(undefined);
  change({ companies: [], company: undefined, wasRefused: false });
  await lookAgain();
}

/** Tells the service of a sign-out that it has not heard of; answers whether it knows of all. */
export async function leaveService(): Promise<boolean> {
  if (!isLeaving()) return true;
  const answer = await fetch('/session', { method: 'DELETE' }).catch(() => undefined);
  if (answer?.ok !== true) return false;
  leaves = false;
  stored(() => localStorage.removeItem(LEAVING_AS));
  return true;
}

const isLeaving = (): boolean => leaves || stored(() => localStorage.getItem(LEAVING_AS) !== null) === true;

const isOf =
  (till: Pick<Company, 'tenantId' | 'userName'>) =>
  (one: Company | undefined): boolean =>
    one?.tenantId === till.tenantId && one.userName === till.userName;

/**
 * A link `/#code=…`, `/#token=…` or `/#invitation=…` asks first: it may be from another person, for another business. It is removed from the
 * address at once, so that it stays out of the history. `/#sign-in` is the page to sign in on, `/#problem=…` says why it was not done.
 */
function followLink(): void {
  const params = new URLSearchParams(window.location.hash.slice(1));
  const problem = params.get('problem');
  const isEntry = problem !== null || params.has('sign-in');
  const [kind, value] = [...params].find(([name, value]) => LINKS.includes(name) && value) ?? [];
  if (kind === undefined && !isEntry) return;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  if (isEntry) change({ entry: { problem } });
  else change({ link: { [kind!]: value } as Link });
}

/** To where one was before. */
export function dismissLink(): void {
  change({ link: undefined, entry: undefined });
}

/** At the start of the page; what an earlier release kept is exchanged once. */
export async function beginSession(): Promise<void> {
  followLink();
  // A link that was pasted into a tab where the dashboard is open already.
  window.addEventListener('hashchange', followLink);
  // Another tab has signed in or out.
  window.addEventListener('storage', ({ key }) => key === KEPT_AS && void lookAgain());
  for (const used of ['pointerdown', 'keydown']) window.addEventListener(used, goOn);
  const token = recallFormer();
  if (token !== undefined) await signIn({ token });
  await lookAgain();
}

function goOn(): void {
  if (session.get().company && performance.now() - askedAt > PROLONGED_MS) void lookAgain();
}

/** A new tab begins where the last one was chosen. */
function recall(): Company | undefined {
  const text = stored(() => sessionStorage.getItem(KEPT_AS) ?? localStorage.getItem(KEPT_AS));
  return stored(() => JSON.parse(text ?? 'null') as Company | null) ?? undefined;
}

function keep(company: Company | undefined, { isChosen = true } = {}): void {
  stored(() => {
    for (const store of [sessionStorage, localStorage]) {
      if (!company) store.removeItem(KEPT_AS);
      // Other tabs look when it changes there.
      else if (isChosen || store === sessionStorage || store.getItem(KEPT_AS) === null) {
        store.setItem(KEPT_AS, JSON.stringify(company));
      }
    }
  });
}

function recallFormer(): string | undefined {
  const token = stored(() => localStorage.getItem(FORMERLY)) ?? undefined;
  stored(() => localStorage.removeItem(FORMERLY));
  return token;
}
