// The dashboard begins here: its frame, the words and the page that the address names are fetched side by side.
import { createRoot } from 'preact/compat/client';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layouts.css';
import './styles/frame.css';
import './styles/parts.css';
import './styles/pages.css';
import { stepsOf } from './router.ts';
import { placeAt } from './routes.ts';
import { beginSession, currentCompany } from './session.ts';
import { languageOfPage, loadWords } from './texts/words.ts';

void beginSession();
// The page itself repeats a request that fails here, and can say so.
if (currentCompany())
  placeAt(stepsOf(window.location.pathname))
    ?.page.load()
    .catch(() => undefined);
const [{ App }] = await Promise.all([import('./app.tsx'), loadWords(languageOfPage(), ['everywhere'])]);
createRoot(document.getElementById('root')!).render(<App />);
