// Signed in or not; then the frame, and the page that the address names.
import { Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { Provider } from 'urql';
import { createClient } from './api/client.ts';
import { useStream } from './api/live.ts';
import { Session } from './api/session.ts';
import { useAnswer } from './api/use-answer.ts';
import { Frame } from './frame.tsx';
import { ClosedPage, MissingPage } from './pages/missing-page.tsx';
import { HeldBars } from './parts/held-bar.tsx';
import { PageBones } from './parts/bones.tsx';
import { PageGuard } from './parts/page-guard.tsx';
import { WithList } from './parts/list/beside-record.tsx';
import { Toasts } from './parts/toasts.tsx';
import { AskDialogs } from './parts/ask.tsx';
import { useAddress } from './router.ts';
import { FOLLOWED_LINK, placeAt, prepare, ROUTES, sectionOf, SIGN_IN } from './routes.ts';
import { useSession } from './session.ts';
import { Shortcuts } from './shortcuts.tsx';
import { after, endAll, listen } from './store.ts';
import { setTimeZone, useSpeech } from './texts/speech.ts';
import { hasRole, useMay, ViewerContext } from './viewer.tsx';

/** How soon it is seen that a document needs a person. */
const LOOK_AGAIN_MS = 30_000;
/** The first page has its answer by then. */
const QUIET_AFTER_MS = 3000;

export function App() {
  const { companies, company, link, entry } = useSession();
  useSpeech();
  if (!link && companies === undefined) return null;
  if (link || entry || company === undefined) {
    return <Suspense>{link ? <FOLLOWED_LINK.View link={link} /> : <SIGN_IN.View />}</Suspense>;
  }
  // Another company or caller begins with nothing of the one before.
  return <SignedIn key={`${company.tenantId} ${company.userName}`} tenantId={company.tenantId} />;
}

function SignedIn({ tenantId }: { tenantId: string }) {
  const [client] = useState(() => createClient(tenantId));
  return (
    <Provider value={client}>
      <WithViewer>
        <Frame>
          <CurrentPage />
        </Frame>
        <HeldBars />
        <Shortcuts />
        <Toasts />
      </WithViewer>
    </Provider>
  );
}

/** Asked beside the first page's own request, which does not wait for it. */
function WithViewer({ children }: { children: ReactNode }) {
  const { data } = useAnswer(Session, {}, { everyMs: () => LOOK_AGAIN_MS });
  const viewer = data && {
    ...data.viewer,
    tenant: data.tenant ?? data.viewer.tenant,
    documentsNeedingPerson: data.documentsNeedingPerson ?? 0,
  };
  const timeZone = viewer?.tenant.timeZone;
  useLayoutEffect(() => setTimeZone(timeZone), [timeZone]);
  useStream(data !== undefined && hasRole(data.viewer.roles, 'viewer'));
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

/** A link under the pointer is fetched already. */
function prepareLink({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.origin === window.location.origin) prepare(link.pathname);
}

/** Every page can then be opened without a network; if that fails, it is fetched when it is opened. */
function prepareAll(): void {
  void SIGN_IN.load().catch(() => undefined);
  for (const { list, record, create } of Object.values(ROUTES)) {
    for (const page of [list, record, create]) page?.load().catch(() => undefined);
  }
}

function CurrentPage() {
  const { steps: named } = useAddress();
  const isReader = useMay('viewer');
  // A cashier begins at the counter.
  const steps = named.length === 0 && !isReader ? ['counter'] : named;
  const place = placeAt(steps);
  const name = steps.join('/');
  useEffect(() => {
    document.querySelector('main')?.focus({ preventScroll: true });
  }, [name]);
  useEffect(
    () =>
      endAll(after(QUIET_AFTER_MS, prepareAll), listen(document, { pointerover: prepareLink, focusin: prepareLink })),
    [],
  );
  if (!place) return <MissingPage />;
  if (!isReader && !ROUTES[sectionOf(steps)]!.menu?.isForCashier) return <ClosedPage />;
  const { View } = place.page;
  const record = (
    <PageGuard key={name}>
      <Suspense fallback={<PageBones />}>
        <View id={place.id} />
      </Suspense>
      <AskDialogs />
    </PageGuard>
  );
  if (!place.beside) return record;
  return (
    <WithList id={place.id} List={place.beside.View}>
      {record}
    </WithList>
  );
}
