// Signed in or not; then the frame, and the page that the address names.
import { useEffect, useState, type ReactNode } from 'react';
import { Provider } from 'urql';
import { createClient } from './api/client.ts';
import { Session } from './api/session.ts';
import { useAnswer } from './api/use-answer.ts';
import { Frame } from './frame.tsx';
import { CreditPage } from './pages/credit-page.tsx';
import { CreditsPage } from './pages/credits-page.tsx';
import { InvoicePage } from './pages/invoice-page.tsx';
import { InvoicesPage } from './pages/invoices-page.tsx';
import { ItemPage } from './pages/item-page.tsx';
import { ItemsPage } from './pages/items-page.tsx';
import { LinkPage } from './pages/link-page.tsx';
import { MissingPage } from './pages/missing-page.tsx';
import { NewOrderPage } from './pages/new-order-page.tsx';
import { NewPurchasePage } from './pages/new-purchase-page.tsx';
import { OperationsPage } from './pages/operations-page.tsx';
import { OrderPage } from './pages/order-page.tsx';
import { OrdersPage } from './pages/orders-page.tsx';
import { PurchasePage } from './pages/purchase-page.tsx';
import { PurchasesPage } from './pages/purchases-page.tsx';
import { SignInPage } from './pages/sign-in-page.tsx';
import { Toasts } from './parts/toasts.tsx';
import { useAddress } from './router.ts';
import { useSession } from './session.ts';
import { SpeechProvider } from './texts/use-words.tsx';
import { ViewerContext } from './viewer.tsx';

const USUAL_TIME_ZONE = 'America/Panama';
/** How soon it is seen that a document needs a person. */
const LOOK_AGAIN_MS = 30_000;

export function App() {
  const { token, link } = useSession();
  if (link) {
    return (
      <SpeechProvider timeZone={USUAL_TIME_ZONE}>
        <LinkPage link={link} />
      </SpeechProvider>
    );
  }
  if (token === undefined) {
    return (
      <SpeechProvider timeZone={USUAL_TIME_ZONE}>
        <SignInPage />
      </SpeechProvider>
    );
  }
  // Another caller begins with nothing of the one before.
  return <SignedIn key={token} />;
}

function SignedIn() {
  const [client] = useState(createClient);
  return (
    <Provider value={client}>
      <WithViewer>
        <Toasts>
          <Frame>
            <CurrentPage />
          </Frame>
        </Toasts>
      </WithViewer>
    </Provider>
  );
}

/** Asked beside the first page's own request, which does not wait for it. */
function WithViewer({ children }: { children: ReactNode }) {
  const { data } = useAnswer(Session, {}, { everyMs: () => LOOK_AGAIN_MS });
  return (
    <ViewerContext value={data && { ...data.viewer, documentsNeedingPerson: data.documentsNeedingPerson ?? 0 }}>
      <SpeechProvider timeZone={data?.viewer.tenant.timeZone ?? USUAL_TIME_ZONE}>{children}</SpeechProvider>
    </ViewerContext>
  );
}

/** The first steps of these addresses are known to src/wiring/dashboard.ts, which answers them with this dashboard. */
function CurrentPage() {
  const { steps } = useAddress();
  const [section, id] = steps;
  const name = steps.join('/');
  useEffect(() => {
    document.querySelector('main')?.focus({ preventScroll: true });
  }, [name]);
  if (steps.length > 2) return <MissingPage />;
  switch (section) {
    case undefined:
      return <ItemsPage />;
    case 'items':
      return id === undefined ? <ItemsPage /> : <ItemPage key={id} id={id} />;
    case 'orders':
      if (id === undefined) return <OrdersPage />;
      return id === 'new' ? <NewOrderPage /> : <OrderPage key={id} id={id} />;
    case 'invoices':
      return id === undefined ? <InvoicesPage /> : <InvoicePage key={id} id={id} />;
    case 'credits':
      return id === undefined ? <CreditsPage /> : <CreditPage key={id} id={id} />;
    case 'purchasing':
      if (id === undefined) return <PurchasesPage />;
      return id === 'new' ? <NewPurchasePage /> : <PurchasePage key={id} id={id} />;
    case 'operations':
      return <OperationsPage />;
    default:
      return <MissingPage />;
  }
}
